import type { ChainHealth } from './chain-health.js'
import type { Chain } from './chains.js'
import type { Order } from './orders.js'
import type { Policy } from './policy.js'
import type { SandboxChain } from './sandbox-chain.js'
import type { Screening } from './screening.js'
import type { Tx } from './tables.js'
import type { Vault } from './vault.js'

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

/** What domain functions need besides their transaction. */
export interface Context {
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly policy: Policy
  /** Undefined where the network is switched off in that environment. */
  chain(id: ChainId): Chain | undefined
  sandbox(id: ChainId): SandboxChain | undefined
  readonly screening: Screening
  readonly health: Pick<ChainHealth, 'noteStep' | 'noteHead' | 'noteBooked' | 'noteMissed' | 'isFollowed'>
}

export interface Store {
  /** Runs `work` on committed rows. @throws Unavailable when the database cannot be reached */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in one transaction; resolves after COMMIT. `work` may run more than once, and only its last run counts.
   *
   * @throws Unavailable when the database is locked, full or out of reach, or too much waits already; OutcomeUnknown when
   *   the database went out of reach while it committed
   */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The same store for the workers: their units go before those of calls and are never refused for a full queue. */
  forWorkers(): Store
  close(): Promise<void>
}

/** What a commit changed, for those who wait: event streams and the dispatcher. */
export interface Committed {
  readonly orders: readonly Order[]
  /** Names of the environments in which an event or a delivery was stored or released. */
  readonly told: ReadonlySet<string>
  /** There is a delivery, or an event that nobody gets. */
  readonly deliveries: boolean
  readonly withdrawals: boolean
}

/** The database cannot answer now and nothing was done: locked, full, or closing. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** The answer to a COMMIT was lost and nobody can tell what became of it: everything was done, or nothing. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Another writer was faster or in the way, and nothing was done: where several can write the store runs the unit
 * again before anybody hears of it. */
export class LostRace extends Unavailable {
  override readonly name = 'LostRace'
}
