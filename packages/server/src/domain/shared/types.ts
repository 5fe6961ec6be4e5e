export type Environment = 'live' | 'test'
export type Network = 'TRC20' | 'ERC20'

/** An instant: milliseconds since the Unix epoch, UTC. */
export type Instant = number

/** Three readings of the time. In a server the first two are the same: the machine's time without its jumps. */
export interface Clock {
  /** Business time: when something was done, and when what is in the books falls due. Tests can stop it. */
  now(): Instant
  /** Time that goes on while business time stands still: who holds a lease, and how long ago something was. */
  real(): Instant
  /** What the machine's clock shows, right or wrong: for the stamps of signatures, which others hold against their own. */
  wall(): Instant
}

/** Where unguessable and unique names come from. */
export interface Ids {
  /** UUID version 7, ascending within the process, also where the clock goes back. */
  uuid(): string
  /** `length` characters of the alphabet, uniformly random. */
  random(alphabet: string, length: number): string
  /** 32 random bytes in base64url, 43 characters. */
  secret(): string
}

/** (merchant, environment): every row a merchant can see belongs to one. */
export interface Scope {
  readonly merchantId: string
  readonly environment: Environment
}

/** Name of a scope, where a text names it. */
export const scopeName = ({ merchantId, environment }: Scope): string => `${merchantId}/${environment}`

export interface Page {
  readonly limit: number
  readonly offset: number
  /** The page begins behind this row. */
  readonly after?: Position
}

/** Where a row stands in a list, newest first. */
export interface Position {
  readonly createdAt: Instant
  readonly id: string
}

export interface Listed<Row> {
  readonly rows: Row[]
  readonly total: number
  /** The last of these rows, where more follow. */
  readonly next: Position | undefined
}

/** (environment, network): what one watcher follows with one cursor. */
export interface ChainId {
  readonly environment: Environment
  readonly network: Network
}

/** Every network in both environments, followed or not. */
export const ALL_CHAINS: readonly ChainId[] = (['live', 'test'] as const).flatMap((environment) =>
  (['ERC20', 'TRC20'] as const).map((network) => ({ environment, network })),
)

export interface BlockRef {
  readonly number: number
  readonly hash: string
  /** The block's own time. */
  readonly timeAt: Instant
}

/** How far a network was read. A new `revision` makes whatever was read before stale. */
export interface Cursor extends ChainId {
  readonly block: BlockRef
  readonly revision: number
}
