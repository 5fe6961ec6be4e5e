import type { KeyUse } from '../../domain/merchants/key-use.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

/** Records when API keys were last used. */
export function keyUseRecorder(store: Store, keyUse: KeyUse): Worker {
  return {
    name: 'key-use-recorder',
    everyMs: 5_000,
    async tick() {
      const used = keyUse.due()
      if (used.length === 0) return 0
      await store.write(async (tx) => {
        for (const [keyId, at] of used) await tx.apiKeys.markUsed(keyId, at)
      })
      keyUse.recorded(used)
      return used.length
    },
  }
}
