import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../src/checkout/locales/', import.meta.url)

/** Texts of the checkout page by their keys. */
export type Texts = Readonly<Record<string, string>>

/** One letter per language that fonts for the other languages may lack. */
export const LETTERS: Readonly<Record<string, string>> = {
  en: 'g',
  'zh-CN': '请',
  'zh-TW': '請',
  de: 'ß',
  es: 'ñ',
  'pt-BR': 'ã',
  fr: 'œ',
  it: 'ò',
  ru: 'Ж',
  tr: 'ğ',
  id: 'k',
  vi: 'ệ',
  ar: 'ع',
  fa: 'گ',
}

/** The tags of all languages of the page. */
export const LANGUAGES = Object.keys(LETTERS)

/** The tags of all locale files. */
export const filedLanguages = (): string[] => readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))

export const textsOf = (tag: string): Texts =>
  JSON.parse(readFileSync(new URL(`${tag}.json`, FOLDER), 'utf8')) as Texts // the server validates the same files
