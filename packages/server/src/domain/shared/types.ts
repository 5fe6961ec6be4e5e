import { NETWORKS, type Network } from '../../networks/networks.js'

export type { Network }

export const ENVIRONMENTS = ['live', 'test'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** An instant: milliseconds since the Unix epoch, UTC. */
export type Instant = number

/** Three readings of the time. In a server `now` and `real` are equal: the machine's time without its jumps. */
export interface Clock {
  /** Business time: timestamps and due times of records. Tests can stop it. */
  now(): Instant
  /** Time that continues while business time is stopped: leases and elapsed times. */
  real(): Instant
  /** The machine's clock as it is: for the timestamps of signatures, which other parties compare with their own clock. */
  wall(): Instant
}

/** Source of unique ids and of secrets. */
export interface Ids {
  /** UUID version 7, ascending within the process even if the clock is set back. */
  uuid(): string
  /** `length` uniformly random characters of the alphabet. */
  random(alphabet: string, length: number): string
  /** 32 random bytes in base64url, 43 characters. */
  secret(): string
}

/** The alphabet of order and withdrawal numbers, without letters that look like digits. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The alphabet of the tokens in URLs. */
export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** (merchant, environment): the owner of every row that a merchant can see. */
export interface Scope {
  readonly merchantId: string
  readonly environment: Environment
}

/** Formats a scope as a key. */
export const scopeName = ({ merchantId, environment }: Scope): string => `${merchantId}/${environment}`

/** A span of time; open where an end is undefined. */
export interface TimeRange {
  readonly from?: Instant | undefined
  /** The first instant after it. */
  readonly to?: Instant | undefined
}

export interface Page {
  readonly limit: number
  readonly offset: number
  /** The page starts after this row. */
  readonly after?: Position
}

/** Position of a row in a list that is sorted newest first. */
export interface Position {
  readonly createdAt: Instant
  readonly id: string
}

/** The rows of a list. */
export interface ListTotal {
  readonly total: number
  /** Whether the list has more rows than were counted. */
  readonly isAtLeast: boolean
}

/** A page of a list. */
export interface Listed<Row> extends ListTotal {
  readonly rows: Row[]
  /** The last row of the page if more rows follow. */
  readonly next: Position | undefined
}

/** (environment, network): one chain, followed by one watcher with one cursor. */
export interface ChainId {
  readonly environment: Environment
  readonly network: Network
}

/** All networks in both environments, whether they are followed or not, in the order in which they are locked. */
export const ALL_CHAINS: readonly ChainId[] = ENVIRONMENTS.flatMap((environment) =>
  [...NETWORKS].sort().map((network) => ({ environment, network })),
)

export interface BlockRef {
  readonly number: number
  readonly hash: string
  /** Timestamp of the block. */
  readonly timeAt: Instant
}

/** The last recorded block of a network. A new `revision` makes everything read before stale. */
export interface Cursor extends ChainId {
  readonly block: BlockRef
  readonly revision: number
  /** The first block that another node has to read again, if any. */
  readonly owedFrom?: number | null
}
