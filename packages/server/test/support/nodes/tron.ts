import { openTrc20, type Trc20Options } from '../../../src/chain/trc20/trc20.js'
import { cacheDerived, createAddressBook } from '../../../src/chain/wallet/address-book.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { TRC20 } from '../../../src/networks/trc20.js'
import { clockOf } from '../../../src/runtime/clock.js'
import { nodesAt, type TestNodes } from './node-access.js'

/** Chain id of the Nile network. */
export const TRON_CHAIN_ID = 3_448_148_188

/** Account of the public test wallet "abandon … about", whose addresses differ from those of the development node. */
export const XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
/** Size of the cache of derived addresses, as in a server: the gap behind the last lease is derived repeatedly. */
const REMEMBERED = 256
export const BOOK = cacheDerived(createAddressBook('TRC20', XPUB), REMEMBERED)
const LEASED = 20

export const tronHex = (address: string): string =>
  Buffer.from(TRC20.decodeAddress(address) ?? []).toString('hex')
export const encodeTron = (hex: string): string => encodeAddress('TRC20', Buffer.from(hex, 'hex'))

/** The addresses of our wallet, the control address first. */
export const OURS: readonly string[] = Array.from({ length: LEASED }, (_, index) => BOOK.derive(index))
/** The 20 bytes of each address, in hex. */
export const OURS_HEX: readonly string[] = OURS.map(tronHex)

const NAMED = OURS.map((address, index) => ({ index, address }))
const KNOWN: ReadonlySet<string> = new Set(OURS)

export const watchedOurs: WatchedAddresses = {
  since: async (after, limit) => NAMED.slice(after + 1).slice(0, limit),
  ours: async (addresses) => new Set(addresses.filter((address) => KNOWN.has(address))),
}

/** Both clocks, moved by hand; `sleep` moves them too. */
export class HandTime {
  constructor(public at: number) {}
  readonly clock = clockOf(() => this.at)
  readonly monotonic = () => this.at
  readonly sleep = async (ms: number) => {
    this.at += ms
  }
}

/** Opens USDT for the wallet of {@link OURS}; `time` begins now by default. */
export function openTron(
  { urls, access, ...options }: TestNodes & Pick<Trc20Options, 'token'> & Partial<Trc20Options>,
  time = new HandTime(Date.now()),
): Promise<Chain> {
  return openTrc20({
    ...{ environment: 'test', network: 'TRC20', chainId: TRON_CHAIN_ID, confirmations: 1 },
    ...{ book: BOOK, ours: new AddressFilter(), nodes: nodesAt(urls, access), random: () => 0.5 },
    ...{ clock: time.clock, monotonic: time.monotonic, sleep: time.sleep },
    ...options,
  })
}
