import type { Chain } from '../domain/chains.js'
import { recordStep } from '../domain/payments.js'
import type { Context, Store } from '../domain/ports.js'
import type { Worker } from './worker.js'

/** Follows one network: reads a step with no transaction open, then books it in one. */
export function chainWatcher(store: Store, context: Context, chain: Chain, everyMs: number): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  return {
    name: `chain-watcher ${environment} ${network}`,
    everyMs,
    async tick(signal) {
      const cursor = await store.read((tx) => tx.cursors.find(id))
      if (!cursor) throw new Error('the network has no cursor')
      const step = await chain.next(cursor.block, signal)
      if (step.kind === 'idle') return 0
      const handled = await store.write((tx) => recordStep(tx, context, cursor, step))
      // Another writer was faster: look again at once.
      return handled ?? 1
    },
  }
}

/** Puts the cursor at the head of a network that was never followed, before its first address is leased. */
export async function startCursor(store: Store, chain: Chain): Promise<void> {
  const { environment, network } = chain
  const head = await chain.head()
  await store.write((tx) => tx.cursors.insert({ environment, network }, head))
}
