import { NETWORKS, type Network } from '../../networks/networks.js'
import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { type ChainId, ENVIRONMENTS, type Environment } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Chain } from './chain.js'

type Chains = Pick<Context, 'chain'>

/** Returns the chain of a network. @throws unsupported_network if it is switched off in that environment */
export function requireChain(context: Chains, id: ChainId): Chain {
  const chain = context.chain(id)
  if (!chain) throw unsupportedNetwork(context, id.environment)
  return chain
}

/** Lists the networks that are on in some environment. */
export const servedNetworks = (context: Chains): Network[] =>
  NETWORKS.filter((network) => ENVIRONMENTS.some((environment) => context.chain({ environment, network })))

/** Requires a network that this server serves, or once served. @throws unsupported_network */
export async function requireServedOnce(tx: Tx, context: Chains, id: ChainId): Promise<void> {
  if (!servedNetworks(context).includes(id.network) && !(await tx.cursors.find(id)))
    throw unsupportedNetwork(context, id.environment)
}

/** Names the networks that are on in an environment. */
function unsupportedNetwork(context: Chains, environment: Environment): DomainError {
  const on = NETWORKS.filter((network) => context.chain({ environment, network }))
  const detail = on.length === 0 ? `is off in the ${environment} environment` : `allowed: ${on.join(', ')}`
  return new DomainError('unsupported_network', { param: 'network', detail })
}

/** The contract knows every network: where it refuses an unknown one, the error names those that are on. */
export function withServedNetworks(error: unknown, context: Chains, environment: Environment): unknown {
  const isUnknown =
    error instanceof DomainError &&
    error.code === 'unsupported_network' &&
    error.details.detail?.startsWith('allowed: ')
  return isUnknown ? unsupportedNetwork(context, environment) : error
}
