import type { Command } from './command.js'

const WHERE = '[--environment live|test]'
const NETWORK = '--environment live|test --network TRC20|ERC20'
const PAGE = '[--limit <n>] [--json]'
const PERIOD = '--from <time> --to <time> --format csv|json [--environment live|test] [--merchant <id>]'
const CREATED = '[--from <time>] [--to <time>]'
const AMOUNTS = '[--amount <usdt>] [--min <usdt>] [--max <usdt>]'
const ORDER_STATUS =
  '[--status PENDING|OPEN|PENDING_CONFIRM|CONFIRMING|PAID|EXPIRED|EXPIRED_PAID|UNDERPAID|FROZEN]'
const WITHDRAWAL_STATUS = '[--status PENDING|REVIEW|PROCESSING|BROADCAST|COMPLETED|FAILED|CANCELED]'
const DELIVERY_STATUS = '[--status PENDING|DELIVERED|FAILED]'
const ENDED_BY_HAND =
  '[--kind halted|token_paused|token_deprecated|token_fee|address_blacklisted|balance_mismatch]'

const row = (name: string, usage: string, does: string, run: Command['run']): [string, Command] => [
  name,
  { usage, does, run },
]

const server = {
  serve: () => import('./serve.js'),
  migrate: () => import('./migrate.js'),
  config: () => import('./config.js'),
}
const merchants = () => import('./merchants.js')
const keys = () => import('./keys.js')
const orders = () => import('./orders.js')
const withdrawals = () => import('./withdrawals.js')
const destinations = () => import('./destinations.js')
const deliveries = () => import('./deliveries.js')
const chains = () => import('./chains.js')
const recovery = () => import('./recovery.js')
const wallets = () => import('./wallets.js')
const operatorConsole = () => import('./console.js')
const exports = () => import('./exports.js')
const entries = () => import('./ledger-entries.js')

