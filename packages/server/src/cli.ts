import { Args, type Command } from './commands/command.js'
import { printError, printNote, printText } from './commands/output.js'
import { renderHelp } from './config/settings-docs.js'

/** What the process answers: told in `--help`. */
const EXIT = { ok: 0, failed: 1, usage: 2, damaged: 74, unreachable: 75, config: 78 } as const

const WHERE = '[--environment live|test]'
const NETWORK = '--environment live|test --network TRC20|ERC20'
const PAGE = '[--limit <n>] [--json]'
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
const entries = () => import('./commands/ledger-entries.js')

/** Rooms are loaded by the command that needs them, so that `--help` is quick. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  row('serve', '', 'run the server', async () => (await server.serve()).serve()),
  row('migrate', '', 'bring the database to this version', async () => (await server.migrate()).migrate()),
  row('config check', '', 'name every fault of the settings', async () => (await server.config()).check()),
  row('config print', '', 'print the settings in force', async () => (await server.config()).print()),
  row('merchants list', '[--json]', 'list merchants', async (given) => (await merchants()).list(given)),
  row('merchants show', '<merchant-id> [--json]', 'show a merchant and its balances', async (given) =>
    (await merchants()).show(given),
  ),
  row('merchants activate', '<merchant-id> [--reason <text>]', 'open the live environment', async (given) =>
    (await merchants()).activate(given),
  ),
  row('merchants suspend', '<merchant-id> [--reason <text>]', 'stop a merchant from writing', async (given) =>
    (await merchants()).suspend(given),
  ),
  row(
    'merchants tier',
    '<merchant-id> --tier BASIC|STANDARD|PREMIUM [--reason <text>]',
    'change the fee of new orders',
    async (given) => (await merchants()).tier(given),
  ),
  row(
    'merchants brand',
    '<merchant-id> [--name <text>] [--accent <colour>] [--support <contact>] [--logo <file>] [--clear name|accent|support|logo|all] [--reason <text>]',
    'change how its checkout pages look',
    async (given) => (await merchants()).brand(given),
  ),
  row('keys list', '<merchant-id> [--json]', 'list the keys of a merchant', async (given) =>
    (await keys()).list(given),
  ),
  row(
    'keys create',
    '<merchant-id> --environment live|test --name <text> [--reason <text>] [--json]',
    'make a key; its secret is shown once',
    async (given) => (await keys()).create(given),
  ),
  row('keys revoke', '<key-id> [--reason <text>]', 'end a key', async (given) =>
    (await keys()).revoke(given),
  ),
  row('keys rotate-master', '', 'seal all secrets with the new master key', async (given) =>
    (await keys()).rotateMaster(given),
  ),
  row('orders list', `${WHERE} ${ORDER_STATUS} [--merchant <id>] ${PAGE}`, 'list orders', async (given) =>
    (await orders()).list(given),
  ),
  row('orders show', '<order-id> [--json]', 'show an order', async (given) => (await orders()).show(given)),
  row('orders explain', '<order-id> [--json]', 'explain every transfer of an order', async (given) =>
    (await import('./commands/order-explain.js')).explain(given),
  ),
  row('orders clear', '<order-id> --reason <text>', 'end a review for the merchant', async (given) =>
    (await orders()).clear(given),
  ),
  row('orders reject', '<order-id> --reason <text>', 'end a review against the merchant', async (given) =>
    (await orders()).reject(given),
  ),
  row(
    'orders screen',
    '<transfer> [--pass] [--flag] --reason <text>',
    'judge a payment that waits for its screening, or freeze its order',
    async (given) => (await orders()).screen(given),
  ),
  row(
    'withdrawals list',
    `${WHERE} ${WITHDRAWAL_STATUS} [--merchant <id>] ${PAGE}`,
    'list withdrawals',
    async (given) => (await withdrawals()).list(given),
  ),
  row('withdrawals show', '<withdrawal-id> [--json]', 'show a withdrawal', async (given) =>
    (await withdrawals()).show(given),
  ),
  row(
    'withdrawals approve',
    '<withdrawal-id> --version <n> --reason <text>',
    'let a reviewed one go, as it was seen',
    async (given) => (await withdrawals()).approve(given),
  ),
  row('withdrawals reject', '<withdrawal-id> --reason <text>', 'give its money back', async (given) =>
    (await withdrawals()).reject(given),
  ),
  row(
    'withdrawals replace',
    '<withdrawal-id> --reason <text>',
    'cancel a stuck payment by replacing it at the same nonce',
    async (given) => (await withdrawals()).replace(given),
  ),
  row(
    'withdrawals settle',
    '<withdrawal-id> --as paid|unpaid --reason <text>',
    'end one whose payment moved something else than it should',
    async (given) => (await withdrawals()).settle(given),
  ),
  row(
    'signer resume',
    '--environment live|test --network TRC20|ERC20 --reason <text>',
    'let a paused signer go on',
    async (given) => (await import('./commands/signer.js')).resume(given),
  ),
  row(
    'ledger verify',
    '[--json] [--chain]',
    'prove the books, with --chain also by what the addresses hold: 1 when violated, 2 when it could not look',
    async (given) => (await import('./commands/ledger.js')).verify(given),
  ),
  row(
    'ledger status',
    '[--json]',
    'tell when the books were last proven, and what was found',
    async (given) => (await import('./commands/ledger.js')).status(given),
  ),
  row('ledger suspense', `--environment live|test ${PAGE}`, 'list transfers nobody owns', async (given) =>
    (await entries()).suspense(given),
  ),
  row(
    'ledger attribute',
    '<transfer> --to <order:id,merchant:id,operator> --reason <text>',
    'give such a transfer to its owner',
    async (given) => (await entries()).attribute(given),
  ),
  row(
    'ledger adjust',
    '--debit <account> --credit <account> --amount <usdt> --reason <text>',
    'correct two accounts by hand',
    async (given) => (await entries()).adjust(given),
  ),
  row('chains status', '[--json]', 'tell how far each network is read, and what holds it up', async (given) =>
    (await chains()).status(given),
  ),
  row(
    'chains rescan',
    `${NETWORK} --from <block> --to <block> [--reason <text>]`,
    'read blocks again and book what is missing',
    async (given) => (await chains()).rescan(given),
  ),
  row(
    'chains resume',
    `${NETWORK} ${ENDED_BY_HAND} --reason <text>`,
    'end one condition that stops a network',
    async (given) => (await chains()).resume(given),
  ),
  row(
    'chains reset-cursor',
    `${NETWORK} --block <block> --reason <text>`,
    'move the cursor of a halted network to a block, and record the branch after it',
    async (given) => (await chains()).resetCursor(given),
  ),
  row('addresses list', `${NETWORK} ${PAGE}`, 'list receiving addresses', async (given) =>
    (await import('./commands/addresses.js')).list(given),
  ),
  row(
    'deliveries list',
    `${WHERE} ${DELIVERY_STATUS} [--merchant <id>] [--webhook <id>] ${PAGE}`,
    'list webhook deliveries',
    async (given) => (await deliveries()).list(given),
  ),
  row('deliveries show', '<delivery-id> [--json]', 'show a delivery and what it tells', async (given) =>
    (await deliveries()).show(given),
  ),
  row('deliveries resend', '<delivery-id> [--reason <text>]', 'send a delivery once more', async (given) =>
    (await deliveries()).resend(given),
  ),
  row(
    'deliveries recover',
    '--webhook <id> --since <time> [--until <time>] [--missing] [--dry-run] [--reason <text>] [--json]',
    'send an endpoint what it did not get; cut short, it goes on where it was',
    async (given) => (await deliveries()).recover(given),
  ),
  row('audit list', `[--subject <id>] ${PAGE}`, 'list what was done by hand', async (given) =>
    (await import('./commands/audit.js')).list(given),
  ),
])

/** Told by name: the classes live in rooms that are loaded only when a command runs. */
const REFUSED_AT_START: ReadonlySet<string> = new Set([
  'ConfigError',
  'MigrationError',
  'DatabaseInUse',
  'DatabaseRefusal',
  'DriverUnusable',
  'FileUnusable',
])

// Else a secret that is shown once would be gone, and the exit code would say that all went well.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return // as after `… | head`
  printNote(`the output could not be written: ${message}`)
  process.exitCode = EXIT.failed
})
const code = await main(process.argv.slice(2))
process.exitCode ||= code

async function main(args: string[]): Promise<number> {
  const name = [args.slice(0, 1), args.slice(0, 2)]
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
    const given = Args.parse(command.usage, args.slice(name.split(' ').length))
    return await command.run(given)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'UsageError') {
      printNote(`${error.message}; usage: ${usageLine(name, command)}`)
      return EXIT.usage
    }
    printError(error)
    if (error.name === 'DatabaseDamaged') return EXIT.damaged
    if (error.name === 'DatabaseUnreachable') return EXIT.unreachable
    return REFUSED_AT_START.has(error.name) ? EXIT.config : EXIT.failed
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
    'Exit codes: 0 done · 1 refused, not found or failed · 2 wrong usage · 70 ended by a bug',
    '· 74 the database may be damaged · 75 nobody answers where the database should be',
    '· 78 a setting, the database or the SQLite driver cannot be used',
  ].join('\n')
}
