import { type Erc20Options, openErc20 } from '../../../src/chain/erc20/erc20.js'
import { cacheDerived, createAddressBook } from '../../../src/chain/wallet/address-book.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import { clockOf } from '../../../src/runtime/clock.js'

/** Of the public test wallet «abandon … about»: other accounts than those that anvil has. */
export const XPUB =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
/** As a server remembers them: the gap behind the last one leased is asked for again and again. */
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

/** USDT at that address, over those nodes, for the wallet of {@link OURS}; time stands still unless it is given. */
export function openEthereum(
  options: Pick<Erc20Options, 'urls' | 'token' | 'chainId'> & Partial<Erc20Options>,
): Promise<Chain> {
  return openErc20({
    environment: 'test',
    network: 'ERC20',
    book,
    ours: new AddressFilter(),
    confirmations: 3,
    callsPerDay: 0,
    callsPerSecond: 0,
    clock: clockOf(() => Date.now()),
    monotonic: () => 0,
    ...options,
  })
}
