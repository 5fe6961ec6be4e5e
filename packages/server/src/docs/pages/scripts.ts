import { readAsset } from '../../runtime/assets.js'
import { behaviour } from '../../ui/behaviour.js'
import type { Inline } from '../../ui/inline.js'

const read = (path: string): string => readAsset('docs', path)

/** The script of every other page: what all pages of the server do, the choice of languages, and the search. */
export const docsScript = (): Inline => behaviour(`{\n${read('pages/docs.js')}\n}`)

/** The script of `/docs/try`. A page that holds a key runs as little as possible: its search is the form. */
export const tryScript = (): Inline => behaviour(read('pages/try.js'))
