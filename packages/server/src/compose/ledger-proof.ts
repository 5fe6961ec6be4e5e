import { Worker } from 'node:worker_threads'
import { type LedgerReport, verifyLedger } from '../domain/ledger/ledger-verify.js'
import { type DatabaseLocation, openStore } from '../storage/open.js'

/** Proves the ledger of a database on one snapshot. @param signal ends a proof that is under way, as far as it can be */
export type ProveLedger = (database: DatabaseLocation, signal: AbortSignal) => Promise<LedgerReport>

/** Proves it on connections of its own. On SQLite nothing else of the thread runs meanwhile. */
export async function proveLedger(database: DatabaseLocation): Promise<LedgerReport> {
  const silent = () => undefined
  const store = await openStore({ database, now: 0, onCommit: silent, onDamage: silent, isInspection: true })
  try {
    return await store.read((tx) => verifyLedger(tx))
  } finally {
    await store.close()
  }
}

/** Proves it in a thread of its own, so that the event loop goes on. */
export async function proveInThread(database: DatabaseLocation, signal: AbortSignal): Promise<LedgerReport> {
  signal.throwIfAborted()
  // Preloads of the process are not for a thread that only reads.
  const options = { workerData: database, execArgv: [] }
  const thread = new Worker(new URL('./ledger-proof-thread.js', import.meta.url), options)
  const end = () => void thread.terminate()
  signal.addEventListener('abort', end)
  try {
    return await new Promise<LedgerReport>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the proof of the ledger was ended')))
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}
