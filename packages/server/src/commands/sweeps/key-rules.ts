import { createAddressBook } from '../../chain/wallet/address-book.js'
import { isAmongFirst } from '../../chain/wallet/wallet-rules.js'
import type { Chain } from '../../domain/chain/chain.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { descriptionOf } from '../../networks/networks.js'

/** @throws OperatorError if a key that sweeps use has another use */
export async function requireOwnKey(
  tx: Tx,
  chain: Chain,
  wallet: string,
  name: 'gas' | 'staking',
): Promise<void> {
  const { environment, network } = chain
  const id = { environment, network }
  const refuse = (why: string): never => {
    throw new OperatorError(`the ${name} key belongs to ${wallet}, ${why}: use a key of its own`)
  }
  if (wallet === chain.sender?.wallet) refuse('the hot wallet')
  if (await tx.wallets.wasHot({ ...id, wallet })) refuse('which signed withdrawals here')
  const isOurs = (await tx.addresses.listKnown(id, [wallet])).length > 0
  if (isOurs || isAmongFirst({ derive: (index) => chain.deriveAddress(index) }, wallet))
    refuse('an address that receives payments')
  if (isAmongFirst(createAddressBook(network, descriptionOf(network).sandboxXpub), wallet))
    refuse('whose key is public')
}
