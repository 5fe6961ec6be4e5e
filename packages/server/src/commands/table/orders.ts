import { type CommandRow, PAGE, row, WHERE } from './row.js'

const CREATED = '[--from <time>] [--to <time>]'
const AMOUNTS = '[--amount <usdt>] [--min <usdt>] [--max <usdt>]'
const ORDER_STATUS =
  '[--status PENDING|OPEN|PENDING_CONFIRM|CONFIRMING|PAID|EXPIRED|EXPIRED_PAID|UNDERPAID|FROZEN]'
const WITHDRAWAL_STATUS = '[--status PENDING|REVIEW|PROCESSING|BROADCAST|COMPLETED|FAILED|CANCELED]'
const orders = () => import('../orders/orders.js')
const withdrawals = () => import('../withdrawals/withdrawals.js')
const destinations = () => import('../withdrawals/destinations.js')

export const ORDER_COMMANDS: readonly CommandRow[] = [
  row(
    'orders list',
    `${WHERE} ${ORDER_STATUS} [--merchant <id>] ${CREATED} ${AMOUNTS} [--text <text>] ${PAGE}`,
    'list orders, or find them by what they contain',
    async (args) => (await orders()).list(args),
  ),
  row('orders show', '<order-id> [--json]', 'show an order', async (args) => (await orders()).show(args)),
  row(
    'orders explain',
    '<order> [--json]',
    'explain every transfer of an order; takes its id, number, address, transaction or a value of its metadata',
    async (args) => (await import('../orders/order-explain.js')).explain(args),
  ),
  row('orders clear', '<order-id> --reason <text>', 'end a review in favour of the merchant', async (args) =>
    (await orders()).clear(args),
  ),
  row('orders reject', '<order-id> --reason <text>', 'end a review against the merchant', async (args) =>
    (await orders()).reject(args),
  ),
  row(
    'orders screen',
    '<transfer> [--pass] [--flag] --reason <text>',
    'pass or flag a payment by hand; a flag freezes its order',
    async (args) => (await orders()).screen(args),
  ),
  row(
    'withdrawals list',
    `${WHERE} ${WITHDRAWAL_STATUS} [--merchant <id>] ${PAGE}`,
    'list withdrawals',
    async (args) => (await withdrawals()).list(args),
  ),
  row('withdrawals show', '<withdrawal-id> [--json]', 'show a withdrawal', async (args) =>
    (await withdrawals()).show(args),
  ),
  row(
    'withdrawals explain',
    '<withdrawal-id> [--json]',
    'show a withdrawal, and what pays for it: staked or rented resources of the hot wallet, or coins',
    async (args) => (await import('../withdrawals/withdrawal-explain.js')).explain(args),
  ),
  row(
    'withdrawals approve',
    '<withdrawal-id> --version <n> --reason <text>',
    'approve a withdrawal in review, at the version that was reviewed',
    async (args) => (await withdrawals()).approve(args),
  ),
  row(
    'withdrawals reject',
    '<withdrawal-id> --reason <text>',
    'reject a withdrawal and return its amount and fee to the merchant',
    async (args) => (await withdrawals()).reject(args),
  ),
  row(
    'withdrawals replace',
    '<withdrawal-id> --reason <text>',
    'cancel a stuck payment by replacing it at the same nonce',
    async (args) => (await withdrawals()).replace(args),
  ),
  row(
    'withdrawals settle',
    '<withdrawal-id> [--as paid|unpaid] [--paid-by <transaction>] --reason <text>',
    'settle a withdrawal whose payment moved another amount, or that another transaction of the hot wallet paid',
    async (args) => (await withdrawals()).settle(args),
  ),
  row(
    'destinations list',
    `${WHERE} [--merchant <id>] ${PAGE}`,
    'list the addresses that merchants withdraw to, and from when they need no review',
    async (args) => (await destinations()).list(args),
  ),
  row(
    'destinations delete',
    '<destination-id> --reason <text>',
    'remove an address from the list of its merchant, so that withdrawals to it wait for review',
    async (args) => (await destinations()).remove(args),
  ),
]
