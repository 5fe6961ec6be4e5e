import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MERCHANT_CODES } from '../../src/domain/ledger/account.js'
import { readLocales } from '../../src/runtime/assets.js'

const SOURCES = new URL('../../src/', import.meta.url)

/** The modules and scripts below a folder of the sources, as one text. */
const codeOf = (folder: string): string =>
  readdirSync(new URL(folder, SOURCES), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path))
    .map((path) => readFileSync(new URL(`${folder}${path}`, SOURCES), 'utf8'))
    .join('\n')

/** The strings and property names of code, in small letters, as in the key of a status. */
const namesIn = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/['"`]([\w-]+)['"`]|\b(\w+)(?=:)/g)].map(([, text, property]) =>
      `${text ?? property}`.toLowerCase(),
    ),
  )

/** The constant beginnings and ends of keys that code completes, such as `status_` and `_text`. */
const partsIn = (code: string) => ({
  beginnings: [...code.matchAll(/`([a-z]+_)\$\{/g)].map(([, part = '']) => part),
  ends: [...code.matchAll(/\}(_[a-z]+)`/g)].map(([, part = '']) => part),
})

it.each(['checkout', 'console', 'dashboard', 'messages'])('the code names every text of the %s', (area) => {
  const code = `${codeOf(`${area}/`)}${codeOf('pages/')}`
  const own = new Set<string>([...namesIn(code), ...MERCHANT_CODES])
  const all = namesIn(codeOf(''))
  const { beginnings, ends } = partsIn(code)
  const isNamed = (key: string) =>
    own.has(key) ||
    beginnings.some((part) => key.startsWith(part) && all.has(key.slice(part.length))) ||
    ends.some((part) => key.endsWith(part) && all.has(key.slice(0, -part.length)))
  const keys = Object.keys(readLocales(area).get('en') as object) // an object, as its area requires
  expect(keys.filter((key) => !isNamed(key))).toEqual([])
})
