import type { Network } from '../domain/shared/types.js'
import { NETWORKS } from '../networks/networks.js'
import type { Html } from '../runtime/html.js'
import { choices } from '../ui/fields.js'
import { NETWORK_NAMES } from '../ui/figures.js'
import type { Visit } from './visit.js'

/** The networks that the environment of the session has. */
export const servedNetworks = ({ services, caller: { environment } }: Visit): Network[] =>
  NETWORKS.filter((network) => services.context.chain({ environment, network }))

/** The networks to choose from: the one that was chosen before, else the first, is chosen. */
export function networkChoices(visit: Visit): Html {
  const served = servedNetworks(visit)
  const chosen = visit.field('network') || served[0]
  return choices(
    'network',
    visit.text('network'),
    served.map((network) => ({
      value: network,
      title: NETWORK_NAMES[network],
      text: network,
      isChosen: network === chosen,
    })),
  )
}
