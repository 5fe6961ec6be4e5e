import { endCondition, setCondition } from '../../domain/chain/operator-conditions.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { ChainId } from '../../domain/shared/types.js'
import { NETWORKS } from '../../networks/networks.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'

/** Pauses new orders of a network. */
export const pauseOrdersAction: OperatorAction = {
  name: 'orders pause',
  path: '/controls/orders/:network/pause',
  async ask(_tx, visit) {
    return {
      visit,
      title: `Pause new orders on ${NETWORK_NAMES[chainIn(visit).network]}?`,
      text: 'New orders on this network are refused with “no available address”. Open orders are still watched and credited.',
      submit: { text: 'Pause new orders', icon: 'pause', isDangerous: true },
      back: visit.path('/controls'),
    }
  },
  async run(tx, context, visit, mandate) {
    await setCondition(tx, context, chainIn(visit), 'orders_paused', mandate)
    return { to: visit.path('/controls'), done: 'orders-paused' }
  },
}

/** Accepts new orders of a network again. */
export const resumeOrdersAction: OperatorAction = {
  name: 'orders resume',
  path: '/controls/orders/:network/resume',
  async ask(_tx, visit) {
    return {
      visit,
      title: `Resume new orders on ${NETWORK_NAMES[chainIn(visit).network]}?`,
      text: 'New orders get addresses of this network again.',
      submit: { text: 'Resume new orders', icon: 'play' },
      back: visit.path('/controls'),
    }
  },
  async run(tx, context, visit, mandate) {
    await endCondition(tx, context, chainIn(visit), 'orders_paused', mandate)
    return { to: visit.path('/controls'), done: 'orders-resumed' }
  },
}

function chainIn(visit: Visit): ChainId {
  const network = NETWORKS.find((each) => each === visit.param('network'))
  if (!network) throw new OperatorError('there is no such network')
  return { environment: visit.environment, network }
}
