import { compareWithOracle, timeOfOneLine } from '../../packages/sdk/test/support/sse-oracle.js'
import { Options } from '../lib/options.js'

const STREAMS = 100_000
const LINE_BYTES = 1_000_000
const ROUNDS = 20
const WORST_GROWTH = 2.3

/** Compares the event-stream parser with eventsource-parser, and requires that its time grows with the bytes alone. */
export async function sdkSse(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'streams'])
  const streams = options.number('streams', STREAMS)
  const seed = options.number('seed', Date.now() % 1_000_000_000)
  console.log(`seed ${seed}`)
  compareWithOracle(streams, seed)
  console.log(`${streams} streams, cut at random: the same events as eventsource-parser`)
  // Other processes can only slow a round down, so the fastest round of each length counts.
  let once = Number.POSITIVE_INFINITY
  let twice = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    once = Math.min(once, timeOfOneLine(LINE_BYTES))
    twice = Math.min(twice, timeOfOneLine(2 * LINE_BYTES))
  }
  const growth = twice / once
  console.log(`a line byte by byte, twice as long: ${growth.toFixed(2)} × the CPU time`)
  if (growth > WORST_GROWTH) throw new Error(`more than ${WORST_GROWTH} ×`)
}
