import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Inline, inline } from '../ui/inline.js'

/** The assets lie beside this file in the sources, and in a folder beside the chunks of the build. */
const HERE = new URL('.', import.meta.url)
const FOLDER = existsSync(new URL('page.css', HERE)) ? HERE : new URL('checkout/', HERE)

const read = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8')

/** Style sheet and script of the page, without comments, indentation and blank lines. */
export const readStyle = (): Inline => inline(withoutLayout(read('page.css').replace(/\/\*.*?\*\//gs, '')))
export const readScript = (): Inline => inline(withoutLayout(read('page.js').replace(/^\s*\/\/.*$/gm, '')))

const withoutLayout = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('{\n', '{')
    .replaceAll('\n}', '}')

/** Reads every locale file, by language tag: `en`, `pt-BR`. */
export function readLocales(): ReadonlyMap<string, unknown> {
  const tags = readdirSync(new URL('locales/', FOLDER)).map((file) => file.replace(/\.json$/, ''))
  return new Map(tags.sort().map((tag) => [tag, JSON.parse(read(`locales/${tag}.json`)) as unknown]))
}