/** All commands by name. Modules are imported by the command that needs them, so that `--help` starts fast. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  row('serve', '', 'run the server', async () => (await server.serve()).serve()),
  row('migrate', '', 'migrate the database to this version', async () => (await server.migrate()).migrate()),
  row(
    'backup',
    '--to <folder> [--keep <n>] [--json]',
    'back the database up while it is used',
    async (args) => (await import('./backup.js')).backup(args),
  ),
  row(
    'restore',
    '--from <file> [--skip <n>]',
    'restore a backup into an empty database, which is then recovering',
    async (args) => (await import('./restore-backup.js')).restore(args),
  ),
  row('config check', '', 'check what a start would check, and change nothing', async () =>
    (await server.config()).check(),
  ),
  row('config print', '', 'print the settings in force', async () => (await server.config()).print()),
  row('probe', '[--live]', 'ask the running server whether it is ready, for health checks', async (args) =>
    (await import('./probe.js')).probe(args),
  ),
  row('merchants list', '[--json]', 'list merchants', async (args) => (await merchants()).list(args)),
  row('merchants show', '<merchant-id> [--json]', 'show a merchant and its balances', async (args) =>
    (await merchants()).show(args),
  ),
  row(
    'merchants activate',
    '<merchant-id> [--revoke-keys] [--reason <text>] [--json]',
    'open the live environment; the live webhook secret that it makes is shown once',
    async (args) => (await import('./merchant-activation.js')).activate(args),
  ),
  row('merchants suspend', '<merchant-id> [--reason <text>]', 'stop a merchant from writing', async (args) =>
    (await merchants()).suspend(args),
  ),
  row(
    'merchants tier',
    '<merchant-id> --tier BASIC|STANDARD|PREMIUM [--reason <text>]',
    'change the fee of new orders',
    async (args) => (await merchants()).tier(args),
  ),
  row(
    'merchants brand',
    '<merchant-id> [--name <text>] [--accent <colour>] [--support <contact>] [--logo <file>] [--clear name|accent|support|logo|all] [--reason <text>]',
    'change how its checkout pages look',
    async (args) => (await merchants()).brand(args),
  ),
  row(
    'merchants statement',
    '<merchant-id> --month <month> [--environment live|test] [--format text|csv|json]',
    'show what a merchant was credited and charged in a month',
    async (args) => (await import('./statement.js')).statement(args),
  ),
  row(
    'merchants sign-in-link',
    '<merchant-id> --environment live|test [--scopes <list>] [--reason <text>]',
    "print a link that signs a person in to a merchant's dashboard, for orders,read by default",
    async (args) => (await merchants()).signInLink(args),
  ),
  row('keys list', '<merchant-id> [--json]', 'list the keys of a merchant', async (args) =>
    (await keys()).list(args),
  ),
  row(
    'keys create',
    '<merchant-id> --environment live|test --name <text> [--scopes <list>] [--reason <text>] [--json]',
    'create a key, for orders,read by default; its secret is shown once',
    async (args) => (await keys()).create(args),
  ),
  row('keys revoke', '<key-id> [--reason <text>]', 'revoke a key', async (args) =>
    (await keys()).revoke(args),
  ),
  row('keys rotate-master', '', 're-encrypt all secrets with the new master key', async (args) =>
    (await keys()).rotateMaster(args),
  ),
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
    async (args) => (await import('./order-explain.js')).explain(args),
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
    'take an address off the list of its merchant, so that withdrawals to it wait for review',
    async (args) => (await destinations()).remove(args),
  ),
  row(
    'signer resume',
    '--environment live|test --network TRC20|ERC20 --reason <text>',
    'resume a paused signer',
    async (args) => (await import('./signer.js')).resume(args),
  ),
  row(
    'restore status',
    '[--json]',
    'show what must be decided before a recovery can be finished',
    async (args) => (await recovery()).status(args),
  ),
  row(
    'restore mark',
    '--reason <text>',
    'begin a recovery of a database that is older than its networks',
    async (args) => (await recovery()).mark(args),
  ),
  row(
    'restore explain',
    '<transaction> [--merchant <id>] [--operator] --reason <text>',
    'explain a transaction of the hot wallet whose withdrawal is unknown: the merchant or the operator bears it',
    async (args) => (await recovery()).explain(args),
  ),
  row(
    'restore finish',
    '--reason <text>',
    'finish the recovery, so that withdrawals are signed again; exits with 1 and names every open point',
    async (args) => (await import('./recovery-finish.js')).finish(args),
  ),
  row(
    'attention',
    '[--json]',
    'list what waits for a person, each with the command that resolves it; exits with 1 when anything does',
    async (args) => (await import('./attention.js')).attention(args),
  ),
  row(
    'ledger verify',
    '[--json] [--chain]',
    'verify the ledger, with --chain also against the balances of the addresses; exits with 1 when violated, 2 when not verified',
    async (args) => (await import('./ledger.js')).verify(args),
  ),
  row(
    'ledger status',
    '[--json]',
    'show the time and the result of the last ledger verification',
    async (args) => (await import('./ledger.js')).status(args),
  ),
  row(
    'ledger suspense',
    `--environment live|test ${PAGE}`,
    'list transfers in suspense, which belong to no order',
    async (args) => (await entries()).suspense(args),
  ),
  row(
    'ledger attribute',
    '<transfer> --to <order:id,merchant:id,operator> --reason <text>',
    'attribute a transfer in suspense to its owner',
    async (args) => (await entries()).attribute(args),
  ),
  row(
    'ledger adjust',
    '--debit <account> --credit <account> --amount <usdt> --reason <text>',
    'post a manual correction between two accounts',
    async (args) => (await entries()).adjust(args),
  ),
  row(
    'chains status',
    '[--json]',
    'show the last recorded block of each network, and its conditions',
    async (args) => (await chains()).status(args),
  ),
  row(
    'chains rescan',
    `${NETWORK} --from <block> --to <block> [--reason <text>]`,
    'rescan blocks and record missing transfers',
    async (args) => (await chains()).rescan(args),
  ),
  row(
    'chains resume',
    `${NETWORK} ${ENDED_BY_HAND} --reason <text>`,
    'end one condition that stops a network',
    async (args) => (await chains()).resume(args),
  ),
  row(
    'chains reset-cursor',
    `${NETWORK} --block <block> --reason <text>`,
    'move the cursor of a halted network to a block, and record the branch after it',
    async (args) => (await chains()).resetCursor(args),
  ),
  row('wallets show', '[--json]', 'show the wallets that the database belongs to', async (args) =>
    (await wallets()).show(args),
  ),
  row(
    'wallets adopt',
    `${NETWORK} --reason <text>`,
    "accept the configured key or signer as the network's own",
    async (args) => (await wallets()).adopt(args),
  ),
  row('addresses list', `${NETWORK} ${PAGE}`, 'list receiving addresses', async (args) =>
    (await import('./addresses.js')).list(args),
  ),
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
  row(
    'console',
    '--as <name> [--role viewer|support|finance|admin] [--reason <text>]',
    'print a link that signs a person in to the operator console, once and within 10 minutes',
    async (args) => (await operatorConsole()).link(args),
  ),
  row(
    'console sessions',
    '[--json]',
    'list the people who are signed in to the console and to dashboards',
    async (args) => (await operatorConsole()).sessions(args),
  ),
  row(
    'console revoke',
    '<session-id> [--reason <text>]',
    'end a session of the console or of a dashboard',
    async (args) => (await operatorConsole()).revoke(args),
  ),
  row('audit list', `[--subject <id>] ${PAGE}`, 'list the actions of operators', async (args) =>
    (await import('./audit.js')).list(args),
  ),
])
