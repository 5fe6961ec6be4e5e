import { readLocales } from '../runtime/assets.js'
import { Languages, type Words as WordsOf } from '../ui/words.js'
import type en from './locales/en.json'

type WordKey = keyof typeof en
export type Words = WordsOf<WordKey>
export type MessageLanguages = Languages<WordKey>

/** Reads the languages of messages, which are those of the checkout. */
export const readLanguages = (): MessageLanguages => new Languages<WordKey>(readLocales('messages'))
