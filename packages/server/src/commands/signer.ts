import { resumeSigner } from '../domain/withdrawals/signer.js'
import { changeStore, mandateOf } from './store-access.js'
import type { Args } from './command.js'
import { ENVIRONMENTS, NETWORKS } from './listing.js'
import { printLine } from './output.js'

/** Resumes a paused signer. */
export async function resume(given: Args): Promise<number> {
  const id = {
    environment: given.requiredChoice('environment', ENVIRONMENTS),
    network: given.requiredChoice('network', NETWORKS),
  }
  const reason = await changeStore((tx, context) => resumeSigner(tx, context, id, mandateOf(given)))
  printLine(`the signer of ${id.environment}/${id.network} goes on; it was paused because: ${reason}`)
  return 0
}
