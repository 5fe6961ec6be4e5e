import { audit } from '../../domain/shared/audit.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { OperatorAction } from '../access/actions.js'
import { hasNodes } from './nodes-card.js'

/** Starts a check of the nodes of an environment. The answers come after the transaction. */
export const checkNodesAction: OperatorAction = {
  name: 'nodes check',
  path: '/system/nodes/check',
  async ask(_tx, visit) {
    if (!hasNodes(visit)) throw new OperatorError(`no nodes serve the ${visit.environment} environment`)
    return {
      visit,
      title: `Check the nodes, ${visit.environment}?`,
      text: 'Each node is asked what the server needs of it, about 25 requests. No money moves.',
      submit: { text: 'Check', icon: 'check' },
      back: visit.path('/system'),
    }
  },
  async run(tx, context, visit, { actor, reason }) {
    const { environment } = visit
    await audit(tx, context, { actor, action: 'nodes check', subject: environment, details: { reason } })
    visit.services.networks.nodeChecks.start(environment)
    return { to: visit.path('/system'), done: 'checking' }
  },
}
