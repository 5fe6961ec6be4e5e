/** Saves a chain as JSON and loads it: settings, stakes, permissions and the transactions of its blocks, which are run again. */

import { signedBytes, transactionOfHex } from '../encoding/transaction-codec.js'
import type { Stake } from '../execution/resources.js'
import { type Settings, settingsOf } from '../settings.js'
import { Chain } from './chain.js'
import type { Permission } from './permissions.js'

export interface WrittenState {
  version: 1
  settings: Omit<Settings, 'balances'> & { balances: Record<string, string> }
  stakes: Record<string, Stake>
  permissions: Record<string, readonly Permission[]>
  blocks: { id: string; timestamp: number; branch: number; transactions: string[] }[]
  pending: string[]
}

export function writeState(chain: Chain): WrittenState {
  const balances = Object.entries(chain.settings.balances).map(([address, sun]) => [address, `${sun}`])
  return {
    version: 1,
    settings: { ...chain.settings, balances: Object.fromEntries(balances) },
    stakes: Object.fromEntries(chain.stakes),
    permissions: Object.fromEntries(chain.permissions),
    blocks: chain
      .history()
      .slice(1)
      .map(({ id, timestamp, branch, transactions }) => ({
        id,
        timestamp,
        branch,
        transactions: transactions.map(({ transaction }) => signedBytes(transaction)),
      })),
    pending: chain.pending.map(signedBytes),
  }
}

/** @throws Error when a block gets another id than the saved one */
export async function readState(written: WrittenState): Promise<Chain> {
  if (written.version !== 1) throw new Error('this state was written by another version')
  const balances = Object.entries(written.settings.balances).map(([address, sun]) => [address, BigInt(sun)])
  const chain = await Chain.create({
    ...settingsOf({}),
    ...written.settings,
    balances: Object.fromEntries(balances),
  })
  for (const [address, stake] of Object.entries(written.stakes)) chain.stakes.set(address, stake)
  for (const [address, permissions] of Object.entries(written.permissions))
    chain.permissions.set(address, permissions)
  for (const { id, timestamp, branch, transactions } of written.blocks) {
    await chain.restore(transactions.map(transactionOfHex), timestamp, branch, id)
  }
  for (const hex of written.pending) await chain.submit(transactionOfHex(hex))
  return chain
}
