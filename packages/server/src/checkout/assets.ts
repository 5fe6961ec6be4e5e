import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { withoutComments } from '../ui/behaviour.js'
import { type Inline, inline } from '../ui/inline.js'

/** The assets lie beside this file in the sources, and in a folder beside the chunks of the build. */
const HERE = new URL('.', import.meta.url)
const FOLDER = existsSync(new URL('page.js', HERE)) ? HERE : new URL('checkout/', HERE)

const read = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8')

/** The script of the page, without comments, indentation and blank lines. */
export const readScript = (): Inline => inline(withoutComments(read('page.js')))

/** Reads every locale file, by language tag: `en`, `pt-BR`. */
export function readLocales(): ReadonlyMap<string, unknown> {
  const tags = readdirSync(new URL('locales/', FOLDER)).map((file) => file.replace(/\.json$/, ''))
  return new Map(tags.sort().map((tag) => [tag, JSON.parse(read(`locales/${tag}.json`)) as unknown]))
}
