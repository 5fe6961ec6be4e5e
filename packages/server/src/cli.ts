import { Args, type Command } from './commands/command.js'
import { printError, printNote, printText } from './commands/output.js'
import { renderHelp } from './config/settings-docs.js'

/** Exit codes, documented in `--help`. */
const EXIT = { ok: 0, failed: 1, usage: 2, missing: 69, damaged: 74, unreachable: 75, config: 78 } as const

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
  serve: () => import('./commands/serve.js'),
  migrate: () => import('./commands/migrate.js'),
  config: () => import('./commands/config.js'),
}
const merchants = () => import('./commands/merchants.js')
const keys = () => import('./commands/keys.js')
const orders = () => import('./commands/orders.js')
const withdrawals = () => import('./commands/withdrawals.js')
const deliveries = () => import('./commands/deliveries.js')
const chains = () => import('./commands/chains.js')
const recovery = () => import('./commands/recovery.js')
const wallets = () => import('./commands/wallets.js')
const exports = () => import('./commands/exports.js')
const entries = () => import('./commands/ledger-entries.js')

/** Modules are imported by the command that needs them, so that `--help` starts fast. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  row('serve', '', 'run the server', async () => (await server.serve()).serve()),
  row('migrate', '', 'migrate the database to this version', async () => (await server.migrate()).migrate()),
  row(
    'backup',
    '--to <folder> [--keep <n>] [--json]',
    'back the database up while it is used',
    async (args) => (await import('./commands/backup.js')).backup(args),
  ),
  row(
    'restore',
    '--from <file> [--skip <n>]',
    'restore a backup into an empty database, which is then recovering',
    async (args) => (await import('./commands/restore-backup.js')).restore(args),
  ),
  row('config check', '', 'name every fault of the settings', async () => (await server.config()).check()),
  row('config check', '', 'check what a start would check, and change nothing', async () =>
    (await server.config()).check(),
  ),
  row('config print', '', 'print the settings in force', async () => (await server.config()).print()),
  row('probe', '[--live]', 'ask the running server whether it is ready, for health checks', async (args) =>
    (await import('./commands/probe.js')).probe(args),
  ),
  row('merchants list', '[--json]', 'list merchants', async (args) => (await merchants()).list(args)),
  row('merchants show', '<merchant-id> [--json]', 'show a merchant and its balances', async (args) =>
    (await merchants()).show(args),
  ),
  row(
    'merchants activate',
    '<merchant-id> [--revoke-keys] [--reason <text>] [--json]',
    'open the live environment; the live webhook secret that it makes is shown once',
    async (args) => (await import('./commands/merchant-activation.js')).activate(args),
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
    async (args) => (await import('./commands/statement.js')).statement(args),
  ),
  row('keys list', '<merchant-id> [--json]', 'list the keys of a merchant', async (args) =>
    (await keys()).list(args),
  ),
  row(
    'keys create',
    '<merchant-id> --environment live|test --name <text> [--reason <text>] [--json]',
    'create a key; its secret is shown once',
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
    async (args) => (await import('./commands/order-explain.js')).explain(args),
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
    'signer resume',
    '--environment live|test --network TRC20|ERC20 --reason <text>',
    'resume a paused signer',
    async (args) => (await import('./commands/signer.js')).resume(args),
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
    async (args) => (await import('./commands/recovery-finish.js')).finish(args),
  ),
  row(
    'attention',
    '[--json]',
    'list what waits for a person, each with the command that resolves it; exits with 1 when anything does',
    async (args) => (await import('./commands/attention.js')).attention(args),
  ),
  row(
    'ledger verify',
    '[--json] [--chain]',
    'verify the ledger, with --chain also against the balances of the addresses; exits with 1 when violated, 2 when not verified',
    async (args) => (await import('./commands/ledger.js')).verify(args),
  ),
  row(
    'ledger status',
    '[--json]',
    'show the time and the result of the last ledger verification',
    async (args) => (await import('./commands/ledger.js')).status(args),
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
    (await import('./commands/addresses.js')).list(args),
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
  row('audit list', `[--subject <id>] ${PAGE}`, 'list the actions of operators', async (args) =>
    (await import('./commands/audit.js')).list(args),
  ),
])

/** Matched by name, because the classes live in modules that only a running command imports. */
const STARTUP_ERRORS: ReadonlySet<string> = new Set([
  'ConfigError',
  'MigrationError',
  'RestoreUnfinished',
  'DatabaseInUse',
  'DatabaseRefusal',
  'DriverUnusable',
  'FileUnusable',
])

// Without this handler a secret that is shown once would be lost, and the exit code would report success.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return // the reader closed its end, as in `… | head`
  printNote(`the output could not be written: ${message}`)
  process.exitCode = EXIT.failed
})
const code = await main(process.argv.slice(2))
process.exitCode ||= code

async function main(args: string[]): Promise<number> {
  // The longer name first, since `restore` and `restore status` are two commands.
  const name = [args.slice(0, 2), args.slice(0, 1)]
    .map((words) => words.join(' '))
    .find((words) => COMMANDS.has(words))
  const command = name === undefined ? undefined : COMMANDS.get(name)
  if (name === undefined || command === undefined) {
    printText(help())
    return args.includes('--help') ? EXIT.ok : EXIT.usage
  }
  if (args.includes('--help')) {
    printText(usageLine(name, command))
    return EXIT.ok
  }
  // A file that a command creates holds secrets or locks: other users of the machine get no access.
  process.umask(0o077)
  try {
    return await command.run(Args.parse(command.usage, args.slice(name.split(' ').length)))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'UsageError') {
      printNote(`${error.message}; usage: ${usageLine(name, command)}`)
      return EXIT.usage
    }
    printError(error)
    if (error.name === 'ToolMissing') return EXIT.missing
    if (error.name === 'DatabaseDamaged') return EXIT.damaged
    if (error.name === 'DatabaseUnreachable') return EXIT.unreachable
    return STARTUP_ERRORS.has(error.name) ? EXIT.config : EXIT.failed
  }
}

function usageLine(name: string, { usage }: Command): string {
  return `merchantpay-server ${name} ${usage}`.trimEnd()
}

function help(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length))
  const commands = [...COMMANDS].flatMap(([name, { does, usage }]) => [
    `  ${name.padEnd(width)}  ${does}`,
    ...(usage === '' ? [] : [`  ${' '.repeat(width)}    ${usage}`]),
  ])
  return [
    'merchantpay-server <command>',
    '',
    'Commands',
    ...commands,
    '',
    'Settings, from the environment [default]',
    renderHelp(),
    '',
    'Exit codes: 0 done · 1 refused, not found or failed · 2 wrong usage · 69 a program of PostgreSQL is missing',
    '· 70 ended by a bug',
    '· 74 the database may be damaged · 75 the database cannot be reached',
    'Exit codes: 0 done · 1 refused, not found or failed · 2 wrong usage · 70 ended by a bug',
    '· 74 the database may be damaged · 75 the database cannot be reached, or a newer version has migrated it',
    '· 78 a setting, the database or the SQLite driver cannot be used',
  ].join('\n')
}
