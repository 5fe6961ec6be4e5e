import { readLocales } from '../../runtime/assets.js'
import { Languages } from '../../ui/words.js'
import type ar from '../locales/ar.json'
import type de from '../locales/de.json'
import type en from '../locales/en.json'
import type es from '../locales/es.json'
import type zhCN from '../locales/zh-CN.json'

type File = typeof ar | typeof de | typeof en | typeof es | typeof zhCN

export type WordKey = keyof typeof en

/** Reads the languages of the dashboard. */
export const readLanguages = (): Languages<WordKey> =>
  new Languages<WordKey>(readLocales<WordKey, File>('dashboard'))
