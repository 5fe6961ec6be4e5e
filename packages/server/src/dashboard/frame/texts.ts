import { readLocales } from '../../runtime/assets.js'
import { Languages } from '../../ui/words.js'
import type ar from '../locales/ar.json'
import type en from '../locales/en.json'

type File = typeof ar | typeof en

export type WordKey = keyof typeof en

/** Reads the languages of the dashboard. */
export const readLanguages = (): Languages<WordKey> =>
  new Languages<WordKey>(readLocales<WordKey, File>('dashboard'))
