import { requestProofs } from '../../domain/ledger/chain-proofs.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'

export const VERIFY_PATH = '/ledger/verify'

/** The networks of both environments that nodes serve, as for the command. */
const networksOf = ({ services }: Visit) =>
  services.networks.chains.filter(({ nodes }) => nodes !== undefined)

/** Starts what `ledger verify --chain` does. Workers take the request after the transaction. */
export const verifyAction: OperatorAction = {
  name: 'ledger verify',
  path: VERIFY_PATH,
  async ask(_tx, visit) {
    const names = networksOf(visit).map(
      ({ environment, network }) => `${NETWORK_NAMES[network]} (${environment})`,
    )
    if (names.length === 0) throw new OperatorError('no nodes serve a network')
    return {
      visit,
      title: 'Verify against the chains?',
      text: `The ledger is proven, and the nodes are asked for the balance of each of our addresses on ${names.join(', ')}. No money moves, and a difference pauses no signer.`,
      submit: { text: 'Verify', icon: 'check' },
      back: visit.path('/ledger'),
    }
  },
  async run(tx, context, visit, mandate) {
    const networks = networksOf(visit).map(({ environment, network }) => ({ environment, network }))
    await requestProofs(tx, context, networks, mandate)
    return { to: visit.path('/ledger'), done: 'verifying' }
  },
}
