import type { NetworkDescription } from './network-description.js'

/** A stop of transfers by the token's owner, which a function of the token reports. */
export type TokenStop = 'paused' | 'deprecated' | 'fee' | 'blacklist'

/** A network whose nodes answer as Ethereum's do. */
export interface EvmDescription extends NetworkDescription {
  /** The stops that its token has: the others are not asked for. */
  readonly tokenStops: readonly TokenStop[]
  /**
   * Whether only final blocks are read, by ranges: blocks are final within seconds, and too many to read the header of each.
   */
  readonly isReadFinal: boolean
}
