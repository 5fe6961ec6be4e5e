import { requireNothingLeft } from '../../packages/sdk/test/support/proof/shared-signal.js'
import { Options } from '../lib/options.js'

const CALLS = 10_000

/** Makes 10,000 calls with one signal, aborts those that still wait, and requires that they leave nothing behind. */
export async function sdkAbort(args: readonly string[]): Promise<void> {
  const calls = new Options(args, ['calls']).number('calls', CALLS)
  await requireNothingLeft(calls)
  console.log(`${calls} calls on one signal: no listener, no socket and no timer is left`)
}
