import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { Dice } from './dice.js'
import { ledgerIn } from './ledger-database.js'
import { Operations } from './operations.js'
import { LedgerWorld } from './world.js'

const PER_CHECK = 10
const PROVER = fileURLToPath(new URL('proof-process.ts', import.meta.url))

export interface BusyLedger {
  readonly location: DatabaseLocation
  readonly proofs: number
}

export interface Proofs {
  /** Messages of the first proof that found violations. */
  readonly found: readonly string[]
  /** Proofs during which blocks were recorded. */
  readonly underWrites: number
}

/**
 * Proves a ledger repeatedly from another process, on snapshots as the server does, while random operations run on it.
 *
 * @returns the proofs, and the number of operations that ran meanwhile
 */
export async function proveWhileBusy(
  busy: BusyLedger & { readonly seed: number },
): Promise<Proofs & { readonly operations: number }> {
  const { location, proofs, seed } = busy
  const world = await LedgerWorld.open(ledgerIn(location))
  try {
    const random = new Operations(world, new Dice(seed))
    const args = ['--import', 'tsx', PROVER, JSON.stringify({ location, proofs })]
    const prover = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let isRunning = true
    const output = text(prover.stdout).finally(() => {
      isRunning = false
    })
    let operations = 0
    try {
      for (; isRunning; operations += PER_CHECK) {
        for (let number = 0; number < PER_CHECK; number += 1) await random.next()
        // SQLite answers within one turn of the event loop; without this turn the end of the prover is never noticed.
        await new Promise(setImmediate)
      }
    } finally {
      prover.kill()
    }
    return { ...(JSON.parse(await output) as Proofs), operations } // printed by the prover
  } finally {
    await world.database.close()
  }
}
