import type { IpBlock } from '@merchantpay/core/ip'
import { parseUrl } from '@merchantpay/core/url'
import { parseBlock } from '../domain/shared/ip.js'
import { parseRate, parseUsdt, type Rate, type Usdt } from '../domain/shared/money.js'
import type { Tier } from '../domain/shared/policy.js'

/** One row of the settings table. */
export interface Setting<Value> {
  readonly name: string
  /** The default in its written form; undefined when there is none. */
  readonly default?: string
  readonly meaning: string
  /** The value may also come from the file that `<name>_FILE` names, and is never printed. */
  readonly isSecret?: boolean
  /** One value for each number from 1 to {@link MOST_NUMBERED} that stands in its name for `<n>`. */
  readonly isNumbered?: true
  /** @throws Error that names the expected form */
  parse(text: string): Value
}

type ValueOf<Row> = Row extends { parse: (text: string) => infer Value } ? Value : never
/** The value of a row in the config; a list for a numbered one, that of number 1 first. */
export type Configured<Row> = Row extends { isNumbered: true }
  ? readonly (ValueOf<Row> | undefined)[]
  : Row extends { default: string }
    ? ValueOf<Row>
    : ValueOf<Row> | undefined

/** The highest number of a numbered setting. */
const MOST_NUMBERED = 9

/** Returns a numbered setting under each of its names, and any other one as it is. */
export const numberedSettings = <Value>(setting: Setting<Value>): Setting<Value>[] =>
  setting.isNumbered
    ? Array.from({ length: MOST_NUMBERED }, (_, at) => ({
        ...setting,
        name: setting.name.replace('<n>', `${at + 1}`),
      }))
    : [setting]

// Parsers of the written forms. Each reads one text and throws an Error that names the expected form.

const MAX_FEE_RATE = 500_000n

export function text(value: string): string {
  return value
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= min && number <= max)) throw new Error(`expected a whole number from ${min} to ${max}`)
    return number
  }
}

/** Reads an amount of coins; 1e-9 of a coin. */
export function nanoCoins(value: string): bigint {
  const [, whole = '', fraction = ''] = /^([0-9]{1,6})(?:\.([0-9]{1,9}))?$/.exec(value) ?? []
  const amount = BigInt(`${whole}${fraction.padEnd(9, '0')}`)
  if (whole === '' || amount === 0n) throw new Error('expected an amount above 0 with at most 9 decimals')
  return amount
}

export function oneOf<const Choice extends string>(...choices: Choice[]): (value: string) => Choice {
  return (value) => {
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) throw new Error(`expected one of ${choices.join(', ')}`)
    return chosen
  }
}

export const flag = (value: string): boolean => oneOf('0', '1')(value) === '1'

export const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on'

export function matching(pattern: RegExp, expected: string): (value: string) => string {
  return (value) => {
    if (!pattern.test(value)) throw new Error(`expected ${expected}`)
    return value
  }
}

export function publicUrl(value: string): string {
  const url = parseUrl(value)
  const isPlain = url && !/[?#]/.test(value) && url.username === '' && url.password === ''
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new Error('expected an http or https URL without a query')
  return url.href.replace(/\/$/, '')
}

interface PoolSize {
  readonly readers: number
  readonly writers: number
}

export type Database =
  | { readonly engine: 'sqlite'; readonly file: string; readonly isReplicated?: true }
  | { readonly engine: 'postgres'; readonly url: string; readonly readUrl?: string; readonly pool?: PoolSize }

export function database(value: string): Database {
  const [, file] = /^file:(.+)$/.exec(value) ?? []
  if (file !== undefined) return { engine: 'sqlite', file }
  if (!isPostgresUrl(value)) throw new Error('expected file: and a path, or a postgres: URL')
  return { engine: 'postgres', url: value }
}

export function postgresUrl(value: string): string {
  if (!isPostgresUrl(value)) throw new Error('expected a postgres: URL')
  return value
}

const isPostgresUrl = (value: string): boolean =>
  /^postgres(ql)?:\/\/./.test(value) && parseUrl(value) !== undefined

export function key32(value: string): Buffer {
  const key = Buffer.from(value, 'base64')
  if (key.byteLength !== 32 || key.toString('base64') !== value)
    throw new Error('expected 32 bytes in base64')
  return key
}

export function amountOrZero(value: string): Usdt {
  const parsed = parseUsdt(value, 8)
  if (parsed === undefined) throw new Error('expected an amount of USDT')
  return parsed
}

export function amount(value: string): Usdt {
  const parsed = parseUsdt(value, 8)
  if (parsed === undefined || parsed === 0n) throw new Error('expected an amount of USDT above 0')
  return parsed
}

export function coins(value: string): number {
  const number = /^[0-9]{1,9}(?:\.[0-9]{1,18})?$/.test(value) ? Number(value) : 0
  if (number === 0) throw new Error('expected a number of coins above 0')
  return number
}

export function feeRates(value: string): Record<Tier, Rate> {
  const pairs = value.split(',').map((pair) => pair.split('='))
  const rate = (tier: Tier): Rate => {
    const parsed = parseRate(pairs.find(([name]) => name === tier)?.[1] ?? '')
    if (parsed === undefined || parsed > MAX_FEE_RATE) {
      throw new Error(`expected a fraction up to 0.5 for ${tier}`)
    }
    return parsed
  }
  const rates = { BASIC: rate('BASIC'), STANDARD: rate('STANDARD'), PREMIUM: rate('PREMIUM') }
  const isExact = pairs.length === Object.keys(rates).length && pairs.every((pair) => pair.length === 2)
  if (!isExact) throw new Error('expected each tier once')
  return rates
}

export function retryDelays(value: string): number[] {
  const seconds = value.split(',').map(integer(0, 2_592_000))
  if (seconds.length !== 6) throw new Error('expected six numbers of seconds')
  return seconds.map((delay) => delay * 1_000)
}

export function blocks(value: string): IpBlock[] {
  return value === '' ? [] : value.split(',').map((block) => parseBlock(block.trim()))
}

/** Parses the URL of a node. Errors contain no URL, because URLs may hold secrets. */
export function nodeUrl(value: string): string {
  const isUsable = /^https?:$/.test(parseUrl(value)?.protocol ?? '') && !/[,|]/.test(value)
  if (!isUsable) throw new Error('expected one http or https URL')
  return value
}

/** Parses the URL of a node, or two with a bar between them. */
export function nodeUrls(value: string): string {
  const urls = value.split('|')
  if (urls.length > 2) throw new Error('expected one http or https URL, or two with a bar between them')
  return urls.map(nodeUrl).join('|')
}

/** Parses the URL of a hook; its host may be private. */
export function hookUrl(value: string): string {
  const url = parseUrl(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '')
    throw new Error('expected an http or https URL')
  return url.href
}

/** Parses the secret that signs calls of hooks; an API key has another use. */
export const hookSecret = matching(
  /^(?![ms]k_(?:live|test)_)[!-~]{16,512}$/,
  '16 to 512 printable characters without spaces, and no API key',
)

/** Parses a link to a transaction; `{tx}` stands for its hash. */
export function explorerLink(value: string): string {
  const isLink = value.split('{tx}').length === 2 && parseUrl(value) && value.startsWith('https://')
  if (!isLink) throw new Error('expected an https URL with {tx} where the hash belongs')
  return value
}
