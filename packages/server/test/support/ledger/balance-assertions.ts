import { expect } from 'vitest'
import { verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import type { Store } from '../../../src/domain/store/store.js'
import { type DatabaseLocation, openStore } from '../../../src/storage/open.js'

/** Verifies the ledger of a store; a failure prints the message of every violation. */
export async function expectBalanced(store: Store): Promise<void> {
  const { checks } = await store.read((tx) => verifyLedger(tx))
  expect(checks.flatMap(({ violations }) => violations.map(({ message }) => message))).toEqual([])
}

/** Verifies the ledger of a database, also while a server runs on it. */
export async function expectBalancedIn(database: DatabaseLocation): Promise<void> {
  const silent = () => undefined
  const store = await openStore({ database, now: Date.now(), onCommit: silent, onDamage: silent })
  try {
    await expectBalanced(store)
  } finally {
    await store.close()
  }
}
