import { readAsset } from '../../runtime/assets.js'
import { behaviour } from '../../ui/behaviour.js'
import type { Inline } from '../../ui/inline.js'

const read = (path: string): string => readAsset('docs', path)

/**
 * The script of every other page: what all pages of the server do, the choice of languages, and the search. The ranking is a
 * module for the server; within a block of a script its exports are plain constants.
 */
export const docsScript = (): Inline =>
  behaviour(`{\n${read('search/ranking.js').replaceAll(/^export /gm, '')}\n${read('pages/docs.js')}\n}`)

/** The script of `/docs/try`. A page that holds a key runs as little as possible: its search is the form. */
export const tryScript = (): Inline => behaviour(read('pages/try.js'))
