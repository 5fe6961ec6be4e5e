import { NETWORKS } from '../../networks/networks.js'
import { type CommandRow, NETWORK as IN_ENVIRONMENT, row } from './row.js'

const NETWORK = `--network ${NETWORKS.join('|')}`

export const SWEEP_COMMANDS: readonly CommandRow[] = [
  row(
    'sweeps pin',
    `${NETWORK} --seed-file <file> [--path <path>] [--chain-id <n>] [--token <address>] --cold <address> [--hot <address>] [--hot-limit <usdt>] --max-cost <coins> --out <file>`,
    'offline, once: write the wallet, the destinations and the limits that `sweeps sign` accepts',
    async (args) => (await import('../sweeps/pin.js')).pin(args),
  ),
  row(
    'sweeps plan',
    `${IN_ENVIRONMENT} --to cold|hot --coin-price <usdt> [--min <usdt>] [--age <hours>] [--limit <n>] [--max-percent <percent>] [--max-fee <n>] [--method burn|stake] [--fill] --out <file>`,
    'select the addresses to empty and what that costs; says how many are left out, and why',
    async (args) => (await import('../sweeps/plan.js')).plan(args),
  ),
  row(
    'sweeps sign',
    '<plan> --pin <file> --seed-file <file> --out <file>',
    'offline: sign one transaction for each address of a plan; asks for the last six characters of the destination',
    async (args) => (await import('../sweeps/sign.js')).sign(args),
  ),
  row(
    'sweeps send',
    '<signed> --gas-key-file <file> --max-cost <coins> [--stake-account <address>] [--stake-key-file <file>] [--dry-run]',
    'bring coins to the addresses of a signed file, send its transactions and wait for them; started again, it goes on',
    async (args) => (await import('../sweeps/send.js')).send(args),
  ),
]
