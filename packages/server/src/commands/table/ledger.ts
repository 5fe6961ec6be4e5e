import { type CommandRow, NETWORK, PAGE, row } from './row.js'

const recovery = () => import('../recovery/recovery.js')
const entries = () => import('../ledger/ledger-entries.js')

export const LEDGER_COMMANDS: readonly CommandRow[] = [
  row('signer resume', `${NETWORK} --reason <text>`, 'resume a paused signer', async (args) =>
    (await import('../ledger/signer.js')).resume(args),
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
    '--reason <text> [--people-checked]',
    'finish the recovery, so that withdrawals are signed again; exits with 1 and names every open point, and the people until they are checked',
    async (args) => (await import('../recovery/recovery-finish.js')).finish(args),
  ),
  row(
    'attention',
    '[--json]',
    'list what waits for a person, each with the command that resolves it; exits with 1 when anything does',
    async (args) => (await import('../ledger/attention.js')).attention(args),
  ),
  row(
    'ledger verify',
    '[--json] [--chain]',
    'verify the ledger, with --chain also against the balances of the addresses; exits with 1 when violated, 2 when not verified',
    async (args) => (await import('../ledger/ledger.js')).verify(args),
  ),
  row(
    'ledger status',
    '[--json]',
    'show the time and the result of the last ledger verification',
    async (args) => (await import('../ledger/ledger.js')).status(args),
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
]
