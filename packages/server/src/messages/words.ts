import { readLocales } from '../runtime/assets.js'
import { Languages, type Words as WordsOf } from '../ui/words.js'
import type ar from './locales/ar.json'
import type de from './locales/de.json'
import type en from './locales/en.json'
import type es from './locales/es.json'
import type fa from './locales/fa.json'
import type fr from './locales/fr.json'
import type id from './locales/id.json'
import type it from './locales/it.json'
import type ptBR from './locales/pt-BR.json'
import type ru from './locales/ru.json'
import type tr from './locales/tr.json'
import type vi from './locales/vi.json'
import type zhCN from './locales/zh-CN.json'
import type zhTW from './locales/zh-TW.json'

type File =
  | typeof ar
  | typeof de
  | typeof en
  | typeof es
  | typeof fa
  | typeof fr
  | typeof id
  | typeof it
  | typeof ptBR
  | typeof ru
  | typeof tr
  | typeof vi
  | typeof zhCN
  | typeof zhTW

type WordKey = keyof typeof en
export type Words = WordsOf<WordKey>
export type MessageLanguages = Languages<WordKey>

/** Reads the languages of messages, which are those of the checkout. */
export const readLanguages = (): MessageLanguages =>
  new Languages<WordKey>(readLocales<WordKey, File>('messages'))
