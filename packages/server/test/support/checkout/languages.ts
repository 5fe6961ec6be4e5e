import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../src/checkout/locales/', import.meta.url)

/** Words of the checkout page by their keys. */
export type Texts = Readonly<Record<string, string>>

/** What a language is written with, and no other language here is sure to bring: one letter each. */
export const LETTERS: Readonly<Record<string, string>> = {
  en: 'g',
  'zh-CN': '请',
  'zh-TW': '請',
  es: 'ñ',
  'pt-BR': 'ã',
  fr: 'œ',
  ru: 'Ж',
  tr: 'ğ',
  id: 'k',
  vi: 'ệ',
  ar: 'ع',
  fa: 'گ',
}

/** Every language that the page speaks, by its tag. */
export const LANGUAGES = Object.keys(LETTERS)

/** The tags of all files of words. */
export const filedLanguages = (): string[] => readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))

export const textsOf = (tag: string): Texts =>
  JSON.parse(readFileSync(new URL(`${tag}.json`, FOLDER), 'utf8')) as Texts // the server refuses anything else
