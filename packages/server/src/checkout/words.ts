import type { Words as WordsOf } from '../ui/words.js'
import type en from './locales/en.json'

/** The keys of the checkout page's texts. */
export type WordKey = keyof typeof en
export type Words = WordsOf<WordKey>
