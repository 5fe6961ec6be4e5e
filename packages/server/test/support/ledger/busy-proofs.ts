import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { booksIn } from './books.js'
import { Dice } from './dice.js'
import { Operations } from './operations.js'
import { LedgerWorld } from './world.js'

const PER_TURN = 10
const PROVER = fileURLToPath(new URL('prove-again.ts', import.meta.url))

export interface BusyLedger {
  readonly location: DatabaseLocation
  readonly proofs: number
}

export interface Proofs {
  /** Messages of the first proof that found anything. */
  readonly found: readonly string[]
  /** Proofs during which blocks were booked. */
  readonly underWrites: number
}

/**
 * Proves a ledger again and again from another process, on snapshots as the server does, while random things happen to
 * it.
 *
 * @returns the proofs, and how many operations ran meanwhile
 */
export async function proveWhileBusy(
  busy: BusyLedger & { readonly seed: number },
): Promise<Proofs & { readonly operations: number }> {
  const { location, proofs, seed } = busy
  const world = await LedgerWorld.open(booksIn(location))
  try {
    const todo = new Operations(world, new Dice(seed))
    const args = ['--import', 'tsx', PROVER, JSON.stringify({ location, proofs })]
    const prover = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let isRunning = true
    const told = text(prover.stdout).finally(() => {
      isRunning = false
    })
    let operations = 0
    try {
      for (; isRunning; operations += PER_TURN) {
        for (let number = 0; number < PER_TURN; number += 1) await todo.next()
        // SQLite answers within one turn of the event loop, so the end of the prover would never be heard.
        await new Promise(setImmediate)
      }
    } finally {
      prover.kill()
    }
    return { ...(JSON.parse(await told) as Proofs), operations } // what the prover prints
  } finally {
    await world.books.close()
  }
}
