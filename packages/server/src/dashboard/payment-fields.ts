import { takesOrders } from '../domain/orders/address-leases.js'
import type { Network } from '../domain/shared/types.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { NETWORKS } from '../networks/networks.js'
import type { Html } from '../runtime/html.js'
import { choices } from '../ui/fields.js'
import { NETWORK_NAMES } from '../ui/figures.js'
import type { Visit } from './visit.js'

/** The networks that the environment of the session has. */
export const servedNetworks = ({ services, caller: { environment } }: Visit): Network[] =>
  NETWORKS.filter((network) => services.context.chain({ environment, network }))

/** Those of them that take new orders now. */
export async function openNetworks(tx: Tx, visit: Visit): Promise<Network[]> {
  const { environment } = visit
  const open: Network[] = []
  for (const network of servedNetworks(visit))
    if (await takesOrders(tx, visit.services.context, { environment, network })) open.push(network)
  return open
}

/**
 * The networks to choose from: the one that was chosen before, else the first, is chosen.
 *
 * @param open those that can be chosen
 */
export function networkChoices(visit: Visit, open: readonly Network[] = servedNetworks(visit)): Html {
  const chosen = open.find((network) => network === visit.field('network')) ?? open[0]
  return choices(
    'network',
    visit.text('network'),
    servedNetworks(visit).map((network) => ({
      value: network,
      title: NETWORK_NAMES[network],
      text: open.includes(network) ? network : visit.text('orders_paused'),
      isChosen: network === chosen,
      isDisabled: !open.includes(network),
    })),
  )
}
