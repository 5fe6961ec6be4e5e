import { type CommandRow, row } from './row.js'

const rates = () => import('../rates/rates.js')

export const RATE_COMMANDS: readonly CommandRow[] = [
  row('rates list', '[--json]', 'list the newest exchange rate of each currency', async (args) =>
    (await rates()).list(args),
  ),
  row(
    'rates confirm',
    '<currency> [--rate <usdt>] [--reason <text>]',
    'confirm the first rate of a currency or one that jumped, so that prices in it are taken',
    async (args) => (await rates()).confirm(args),
  ),
]
