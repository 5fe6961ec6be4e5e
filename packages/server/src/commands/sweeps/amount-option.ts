import { parseUsdt, type Usdt } from '../../domain/shared/money.js'
import { type Args, UsageError } from '../command.js'

const USDT_DECIMALS = 8

/** Reads an option with an amount of USDT above 0. @throws UsageError */
export function amountOption(args: Args, name: string): Usdt | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const amount = parseUsdt(text, USDT_DECIMALS)
  if (amount === undefined || amount === 0n) throw new UsageError(`--${name} takes an amount of USDT above 0`)
  return amount
}
