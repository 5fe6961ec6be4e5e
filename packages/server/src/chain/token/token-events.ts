import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { Sightings, TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { IgnoredReason, IgnoredTransfer, SeenTransfer } from '../../domain/payments/transfer.js'
import { CHAIN_STEP, MAX_USDT, type Usdt, usdt } from '../../domain/shared/money.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { TOPICS } from '../networks.js'
import type { OurAddresses } from '../wallet/address-filter.js'

/** What a contract said in a transaction, its bytes in lower-case hex without prefix. */
export interface EventLog {
  readonly txHash: string
  /** What names it within its transaction, or within its block: as its network counts. */
  readonly logIndex: number
  readonly blockNumber: number
  /** The 20 bytes of the contract. */
  readonly emitter: string
  readonly topics: readonly string[]
  readonly data: string
  /** Its transaction had no effect, whatever it said. */
  readonly isFailed: boolean
}

/** A movement of some token, of the shape that ours has. */
interface TransferEvent {
  readonly kind: 'transfer'
  readonly log: EventLog
  /** 20 bytes each, as `to`. */
  readonly from: string
  readonly to: string
  /** Units of 1e-6. */
  readonly value: bigint
}

interface NoticeEvent {
  readonly kind: TokenAdminEvent['kind']
  readonly log: EventLog
  /** Whom it concerns. */
  readonly account: string | undefined
  /** Units of 1e-6. */
  readonly value: bigint
}

export type TokenEvent = TransferEvent | NoticeEvent

export interface TokenRules {
  /** The 20 bytes of the token's contract. */
  readonly token: string
  /** Some callers on TRON write an address into its word with the prefix 0x41 before it. */
  readonly isPrefixAllowed: boolean
  /** Money of other tokens on our addresses is worth a note. */
  readonly areForeignRecorded: boolean
}

const WORD_DIGITS = 64
const ZEROS_24 = '0'.repeat(24)
const PREFIXED = `${'0'.repeat(22)}41`
/** The most that a row of the books holds. */
const MAX_VALUE = MAX_USDT / CHAIN_STEP

const NOTICES: ReadonlyMap<string, TokenAdminEvent['kind']> = new Map([
  [TOPICS.blacklisted, 'blacklisted'],
  [TOPICS.unblacklisted, 'unblacklisted'],
  [TOPICS.fundsDestroyed, 'funds_destroyed'],
  [TOPICS.deprecated, 'deprecated'],
  [TOPICS.paused, 'paused'],
  [TOPICS.unpaused, 'unpaused'],
  [TOPICS.feeChanged, 'fee_changed'],
])
const OF_AN_ACCOUNT: ReadonlySet<TokenAdminEvent['kind']> = new Set([
  'blacklisted',
  'unblacklisted',
  'funds_destroyed',
])

/** What a log says, if it is one that is followed: cheap, since it is asked of every log there is. */
export function readEvent(log: EventLog, rules: TokenRules): TokenEvent | undefined {
  const [topic = ''] = log.topics
  if (topic === TOPICS.transfer) return readTransfer(log, rules)
  const kind = NOTICES.get(topic)
  if (kind === undefined || log.emitter !== rules.token || log.isFailed) return undefined
  // One version of the token names the account in a topic, another in its data.
  const words = [...log.topics.slice(1), ...wordsOf(log.data)]
  if (kind === 'fee_changed' && isFree(words))
    return { kind: 'fee_ended', log, account: undefined, value: 0n }
  if (!OF_AN_ACCOUNT.has(kind)) return { kind, log, account: undefined, value: 0n }
  const account = accountOf(words[0], rules)
  return account === undefined ? undefined : { kind, log, account, value: wordValue(words[1] ?? '0') }
}

/** A fee of no basis points, or of nothing at most. */
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

/** Whether an event may have to do with us; what concerns the token as a whole always does. */
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

/** What has to be known of an event beyond its log. */
export interface EventPlace {
  readonly block: BlockRef
  /** 20 bytes of who signed the transaction. */
  readonly origin: string | null
}

export interface SightingOptions {
  readonly rules: TokenRules
  readonly watched: WatchedAddresses
  /** 20 bytes in the network's own spelling. */
  readonly encodeAddress: (hex: string) => string
  /** Asked only for events that do concern us. */
  readonly placeOf: (event: TokenEvent) => Promise<EventPlace>
}

/** Sorts events into what they are to us; whatever touches our addresses and does not count is kept with its reason. */
export async function sightingsOf(
  events: readonly TokenEvent[],
  { rules, watched, encodeAddress, placeOf }: SightingOptions,
): Promise<Sightings> {
  const spelled = new Map(events.flatMap(accountsOf).map((hex) => [hex, encodeAddress(hex)]))
  const ours = await watched.ours([...spelled.values()])
  const nameOf = (hex: string) => spelled.get(hex) ?? encodeAddress(hex)
  const found = { transfers: [], outgoing: [], ignored: [], adminEvents: [] } as Found
  for (const event of events) {
    if (!concernsEverybody(event) && !accountsOf(event).some((hex) => ours.has(nameOf(hex)))) continue
    const { block, origin } = await placeOf(event)
    const place = { txHash: event.log.txHash, logIndex: event.log.logIndex, block }
    if (event.kind === 'transfer') {
      const names = { from: nameOf(event.from), to: nameOf(event.to) }
      const movement = { ...place, ...names, origin: origin === null ? null : encodeAddress(origin) }
      sort(found, movement, event, { ours, rules })
    } else {
      const address = event.account === undefined ? null : nameOf(event.account)
      found.adminEvents.push({ ...place, kind: event.kind, address, value: amountOf(event.value) })
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
  movement: Omit<SeenTransfer, 'value'>,
  event: TransferEvent,
  { ours, rules }: { ours: ReadonlySet<string>; rules: TokenRules },
): void {
  const { origin: _, ...touched } = movement
  const isIn = ours.has(movement.to)
  const isOut = ours.has(movement.from)
  const reason = reasonToIgnore(event, rules)
  const isInternal = isIn && isOut
  if (reason !== undefined || isInternal) {
    const address = isIn ? movement.to : movement.from
    found.ignored.push({ ...touched, address, value: event.value, reason: reason ?? 'internal' })
  }
  if (reason !== undefined) return
  const seen = { ...movement, value: amountOf(event.value) }
  if (isOut) found.outgoing.push(seen)
  else found.transfers.push(seen)
}

const concernsEverybody = (event: TokenEvent): boolean =>
  event.kind !== 'transfer' && event.account === undefined

const accountsOf = (event: TokenEvent): string[] => {
  if (event.kind === 'transfer') return [event.from, event.to]
  return event.account === undefined ? [] : [event.account]
}

function reasonToIgnore({ log, value }: TransferEvent, { token }: TokenRules): IgnoredReason | undefined {
  if (log.emitter !== token) return 'foreign_token'
  if (log.isFailed) return 'failed'
  if (value === 0n) return 'zero_value'
  return value > MAX_VALUE ? 'over_cap' : undefined
}

/** What is beyond the books is held at their end: a notice is for a person to read. */
const amountOf = (value: bigint): Usdt => (value > MAX_VALUE ? MAX_USDT : usdt(value * CHAIN_STEP))
