import { startReference } from '../../packages/sdk/test/support/proof/reference.js'
import { KEYED, requireOneResourceEach } from '../../packages/sdk/test/support/proof/replays.js'
import { Options } from '../lib/options.js'

const RUNS = 100

/** Loses the answers of 100 calls of each keyed operation, and requires one resource and one key for each call. */
export async function sdkReplay(args: readonly string[]): Promise<void> {
  const runs = new Options(args, ['runs']).number('runs', RUNS)
  const reference = await startReference()
  try {
    for (const id of KEYED) {
      await requireOneResourceEach(await reference.register(), id, runs)
      console.log(`${id}: ${runs} lost answers, ${runs} resources, ${runs} keys`)
    }
  } finally {
    await reference.stop()
  }
}
