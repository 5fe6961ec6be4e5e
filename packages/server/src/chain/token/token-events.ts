import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { Sightings, TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { IgnoredReason, IgnoredTransfer, SeenTransfer } from '../../domain/chain/transfer.js'
import { MAX_USDT, type Usdt } from '../../domain/shared/money.js'
import { residueOfUnits, unitsOfUsdt, usdtOfUnits } from '../../domain/shared/token-units.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import { TOPICS } from './token-abi.js'

/** A log that a contract emitted in a transaction, its bytes in lower-case hex without prefix. */
export interface EventLog {
  readonly txHash: string
  /** Index within the transaction or within the block, as its network counts. */
  readonly logIndex: number
  readonly blockNumber: number
  /** The 20 bytes of the contract. */
  readonly emitter: string
  readonly topics: readonly string[]
  readonly data: string
  /** The transaction failed, so the log has no effect. */
  readonly isFailed: boolean
}

/** A transfer of any token whose events have the shape of ours. */
interface TransferEvent {
  readonly kind: 'transfer'
  readonly log: EventLog
  /** 20 bytes, as `to`. */
  readonly from: string
  readonly to: string
  /** Units of the token. */
  readonly value: bigint
}

interface AdminEvent {
  readonly kind: TokenAdminEvent['kind']
  readonly log: EventLog
  /** The account that it concerns; undefined for the whole token. */
  readonly account: string | undefined
  /** Units of the token. */
  readonly value: bigint
}

export type TokenEvent = TransferEvent | AdminEvent

export interface TokenRules {
  /** The 20 bytes of the token's contract. */
  readonly token: string
  /** Decimals of the token's units. */
  readonly decimals: number
  /** Some callers on TRON pad an address word with the prefix 0x41. */
  readonly isPrefixAllowed: boolean
  /** Transfers of other tokens to our addresses are recorded. */
  readonly areForeignRecorded: boolean
}

const WORD_DIGITS = 64
const ZEROS_24 = '0'.repeat(24)
const PREFIXED = `${'0'.repeat(22)}41`
const ADMIN_EVENTS: ReadonlyMap<string, TokenAdminEvent['kind']> = new Map([
  [TOPICS.blacklisted, 'blacklisted'],
  [TOPICS.unblacklisted, 'unblacklisted'],
  [TOPICS.fundsDestroyed, 'funds_destroyed'],
  [TOPICS.deprecated, 'deprecated'],
  [TOPICS.paused, 'paused'],
  [TOPICS.unpaused, 'unpaused'],
  [TOPICS.feeChanged, 'fee_changed'],
])
const ACCOUNT_EVENTS: ReadonlySet<TokenAdminEvent['kind']> = new Set([
  'blacklisted',
  'unblacklisted',
  'funds_destroyed',
])

/** Reads a log of a followed event. Must be cheap: it runs for every log. */
export function readEvent(log: EventLog, rules: TokenRules): TokenEvent | undefined {
  const [topic = ''] = log.topics
  if (topic === TOPICS.transfer) return readTransfer(log, rules)
  const kind = ADMIN_EVENTS.get(topic)
  if (kind === undefined || log.emitter !== rules.token || log.isFailed) return undefined
  // One version of the token has the account in a topic, another in the data.
  const words = [...log.topics.slice(1), ...wordsOf(log.data)]
  if (kind === 'fee_changed' && isFree(words))
    return { kind: 'fee_ended', log, account: undefined, value: 0n }
  if (!ACCOUNT_EVENTS.has(kind)) return { kind, log, account: undefined, value: 0n }
  const account = accountOf(words[0], rules)
  return account === undefined ? undefined : { kind, log, account, value: wordValue(words[1] ?? '0') }
}

/** A fee of 0 basis points, or with a maximum of 0. */
const isFree = ([rate, most]: readonly string[]): boolean =>
  rate !== undefined && most !== undefined && (wordValue(rate) === 0n || wordValue(most) === 0n)

function readTransfer(log: EventLog, rules: TokenRules): TransferEvent | undefined {
  const { topics, data, emitter } = log
  if (emitter !== rules.token && !rules.areForeignRecorded) return undefined
  if (topics.length !== 3 || data.length !== WORD_DIGITS) return undefined
  const from = accountOf(topics[1], rules)
  const to = accountOf(topics[2], rules)
  if (from === undefined || to === undefined) return undefined
  return { kind: 'transfer', log, from, to, value: wordValue(data) }
}

/** Whether an event may concern our addresses; events of the whole token always do. */
export const mayConcernUs = (event: TokenEvent, ours: OurAddresses): boolean =>
  event.kind === 'transfer'
    ? ours.mayBeOurs(event.to) || ours.mayBeOurs(event.from)
    : event.account === undefined || ours.mayBeOurs(event.account)

function accountOf(word: string | undefined, { isPrefixAllowed }: TokenRules): string | undefined {
  if (word?.length !== WORD_DIGITS) return undefined
  const above = word.slice(0, ZEROS_24.length)
  const isClean = above === ZEROS_24 || (isPrefixAllowed && above === PREFIXED)
  return isClean ? word.slice(ZEROS_24.length) : undefined
}

const wordsOf = (data: string): string[] => data.match(/.{64}/g) ?? []
const wordValue = (word: string): bigint => BigInt(`0x${word}`)

/** Data of an event beyond its log. */
export interface EventPlace {
  readonly block: BlockRef
  /** 20 bytes of the transaction's signer. */
  readonly origin: string | null
}

export interface SightingOptions {
  readonly rules: TokenRules
  readonly watched: WatchedAddresses
  /** 20 bytes in the network's spelling. */
  readonly encodeAddress: (hex: string) => string
  /** Called only for events that concern our addresses. */
  readonly placeOf: (event: TokenEvent) => Promise<EventPlace>
}

/** Sorts events by their meaning for our addresses; ignored transfers are kept with the reason. */
export async function sightingsOf(
  events: readonly TokenEvent[],
  { rules, watched, encodeAddress, placeOf }: SightingOptions,
): Promise<Sightings> {
  const encoded = new Map(events.flatMap(accountsOf).map((hex) => [hex, encodeAddress(hex)]))
  const ours = await watched.ours([...encoded.values()])
  const addressOf = (hex: string) => encoded.get(hex) ?? encodeAddress(hex)
  const found = { transfers: [], outgoing: [], ignored: [], adminEvents: [] } as Found
  for (const event of events) {
    if (!isTokenWide(event) && !accountsOf(event).some((hex) => ours.has(addressOf(hex)))) continue
    const { block, origin } = await placeOf(event)
    const place = { txHash: event.log.txHash, logIndex: event.log.logIndex, block }
    if (event.kind === 'transfer') {
      const names = { from: addressOf(event.from), to: addressOf(event.to) }
      const transfer = { ...place, ...names, origin: origin === null ? null : encodeAddress(origin) }
      sort(found, transfer, event, { ours, rules })
    } else {
      const address = event.account === undefined ? null : addressOf(event.account)
      found.adminEvents.push({ ...place, kind: event.kind, address, value: amountOf(event.value, rules) })
    }
  }
  return found
}

interface Found {
  readonly transfers: SeenTransfer[]
  readonly outgoing: SeenTransfer[]
  readonly ignored: IgnoredTransfer[]
  readonly adminEvents: TokenAdminEvent[]
}

function sort(
  found: Found,
  transfer: Omit<SeenTransfer, 'value'>,
  event: TransferEvent,
  { ours, rules }: { ours: ReadonlySet<string>; rules: TokenRules },
): void {
  const { origin: _, ...touched } = transfer
  const isIn = ours.has(transfer.to)
  const isOut = ours.has(transfer.from)
  const reason = reasonToIgnore(event, rules)
  const isInternal = isIn && isOut
  if (reason !== undefined || isInternal) {
    const address = isIn ? transfer.to : transfer.from
    const ignored = { ...touched, value: event.value, reason: reason ?? 'internal' }
    found.ignored.push({ ...ignored, address })
    // Both balances change.
    if (reason === 'below_unit' && isInternal) found.ignored.push({ ...ignored, address: transfer.from })
  }
  if (reason !== undefined) return
  const residue = residueOfUnits(event.value, rules.decimals)
  const seen = { ...transfer, value: amountOf(event.value, rules), ...(residue > 0n && { residue }) }
  if (isOut) found.outgoing.push(seen)
  else found.transfers.push(seen)
}

const isTokenWide = (event: TokenEvent): boolean => event.kind !== 'transfer' && event.account === undefined

const accountsOf = (event: TokenEvent): string[] => {
  if (event.kind === 'transfer') return [event.from, event.to]
  return event.account === undefined ? [] : [event.account]
}

function reasonToIgnore({ log, value }: TransferEvent, rules: TokenRules): IgnoredReason | undefined {
  if (log.emitter !== rules.token) return 'foreign_token'
  if (log.isFailed) return 'failed'
  if (value === 0n) return 'zero_value'
  if (usdtOfUnits(value, rules.decimals) === 0n) return 'below_unit'
  return value > maxUnits(rules) ? 'over_cap' : undefined
}

/** The largest amount that a database row holds. */
const maxUnits = ({ decimals }: TokenRules): bigint => unitsOfUsdt(MAX_USDT, decimals)

/** Caps an amount at the maximum of a row: admin events are for the operator to read. */
const amountOf = (units: bigint, rules: TokenRules): Usdt =>
  units > maxUnits(rules) ? MAX_USDT : usdtOfUnits(units, rules.decimals)
