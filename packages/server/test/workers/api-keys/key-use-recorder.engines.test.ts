import { expect, it } from 'vitest'
import { createApiKey } from '../../../src/domain/merchants/api-keys.js'
import { KeyUse } from '../../../src/domain/merchants/key-use.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { Store } from '../../../src/domain/store/store.js'
import { keyUseRecorder } from '../../../src/workers/api-keys/key-use-recorder.js'
import { contextAt, handClock } from '../../support/domain/context.js'
import { ENGINES, openDatabase } from '../../support/storage/engines.js'
import { merchant } from '../../support/storage/store-rows.js'

const KEYS = 30
const ROUNDS = 10
const SCOPE = { merchantId: 'shop', environment: 'test' } as const

it.each(ENGINES)(
  'uses of keys on two servers, in another order on each, are recorded once on %s',
  async (engine) => {
    const { store, another } = await openDatabase(engine)
    const other = await another()
    const context = contextAt(handClock())
    const keys = await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      const wanted = { ...SCOPE, name: 'key', scopes: KEY_SCOPES, issuedBy: null }
      const made: string[] = []
      while (made.length < KEYS) made.push((await createApiKey(tx, context, wanted)).key.keyId)
      return made
    })
    let runs = 0
    const record = async (on: Store, keyIds: readonly string[], at: number) => {
      const use = new KeyUse()
      for (const keyId of keyIds) use.note(keyId, at)
      // A unit of work runs again after a deadlock.
      const write: Store['write'] = (work) =>
        on.write((tx) => {
          runs += 1
          return work(tx)
        })
      const counted = { ...on, write }
      await keyUseRecorder(counted, use).tick(new AbortController().signal)
    }
    for (let round = 1; round <= ROUNDS; round += 1)
      await Promise.all([record(store, keys, round), record(other, keys.toReversed(), round)])
    expect(runs).toBe(2 * ROUNDS)
    const found = await store.read((tx) => tx.apiKeys.find(keys[0] ?? ''))
    expect(found?.lastUsedAt).toBe(ROUNDS)
  },
)
