import { readLocales } from '../../runtime/assets.js'
import { Languages } from '../../ui/words.js'
import type en from '../locales/en.json'

export type WordKey = keyof typeof en

/** Reads the texts of the console, which is English. */
export const readLanguages = (): Languages<WordKey> => new Languages<WordKey>(readLocales<WordKey>('console'))
