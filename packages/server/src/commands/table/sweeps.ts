import { NETWORKS } from '../../networks/networks.js'
import { type CommandRow, row } from './row.js'

const NETWORK = `--network ${NETWORKS.join('|')}`

export const SWEEP_COMMANDS: readonly CommandRow[] = [
  row(
    'sweeps pin',
    `${NETWORK} --seed-file <file> [--path <path>] [--chain-id <n>] [--token <address>] --cold <address> [--hot <address>] [--hot-limit <usdt>] --max-cost <coins> --out <file>`,
    'offline, once: write the wallet, the destinations and the limits that `sweeps sign` accepts',
    async (args) => (await import('../sweeps/pin.js')).pin(args),
  ),
  row(
    'sweeps sign',
    '<plan> --pin <file> --seed-file <file> --out <file>',
    'offline: sign one transaction for each address of a plan; asks for the last six characters of the destination',
    async (args) => (await import('../sweeps/sign.js')).sign(args),
  ),
]
