import { requirePlainPaths } from '../packages/sdk/test/support/proof/path-ids.js'
import { Options } from './options.js'

const IDS = 10_000

/** Calls with 10,000 generated ids, and requires that only valid ones make a request, to exactly their path. */
export async function sdkPaths(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'ids'])
  const ids = options.number('ids', IDS)
  const seed = options.number('seed', 1)
  console.log(`seed ${seed}`)
  await requirePlainPaths(seed, ids)
  console.log(`${ids} ids: every path that left was the one asked for`)
}
