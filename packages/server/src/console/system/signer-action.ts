import { resumeSigner } from '../../domain/chain/signer.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { ChainId } from '../../domain/shared/types.js'
import { NETWORKS } from '../../networks/networks.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'

/** Resumes the signer of a network after a person has looked at what paused it. */
export const resumeAction: OperatorAction = {
  name: 'signer resume',
  path: '/system/signer/:environment/:network/resume',
  async ask(tx, visit) {
    const id = chainIn(visit)
    const paused = (await tx.chainConditions.list(id)).find(({ kind }) => kind === 'signer_paused')
    if (!paused) throw new OperatorError(`the signer of ${id.environment}/${id.network} is not paused`)
    const at = visit.in(id.environment)
    return {
      visit: at,
      title: `Resume the signer of ${NETWORK_NAMES[id.network]}, ${id.environment}?`,
      text: `It was paused because: ${paused.reason}. Withdrawals are signed again, and nonces that others used are accepted.`,
      submit: { text: 'Resume', icon: 'check', isDangerous: true },
      back: at.path('/system'),
    }
  },
  async run(tx, context, visit, mandate) {
    const id = chainIn(visit)
    await resumeSigner(tx, context, id, mandate)
    return { to: visit.in(id.environment).path('/system'), done: 'resumed' }
  },
}

function chainIn(visit: Visit): ChainId {
  const environment = (['live', 'test'] as const).find((each) => each === visit.param('environment'))
  const network = NETWORKS.find((each) => each === visit.param('network'))
  if (!environment || !network) throw new OperatorError('there is no such network')
  return { environment, network }
}
