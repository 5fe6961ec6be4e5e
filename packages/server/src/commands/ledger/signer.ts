import { resumeSigner } from '../../domain/chain/signer.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printLine } from '../output.js'
import { changeStore, mandateOf } from '../store-access.js'

/** Resumes a paused signer. */
export async function resume(args: Args): Promise<number> {
  const id = {
    environment: args.requiredChoice('environment', ENVIRONMENTS),
    network: args.requiredChoice('network', NETWORKS),
  }
  const reason = await changeStore((tx, context) => resumeSigner(tx, context, id, mandateOf(args)))
  printLine(`the signer of ${id.environment}/${id.network} is resumed; it was paused because: ${reason}`)
  return 0
}
