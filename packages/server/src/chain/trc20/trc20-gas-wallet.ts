import type { GasWallet, TopUpFate } from '../../domain/chain/sweep-network.js'
import { encodeAddress } from '../../networks/spellings.js'
import type { Nodes } from '../nodes/nodes.js'
import { accountOfKey, signatureText, signHash } from '../wallet/recoverable-signature.js'
import { feeOf, headerOf, infoOf, sunAt } from './trc20-account.js'
import { SUN } from './trc20-fees.js'
import { hexOf, openTronCodec, referenceTo } from './trc20-signing.js'
import type { TronNode } from './trc20-transport.js'

/** How long a top-up is valid: short, so that a lost one is soon known to be dead. */
const LIFETIME_MS = 60_000
/** One URL may be a load balancer: a transaction counts as dead only this long after its expiry. */
const MARGIN_MS = 60_000
/** The most that a transfer of coins burns: one TRX for a new account, and its bytes. */
const MOST_FEE = (3 * SUN) / 2

/** Opens the wallet that pays for sweeps on TRON. @param key 64 hex digits */
export async function openTrc20GasWallet(nodes: Nodes<TronNode>, key: string): Promise<GasWallet> {
  const tronWeb = await openTronCodec()
  const address = encodeAddress('TRC20', accountOfKey(key))
  const owner = hexOf(address)

  return {
    address,

    coins: (signal) => nodes.step((node) => sunAt(node, owner, signal), signal),

    /** Two equal top-ups would be one transaction, so each has a time of its own. */
    next: (last, signal) =>
      nodes.step(async (node) => {
        const { timeAt } = await headerOf(node, 'wallet', signal)
        return Math.max(timeAt, last === undefined ? 0 : last + 1)
      }, signal),

    sign: (to, value, nonce, signal) =>
      nodes.step(async (node) => {
        const reference = await headerOf(node, 'walletsolidity', signal)
        const { timeAt } = await headerOf(node, 'wallet', signal)
        const expiresAt = timeAt + LIFETIME_MS
        const blockHeader = { ...referenceTo(reference), expiration: expiresAt, timestamp: nonce }
        const transaction = await tronWeb.transactionBuilder.sendTrx(hexOf(to), Number(value), owner, {
          blockHeader,
        })
        const signature = signatureText(signHash(Buffer.from(transaction.txID, 'hex'), key))
        const raw = JSON.stringify({ ...transaction, signature: [signature] })
        const worstCost = value + BigInt(MOST_FEE)
        return { txHash: transaction.txID, raw, to, value, worstCost, nonce, expiresAt }
      }, signal),

    async fate({ txHash, expiresAt }, signal) {
      const info = await nodes.step((node) => infoOf(node, 'wallet', txHash, signal), signal)
      // In this order: whatever was solidified by the block is reported.
      const answers = await nodes.askAll(async (node) => {
        const { timeAt } = await headerOf(node, 'walletsolidity', signal)
        return { timeAt, solid: await infoOf(node, 'walletsolidity', txHash, signal) }
      }, signal)
      const solid = answers.map(({ answer }) => answer.solid).find((each) => each !== undefined)
      const mined = solid ?? info
      if (mined) return { kind: 'mined', fee: feeOf(mined), isFinal: solid !== undefined } satisfies TopUpFate
      const isExpired = answers.every(({ answer: { timeAt } }) => timeAt > (expiresAt ?? 0) + MARGIN_MS)
      const isDead = answers.length >= Math.min(2, nodes.size) && isExpired
      return { kind: isDead ? 'dead' : 'pending' }
    },
  }
}
