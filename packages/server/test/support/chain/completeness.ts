import { deepStrictEqual, ok } from 'node:assert/strict'
import { sha256 } from '../../../../../test-support/nodes/canned-tron-node.js'
import type { CreditingFollower } from './crediting-follower.js'

const BLOCKS = 500
/** Fewest transfers and faults of a run that proves anything. */
const FEWEST = 100

/** A fault of one answer about a block. */
export interface Plan<Target extends string = string> {
  readonly target: Target
  readonly fault: string
}

/** A network of one node, whose blocks follow from a seed. */
export interface FaultyNetwork<Target extends string = string> {
  /** Every fault of every answer. */
  readonly plans: readonly Plan<Target>[]
  /** Follows the chain until it has `blocks` blocks, each with the fault that `faultAt` returns for it. */
  readWhole(seed: string, blocks: number, faultAt?: (block: number) => Plan<Target>): Promise<Read>
}

export interface Read {
  readonly recorded: readonly string[]
  readonly credited: readonly string[]
  readonly ignored: readonly string[]
  /** Number of faults that changed an answer. */
  readonly faults: number
}

export interface FaultyReads {
  readonly clean: Read
  readonly runs: number
  /** Faults of all runs together. */
  readonly faults: number
}

/** Returns a number below `below` that is derived from the seed and a name. */
export const drawn = (seed: string, name: string, below: number): number =>
  Number.parseInt(sha256(`${seed}/${name}`).slice(0, 8), 16) % below

export const plansOf = <Target extends string>(
  targets: readonly Target[],
  faults: object,
): readonly Plan<Target>[] =>
  targets.flatMap((target) => Object.keys(faults).map((fault) => ({ target, fault })))

export const readOf = ({ scan, credited }: CreditingFollower, faults: number): Read => ({
  recorded: scan.paid.map((each) => JSON.stringify(each, bigintAsText)),
  credited: [...credited].sort(),
  ignored: scan.ignored.map((each) => JSON.stringify(each, bigintAsText)).sort(),
  faults,
})

/**
 * Reads a chain once without a fault and once for each of `runs`, with another plan at every block. As many runs as there
 * are plans cover every plan at every block.
 *
 * @throws AssertionError when a read differs from the clean one, or had too few faults
 */
export async function readWithFaults<Target extends string>(
  { plans, readWhole }: FaultyNetwork<Target>,
  seed: string,
  runs: readonly number[] = [...plans.keys()],
): Promise<FaultyReads> {
  const clean = await readWhole(seed, BLOCKS)
  ok(clean.recorded.length > FEWEST, `seed ${seed}: only ${clean.recorded.length} transfers`)
  deepStrictEqual(clean.credited.length, clean.recorded.length)
  let faults = 0
  for (const run of runs) {
    const planOf = (block: number) => plans[(block + run) % plans.length]
    const read = await readWhole(seed, BLOCKS, (block) => planOf(block) ?? missing())
    deepStrictEqual({ ...read, faults: 0 }, clean, `seed ${seed}, run ${run}: differs from the clean read`)
    ok(read.faults > FEWEST, `seed ${seed}, run ${run}: only ${read.faults} faults`)
    faults += read.faults
  }
  return { clean, runs: runs.length, faults }
}

const missing = () => {
  throw new Error('there are no plans')
}

const bigintAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
