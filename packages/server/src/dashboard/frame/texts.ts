import { readLocales } from '../../runtime/assets.js'
import { Languages } from '../../ui/words.js'
import type en from '../locales/en.json'

export type WordKey = keyof typeof en

/** Reads the languages of the dashboard. */
export const readLanguages = (): Languages<WordKey> => new Languages<WordKey>(readLocales('dashboard'))
