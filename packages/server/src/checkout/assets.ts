import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sourceOf } from '../runtime/html.js'

/** Beside this file in the sources; the build puts them into a folder beside its chunks. */
const HERE = new URL('.', import.meta.url)
const FOLDER = existsSync(new URL('page.css', HERE)) ? HERE : new URL('checkout/', HERE)

const read = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8')

/** A text of the page, with what a policy calls it by. */
export interface Inline {
  readonly text: string
  /** As the policy writes it. */
  readonly source: string
}

export const inline = (text: string): Inline => ({ text, source: sourceOf(text) })

/** Style sheet and script of the page without the lines and spaces that only their authors read. */
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

/** Every file of words, by language tag: `en`, `pt-BR`. */
export function readLocales(): ReadonlyMap<string, unknown> {
  const tags = readdirSync(new URL('locales/', FOLDER)).map((file) => file.replace(/\.json$/, ''))
  return new Map(tags.sort().map((tag) => [tag, JSON.parse(read(`locales/${tag}.json`)) as unknown]))
}
