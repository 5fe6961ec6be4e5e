import { type Erc20Options, openErc20 } from '../../../src/chain/erc20/erc20.js'
import { cacheDerived, createAddressBook } from '../../../src/chain/wallet/address-book.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import { clockOf } from '../../../src/runtime/clock.js'
import { nodesAt, type TestNodes } from './node-access.js'

/** Account of the public test wallet "abandon … about", whose addresses differ from those of anvil. */
export const XPUB =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
/** Size of the cache of derived addresses, as in a server: the gap behind the last lease is derived repeatedly. */
const REMEMBERED = 256
const book = cacheDerived(createAddressBook('ERC20', XPUB), REMEMBERED)
const LEASED = 20

/** The addresses of our wallet, the control address first. */
export const OURS: readonly string[] = Array.from({ length: LEASED }, (_, index) => book.derive(index))

export const watchedOurs: WatchedAddresses = {
  since: async (index, limit) =>
    OURS.map((address, at) => ({ index: at, address }))
      .slice(index + 1)
      .slice(0, limit),
  ours: async (addresses) => new Set(addresses.filter((address) => OURS.includes(address))),
}

/** Opens USDT for the wallet of {@link OURS}; the monotonic clock stands still by default. */
export function openEthereum({
  urls,
  access,
  ...options
}: TestNodes & Pick<Erc20Options, 'token' | 'chainId'> & Partial<Erc20Options>): Promise<Chain> {
  return openErc20({
    environment: 'test',
    network: 'ERC20',
    book,
    ours: new AddressFilter(),
    confirmations: 3,
    nodes: nodesAt(urls, access),
    clock: clockOf(() => Date.now()),
    monotonic: () => 0,
    ...options,
  })
}
