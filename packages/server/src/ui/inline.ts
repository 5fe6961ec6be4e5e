import { Html, html, sourceOf } from '../runtime/html.js'

/** A style sheet or a script inside a page, with its source in the Content-Security-Policy. */
export interface Inline {
  readonly text: string
  /** Hash source, as the policy writes it. */
  readonly source: string
}

export const inline = (text: string): Inline => ({ text, source: sourceOf(text) })

export const styleElement = ({ text }: Inline): Html => html`<style>${new Html(text)}</style>`
export const scriptElement = ({ text }: Inline): Html => html`<script>${new Html(text)}</script>`
