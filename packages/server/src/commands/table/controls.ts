import { NETWORKS } from '../../networks/networks.js'
import { type CommandRow, NETWORK, row } from './row.js'

const TARGET = `--environment live|test [--network ${NETWORKS.join('|')}] [--merchant <id>] [--all] --reason <text>`
const payouts = () => import('../controls/payouts.js')
const orders = () => import('../controls/order-pauses.js')

export const CONTROL_COMMANDS: readonly CommandRow[] = [
  row(
    'controls list',
    '[--json]',
    'list the payouts and new orders that operators have stopped',
    async (args) => (await import('../controls/controls.js')).list(args),
  ),
  row(
    'payouts stop',
    TARGET,
    'stop payouts of all networks, of one, or of a merchant: withdrawals are accepted, and wait',
    async (args) => (await payouts()).stop(args),
  ),
  row('payouts resume', TARGET, 'resume payouts that are stopped', async (args) =>
    (await payouts()).resume(args),
  ),
  row(
    'orders pause',
    `${NETWORK} --reason <text>`,
    'refuse new orders of a network; open ones are still watched',
    async (args) => (await orders()).pause(args),
  ),
  row('orders resume', `${NETWORK} --reason <text>`, 'accept new orders of a network again', async (args) =>
    (await orders()).resume(args),
  ),
]
