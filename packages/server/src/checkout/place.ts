import type { Html } from '../runtime/html.js'
import type { Words } from './words.js'

/** Where the page is, and the language it is rendered in. */
export interface Place {
  /** Last part of the page's path. Links are relative to it, so that they work under any base path. */
  readonly token: string
  /** The whole address of the page, for paper. */
  readonly url: string
  readonly words: Words
  /** The language is in the page's URL, so links keep it. */
  readonly isLanguageAsked: boolean
  readonly languages: readonly Words[]
  /** The payer asked to stay, so the page does not leave by itself. */
  readonly isStaying: boolean
}

/** The parts of a document besides its style. */
export interface Parts {
  readonly title: string
  /** The `<meta>` elements. */
  readonly head: Html
  readonly body: Html
}

/** Seconds after which a page without a script loads again. */
export const REFRESH_SECONDS = 15
