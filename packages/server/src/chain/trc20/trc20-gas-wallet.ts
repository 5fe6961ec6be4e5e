import type { GasWallet } from '../../domain/chain/sweep-network.js'
import { encodeAddress } from '../../networks/spellings.js'
import type { Nodes } from '../nodes/nodes.js'
import { accountOfKey, signatureText, signHash } from '../wallet/recoverable-signature.js'
import { headerOf, sunAt } from './trc20-account.js'
import { LIFETIME_MS, readFate } from './trc20-fate.js'
import { SUN } from './trc20-fees.js'
import { hexOf, openTronCodec, referenceTo } from './trc20-signing.js'
import type { TronNode } from './trc20-transport.js'

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

    fate: ({ txHash, expiresAt }, signal) => readFate(nodes, { txHash, expiresAt: expiresAt ?? 0 }, signal),
  }
}
