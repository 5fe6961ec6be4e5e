import { createHash } from 'node:crypto'
import type { Sender } from '../../domain/chain/sender.js'
import { usdt } from '../../domain/shared/money.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { readDestination } from '../../networks/spellings.js'
import { sandboxAddress } from './sandbox-addresses.js'

/** Blocks after which an unmined transaction expires. */
const LIFETIME_BLOCKS = 20
/** A transaction written just in time may be read a moment later. */
const GRACE_BLOCKS = 2

/** The sandbox chain as its sender sees it. */
export interface SandboxSenderOptions extends ChainId {
  readonly store: Store
  readonly depth: number
  headNumber(): number
  /** Time of a block, also of a future one. */
  timeOf(blockNumber: number): number
}

/**
 * Signs and sends on a sandbox network, from a hot wallet with unlimited funds. Some destinations make a withdrawal
 * fail, so that merchants can test it: one reverts, one is never mined.
 */
export function sandboxSender(options: SandboxSenderOptions): Sender {
  const { environment, network, store, depth, headNumber } = options
  const id = { environment, network }
  const wallet = sandboxAddress(network, 'hot-wallet')
  const readRaw = (raw: string) => JSON.parse(raw) as { to: string; value: string; expires: number } // signed below

  return {
    wallet,

    async head() {
      const number = headNumber()
      return { number, timeAt: options.timeOf(number) }
    },

    async prepare({ withdrawalId, to: input, amount }, slot) {
      const to = readDestination(network, input) ?? input
      const nonce = slot.nonce ?? 0
      const expires = headNumber() + LIFETIME_BLOCKS
      const raw = JSON.stringify({ ...id, withdrawalId, wallet, nonce, to, value: `${amount}`, expires })
      const txHash = createHash('sha256').update(raw).digest('hex')
      return { txHash, wallet, nonce, raw, expiresAt: options.timeOf(expires + 1) }
    },

    async broadcast({ txHash, raw }) {
      const { to, value, expires } = readRaw(raw)
      if (to === sandboxAddress(network, 'never-mined')) return { kind: 'accepted' }
      await store.write(async (tx) => {
        // Like a payment, it lands in a block that is not recorded yet, and the lock keeps that block from being
        // recorded.
        await tx.cursors.lock(id)
        const cursor = await tx.cursors.find(id)
        const blockNumber = Math.max(headNumber(), cursor?.block.number ?? 0) + 1
        if (blockNumber > expires) return
        const block = { blockNumber, blockTimeAt: options.timeOf(blockNumber) }
        const transfer = { ...id, txHash, from: wallet, to, value: usdt(BigInt(value)), ...block }
        await tx.sandbox.insertTransfer(transfer)
      })
      return { kind: 'accepted' }
    },

    async track({ payment: { txHash, raw } }) {
      const { to, expires } = readRaw(raw)
      const mined = await store.read((tx) => tx.sandbox.findTransfer({ ...id, txHash }))
      const confirmations = mined ? headNumber() - mined.blockNumber + 1 : 0
      if (!mined) {
        return headNumber() > expires + GRACE_BLOCKS
          ? { kind: 'dead', failureCode: 'expired_unbroadcast', isForeign: false }
          : { kind: 'unknown' }
      }
      if (confirmations <= 0) return { kind: 'unknown' }
      if (confirmations < depth) return { kind: 'mined', confirmations }
      const isReverted = to === sandboxAddress(network, 'reverts')
      return { kind: isReverted ? 'reverted' : 'completed', confirmations }
    },
  }
}
