import { HDKey } from '@scure/bip32'
import { createAddressBook } from '../../packages/server/src/chain/wallet/address-book.js'
import { compare, type Result, rate } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

const CALLS = sized(500)

/** Derives and encodes the next address of a wallet, against the child key alone from @scure/bip32. */
export async function addressDerivation(): Promise<Result[]> {
  const { publicExtendedKey } = HDKey.fromMasterSeed(Buffer.alloc(32, 1)).derive("m/44'/195'/0'/0")
  const change = HDKey.fromExtendedKey(publicExtendedKey)
  const book = createAddressBook('TRC20', publicExtendedKey)
  return [
    await compare(
      'address from an xpub, against the child key from @scure/bip32',
      '≥ 0.9',
      async () => rate(CALLS, (index) => change.deriveChild(index)),
      async () => rate(CALLS, (index) => book.derive(index)),
    ),
  ]
}
