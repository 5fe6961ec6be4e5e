import { requireMerchant } from '../../domain/merchants/merchants.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type PayoutTarget, resumePayouts, stopPayouts } from '../../domain/withdrawals/payout-stops.js'
import { NETWORKS } from '../../networks/networks.js'
import { html } from '../../runtime/html.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'

/** Stops the payouts of all networks, of one, or of a merchant. */
export const stopPayoutsAction: OperatorAction = {
  name: 'payouts stop',
  path: '/controls/payouts/:target/stop',
  async ask(tx, visit) {
    return {
      visit,
      title: `Stop ${await nameOf(tx, visit)}?`,
      text: 'Merchants can still withdraw: their withdrawals wait until payouts are resumed. Payments that are signed already go on.',
      submit: { text: 'Stop payouts', icon: 'pause', isDangerous: true },
      back: visit.path('/controls'),
    }
  },
  async run(tx, context, visit, mandate) {
    await stopPayouts(tx, context, wantedBy(visit), mandate)
    return { to: visit.path('/controls'), done: 'payouts-stopped' }
  },
}

/** Resumes payouts that an operator has stopped. */
export const resumePayoutsAction: OperatorAction = {
  name: 'payouts resume',
  path: '/controls/payouts/:target/resume',
  async ask(tx, visit) {
    return {
      visit,
      title: `Resume ${await nameOf(tx, visit)}?`,
      text: html`Withdrawals that wait for this alone are signed within a minute. As a command: <code>merchantpay-server payouts resume --environment ${visit.environment} ${optionOf(targetOf(visit))} --reason "..."</code>`,
      submit: { text: 'Resume payouts', icon: 'play' },
      back: visit.path('/controls'),
    }
  },
  async run(tx, context, visit, mandate) {
    await resumePayouts(tx, context, wantedBy(visit), mandate)
    return { to: visit.path('/controls'), done: 'payouts-resumed' }
  },
}

const wantedBy = (visit: Visit) => ({ environment: visit.environment, target: targetOf(visit) })

/** The target that the path names: `all`, a network or the id of a merchant. */
function targetOf(visit: Visit): PayoutTarget {
  const named = visit.param('target')
  if (named === 'all') return { kind: 'all' }
  const network = NETWORKS.find((each) => each === named)
  return network ? { kind: 'network', network } : { kind: 'merchant', merchantId: named }
}

async function nameOf(tx: Tx, visit: Visit): Promise<string> {
  const target = targetOf(visit)
  const where = visit.environment === 'test' ? ' in test' : ''
  if (target.kind === 'all') return `all payouts${where}`
  if (target.kind === 'network') return `payouts on ${NETWORK_NAMES[target.network]}${where}`
  return `payouts of ${(await requireMerchant(tx, target.merchantId)).name}${where}`
}

function optionOf(target: PayoutTarget): string {
  if (target.kind === 'all') return '--all'
  return target.kind === 'network' ? `--network ${target.network}` : `--merchant ${target.merchantId}`
}
