import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Languages } from '../../ui/words.js'
import type en from '../locales/en.json'

export type WordKey = keyof typeof en

/** The locales lie beside this folder in the sources, and in a folder beside the chunks of the build. */
const HERE = new URL('../locales/', import.meta.url)
const FOLDER = existsSync(HERE) ? HERE : new URL('dashboard/locales/', import.meta.url)

/** Reads the languages of the dashboard. */
export function readLanguages(): Languages<WordKey> {
  const files = readdirSync(FOLDER).sort()
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
  return new Languages<WordKey>(new Map(files.map((file) => [file.replace(/\.json$/, ''), read(file)])))
}
