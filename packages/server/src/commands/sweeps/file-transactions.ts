import { sweepBuilder } from '../../chain/sweep-codec.js'
import { readSignature, signerOf } from '../../chain/wallet/recoverable-signature.js'
import type { Chain } from '../../domain/chain/chain.js'
import type { RawTransaction } from '../../domain/chain/raw-transaction.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { requireSoundTerms } from '../../domain/sweeps/plan-limits.js'
import type { SignedSweeps, SweepItem } from '../../domain/sweeps/sweep-file.js'
import { encodeAddress, isSameAddress } from '../../networks/spellings.js'
import type { SweptChain } from './swept-chain.js'

/** The settings of a network that a file is compared with. */
interface SweptSettings extends Pick<SweptChain, 'chainId' | 'token' | 'destination'> {
  readonly chain: Pick<Chain, 'deriveAddress'>
}

/** An item of a plan with its transaction. */
export interface SignedItem extends SweepItem {
  readonly transaction: RawTransaction
}

/**
 * Builds the transactions of a signed file from its plan. No byte of the file itself is ever sent.
 *
 * @throws OperatorError for the first difference from the settings, and for the first signature that is not the one of
 *   its address
 */
export async function buildSigned(
  { plan, signatures }: SignedSweeps,
  swept: SweptSettings,
): Promise<SignedItem[]> {
  const { network, chainId, token, target, destination, items, terms } = plan
  requireSoundTerms(terms)
  if (chainId !== swept.chainId)
    throw new OperatorError(`the file is for chain ${chainId}, and the settings are for ${swept.chainId}`)
  if (!isSameAddress(network, token, swept.token))
    throw new OperatorError(`the file moves the token ${token}, and the settings have ${swept.token}`)
  const expected = swept.destination(target)
  if (!isSameAddress(network, destination, expected))
    throw new OperatorError(
      `the file sends to ${destination}, and the ${target} wallet of the settings is ${expected}`,
    )
  const build = await sweepBuilder(plan)
  const signed: SignedItem[] = []
  for (const [at, item] of items.entries()) {
    const { index, address } = item
    if (swept.chain.deriveAddress(index) !== address)
      throw new OperatorError(`${address} is not the address at index ${index} of the wallet`)
    const built = await build(item)
    const signature = signatures[at] ?? ''
    const parsed = readSignature(signature)
    const signer = parsed && signerOf(parsed, built.digest)
    if (!signer || encodeAddress(network, signer) !== address)
      throw new OperatorError(`the transaction of ${address} is not signed by its key`)
    signed.push({ ...item, transaction: built.sign(signature) })
  }
  return signed
}
