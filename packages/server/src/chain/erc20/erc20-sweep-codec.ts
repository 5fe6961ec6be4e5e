import { OperatorError } from '../../domain/shared/operator-error.js'
import type { SweepBuilder } from '../../domain/sweeps/built-sweep.js'
import type { SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { evmDescriptionOf } from '../../networks/evm-networks.js'
import { transferCall } from './erc20-signing.js'

/** Builds the transfers of a plan: the whole balance of an address, at its next nonce. */
export async function erc20SweepBuilder({
  network,
  chainId,
  token,
  destination,
  terms,
}: SweepPlan): Promise<SweepBuilder> {
  if (terms.kind !== 'gas') throw new OperatorError('the plan has terms of another network')
  const { Transaction } = await import('ethers')
  const { decimals } = evmDescriptionOf(network)
  return async ({ amount, nonce }) => {
    const transaction = Transaction.from({
      type: 2,
      chainId,
      nonce,
      to: token,
      data: transferCall(destination, amount, decimals),
      value: 0n,
      gasLimit: terms.gasLimit,
      maxFeePerGas: terms.maxFee,
      maxPriorityFeePerGas: terms.tip,
    })
    return {
      digest: Buffer.from(transaction.unsignedHash.slice(2), 'hex'),
      sign(signature) {
        transaction.signature = `0x${signature}`
        const { hash, serialized } = transaction
        if (hash === null) throw new Error('a signed transaction has no hash')
        return { txHash: hash, raw: serialized }
      },
    }
  }
}
