import { Worker } from 'node:worker_threads'
import { type LedgerReport, verifyLedger } from '../domain/ledger/ledger-verify.js'
import { type DatabaseLocation, openStore } from '../storage/open.js'

/** Proves the ledger of a database on one snapshot. @param signal ends a running proof, if it can be ended */
export type ProveLedger = (database: DatabaseLocation, signal: AbortSignal) => Promise<LedgerReport>

/** Proves the ledger on its own connections. On SQLite this blocks the thread. */
export async function proveLedger(database: DatabaseLocation): Promise<LedgerReport> {
  const silent = () => undefined
  const store = await openStore({ database, now: 0, onCommit: silent, onDamage: silent, isInspection: true })
  try {
    return await store.read((tx) => verifyLedger(tx))
  } finally {
    await store.close()
  }
}

/** Proves the ledger in another thread, so that the event loop is not blocked. */
export async function proveInThread(database: DatabaseLocation, signal: AbortSignal): Promise<LedgerReport> {
  signal.throwIfAborted()
  // Without the preloads of the process, which a thread that only reads does not need.
  const options = { workerData: database, execArgv: [] }
  const thread = new Worker(new URL('./ledger-proof-thread.js', import.meta.url), options)
  const end = () => void thread.terminate()
  signal.addEventListener('abort', end)
  try {
    return await new Promise<LedgerReport>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the proof of the ledger was stopped before it finished')))
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Makes damage that only the proof of the ledger finds end the server, as any other damage does. */
export const proverOf =
  (database: DatabaseLocation, prove: ProveLedger, onDamage: (error: Error) => void) =>
  async (signal: AbortSignal): Promise<LedgerReport> => {
    try {
      return await prove(database, signal)
    } catch (error) {
      // Compared by name: the class would load the driver, and an error of a thread is a copy.
      if (error instanceof Error && error.name === 'DatabaseDamaged') onDamage(error)
      throw error
    }
  }
