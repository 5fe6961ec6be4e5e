import { OperatorError } from '../../domain/shared/operator-error.js'
import { deleteDestinationByOperator } from '../../domain/withdrawals/destination-list.js'
import { html } from '../../runtime/html.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { wholeAddress } from '../../ui/whole-address.js'
import type { OperatorAction } from '../access/actions.js'

/** Takes an address off a merchant's list, such as one that a stolen key has put there. */
export const removeDestinationAction: OperatorAction = {
  name: 'destinations delete',
  path: '/merchants/:id/destinations/:destination/remove',
  async ask(tx, visit) {
    const name = visit.param('destination')
    const destination = await tx.destinations.find(name)
    if (!destination || destination.merchantId !== visit.param('id'))
      throw new OperatorError(`there is no destination ${name}`)
    const { label, network, address, environment, merchantId } = destination
    const at = visit.in(environment)
    return {
      visit: at,
      title: `Remove ${label}?`,
      text: html`The merchant has to add the address again, and wait for 24 hours. Earlier withdrawals to it on ${NETWORK_NAMES[network]} do not change.${wholeAddress(address)}`,
      submit: { text: 'Take off', icon: 'cross', isDangerous: true },
      back: at.path(`/merchants/${merchantId}`),
    }
  },
  async run(tx, context, visit, mandate) {
    const removed = await deleteDestinationByOperator(tx, context, visit.param('destination'), mandate)
    return {
      to: visit.in(removed.environment).path(`/merchants/${removed.merchantId}`),
      done: 'destination-removed',
    }
  },
}
