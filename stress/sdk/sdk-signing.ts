import { startReference } from '../../packages/sdk/test/support/proof/reference.js'
import { requireVerifiedSignatures } from '../../packages/sdk/test/support/proof/signed-requests.js'
import { Options } from '../lib/options.js'

const REQUESTS = 1_000

/** Sends 1,000 random bodies and paths to the reference server, which verifies every signature. */
export async function sdkSigning(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'requests'])
  const requests = options.number('requests', REQUESTS)
  const seed = options.number('seed', 1)
  console.log(`seed ${seed}`)
  const reference = await startReference()
  try {
    await requireVerifiedSignatures(await reference.register(), seed, requests)
  } finally {
    await reference.stop()
  }
  console.log(`${requests} requests: every signature verified`)
}
