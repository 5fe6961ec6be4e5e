import { OperatorError } from '../../domain/shared/operator-error.js'
import type { SweepBuilder } from '../../domain/sweeps/built-sweep.js'
import type { SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { buildTransfer, hexOf, openTronCodec } from './trc20-signing.js'

/** Builds the transfers of a plan: the whole balance of an address, valid until the plan expires. */
export async function trc20SweepBuilder({ token, destination, terms }: SweepPlan): Promise<SweepBuilder> {
  if (terms.kind !== 'energy') throw new OperatorError('the plan has terms of another network')
  const tronWeb = await openTronCodec()
  return async ({ address, amount }) => {
    const transaction = await buildTransfer(
      tronWeb,
      { owner: hexOf(address), token: hexOf(token) },
      {
        to: destination,
        amount,
        feeLimit: Number(terms.feeLimit),
        reference: terms.reference,
        expiresAt: terms.expiresAt,
        timestamp: terms.signedAt,
      },
    )
    return {
      digest: Buffer.from(transaction.txID, 'hex'),
      sign: (signature) => ({
        txHash: transaction.txID,
        raw: JSON.stringify({ ...transaction, signature: [signature] }),
      }),
    }
  }
}
