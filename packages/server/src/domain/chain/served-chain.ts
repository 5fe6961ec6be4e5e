import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import type { ChainId } from '../shared/types.js'
import type { Chain } from './chain.js'

/** Returns the chain of a network. @throws unsupported_network if it is switched off in that environment */
export function requireChain(context: Pick<Context, 'chain'>, id: ChainId): Chain {
  const chain = context.chain(id)
  if (chain) return chain
  const detail = `is off in the ${id.environment} environment`
  throw new DomainError('unsupported_network', { param: 'network', detail })
}
