import { NETWORKS } from '../../networks/networks.js'
import { type CommandRow, NETWORK, PAGE, row, WHERE } from './row.js'

const ENDED_BY_HAND =
  '[--kind halted|token_paused|token_deprecated|token_fee|address_blacklisted|balance_mismatch]'
const chains = () => import('../networks/chains.js')
const nodes = () => import('../nodes/nodes.js')
const wallets = () => import('../networks/wallets.js')

export const NETWORK_COMMANDS: readonly CommandRow[] = [
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
  row(
    'nodes check',
    `${WHERE} [--network ${NETWORKS.join('|')}] [--json]`,
    'ask each node what the server needs of it, and say what to change',
    async (args) => (await nodes()).check(args),
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
  row(
    'addresses list',
    `${NETWORK} [--sweepable] ${PAGE}`,
    'list receiving addresses; with --sweepable those with money, and what keeps it there',
    async (args) => (await import('../networks/addresses.js')).list(args),
  ),
]
