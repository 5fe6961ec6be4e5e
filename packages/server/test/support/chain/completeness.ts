import { deepStrictEqual, ok } from 'node:assert/strict'
import { sha256 } from '../../../../../test-support/nodes/canned-tron-node.js'
import type { CreditingFollower } from './crediting-follower.js'

const BLOCKS = 500
/** With less of it a run proves nothing. */
const FEWEST = 100

/** What one answer about a block is instead of what it should be. */
export interface Plan<Target extends string = string> {
  readonly target: Target
  readonly fault: string
}

/** A network of one node, whose blocks follow from a seed. */
export interface FaultyNetwork<Target extends string = string> {
  /** Every fault of every answer there is. */
  readonly plans: readonly Plan<Target>[]
  /** Follows the chain as it grows to so many blocks, each with a fault of its own, if there is to be any. */
  readWhole(seed: string, blocks: number, faultAt?: (block: number) => Plan<Target>): Promise<Read>
}

export interface Read {
  readonly booked: readonly string[]
  readonly credited: readonly string[]
  readonly ignored: readonly string[]
  /** Faults that really were in an answer. */
  readonly faults: number
}

export interface FaultyReads {
  readonly clean: Read
  readonly runs: number
  /** In all runs together. */
  readonly faults: number
}

/** A number below `below` that follows from the seed and a name. */
export const drawn = (seed: string, name: string, below: number): number =>
  Number.parseInt(sha256(`${seed}/${name}`).slice(0, 8), 16) % below

export const plansOf = <Target extends string>(
  targets: readonly Target[],
  faults: object,
): readonly Plan<Target>[] =>
  targets.flatMap((target) => Object.keys(faults).map((fault) => ({ target, fault })))

export const readOf = ({ books, credited }: CreditingFollower, faults: number): Read => ({
  booked: books.paid.map((each) => JSON.stringify(each, bigintAsText)),
  credited: [...credited].sort(),
  ignored: books.ignored.map((each) => JSON.stringify(each, bigintAsText)).sort(),
  faults,
})

/**
 * Reads a chain without a fault and once for each of `runs`, with another plan at every block: as many runs as there
 * are plans have each of them at each block.
 *
 * @throws AssertionError where a read has not the same, or had hardly a fault
 */
export async function readWithFaults<Target extends string>(
  { plans, readWhole }: FaultyNetwork<Target>,
  seed: string,
  runs: readonly number[] = [...plans.keys()],
): Promise<FaultyReads> {
  const clean = await readWhole(seed, BLOCKS)
  ok(clean.booked.length > FEWEST, `seed ${seed}: only ${clean.booked.length} transfers`)
  deepStrictEqual(clean.credited.length, clean.booked.length)
  let faults = 0
  for (const run of runs) {
    const planOf = (block: number) => plans[(block + run) % plans.length]
    const read = await readWhole(seed, BLOCKS, (block) => planOf(block) ?? missing())
    deepStrictEqual({ ...read, faults: 0 }, clean, `seed ${seed}, run ${run}: not the same`)
    ok(read.faults > FEWEST, `seed ${seed}, run ${run}: only ${read.faults} faults`)
    faults += read.faults
  }
  return { clean, runs: runs.length, faults }
}

const missing = () => {
  throw new Error('there are no plans')
}

const bigintAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
