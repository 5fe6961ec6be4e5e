import { type CommandRow, PAGE, row, WHERE } from './row.js'

const PERIOD = '--from <time> --to <time> --format csv|json [--environment live|test] [--merchant <id>]'
const DELIVERY_STATUS = '[--status PENDING|DELIVERED|FAILED]'
const deliveries = () => import('../deliveries/deliveries.js')
const exports = () => import('../deliveries/exports.js')

export const DELIVERY_COMMANDS: readonly CommandRow[] = [
  row(
    'deliveries list',
    `${WHERE} ${DELIVERY_STATUS} [--merchant <id>] [--webhook <id>] ${PAGE}`,
    'list webhook deliveries',
    async (args) => (await deliveries()).list(args),
  ),
  row(
    'deliveries show',
    '<delivery-id> [--json]',
    'show a delivery, its body and its attempts',
    async (args) => (await deliveries()).show(args),
  ),
  row('deliveries resend', '<delivery-id> [--reason <text>]', 'send a delivery again', async (args) =>
    (await deliveries()).resend(args),
  ),
  row(
    'deliveries recover',
    '--webhook <id> --since <time> [--until <time>] [--missing] [--dry-run] [--reason <text>] [--json]',
    'resend to an endpoint what it did not receive; repeat the command to continue an interrupted run',
    async (args) => (await deliveries()).recover(args),
  ),
  row('export orders', PERIOD, 'export the orders of a period', async (args) =>
    (await exports()).orders(args),
  ),
  row('export deliveries', PERIOD, 'export the webhook deliveries of a period', async (args) =>
    (await exports()).deliveries(args),
  ),
  row('export ledger', PERIOD, 'export the postings of a period', async (args) =>
    (await exports()).ledger(args),
  ),
]
