import type { SweepQuote } from '../../domain/chain/sweep-network.js'
import { audit } from '../../domain/shared/audit.js'
import { formatUsdt, type Usdt, usdt, ZERO } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { coinText, coinValue } from '../../domain/sweeps/coins.js'
import { fingerprint, planHash, planText } from '../../domain/sweeps/file-text.js'
import { costOf, type PlanPrices, smallestFor, takeWorthwhile } from '../../domain/sweeps/plan-costs.js'
import { planCost, totalOf } from '../../domain/sweeps/plan-limits.js'
import type { LeftOut } from '../../domain/sweeps/selection.js'
import { MOST_ITEMS, SWEEP_TARGETS, type SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { NETWORKS } from '../../networks/networks.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { withMetered } from '../metered.js'
import { printLine } from '../output.js'
import { mandateOf, type OperatorStore, withStore } from '../store-access.js'
import { amountOption } from './amount-option.js'
import { missingInHotWallet } from './hot-wallet-need.js'
import { selectHoldings } from './plan-selection.js'
import { writeWhole } from './sweep-files.js'
import { openSwept, type SweptChain } from './swept-chain.js'

const HOUR_MS = 3_600_000
const DEFAULT_AGE_HOURS = 24
const DEFAULT_LIMIT = 1_000
/** Where transactions burn coins for their energy, they cost much more. */
const [BURNED_PERCENT, OTHER_PERCENT] = [10, 2]
const METHODS = ['burn', 'stake'] as const

/** A plan with what it costs. */
interface Drawn {
  readonly plan: SweepPlan
  readonly cost: bigint
  readonly leftOut: ReadonlyMap<LeftOut, number>
  readonly prices: PlanPrices
}

/** Selects addresses and writes the plan that `sweeps sign` signs. Reads the chain and the database. */
export async function plan(args: Args): Promise<number> {
  const id = {
    environment: args.requiredChoice('environment', ENVIRONMENTS),
    network: args.requiredChoice('network', NETWORKS),
  }
  const out = args.required('out')
  const swept = await openSwept(id)
  const drawn = await withStore(async (opened) => {
    const made = await withMetered({ ...opened, chain: swept.chain }, (chain) =>
      draw(args, opened, { ...swept, chain }),
    )
    printDrawn(made)
    writeWhole(out, planText(made.plan))
    await opened.store.write((tx) =>
      audit(tx, opened.context, {
        actor: mandateOf(args).actor,
        action: 'sweeps plan',
        subject: `${id.environment}/${id.network}`,
        details: {
          plan: planHash(made.plan),
          destination: made.plan.destination,
          addresses: made.plan.items.length,
          sum: formatUsdt(totalOf(made.plan)),
        },
      }),
    )
    return made.plan
  })
  printLine(`plan      ${fingerprint(planHash(drawn))}`)
  return 0
}

/** @throws OperatorError where nothing is worth its cost, or the network is stopped */
async function draw(args: Args, { store }: OperatorStore, swept: SweptChain): Promise<Drawn> {
  const { chain, sweeps } = swept
  const { environment, network } = chain
  const { signal } = endOfMany()
  const target = args.requiredChoice('to', SWEEP_TARGETS)
  const destination = swept.destination(target)
  const need = await needOf(args, store, swept)
  const now = systemClock.real()
  const { holdings, leftOut } = await selectHoldings(
    { store, chain, signal },
    {
      before: latestOf(args, now),
      minimum: amountOption(args, 'min') ?? usdt(1n),
    },
  )
  const [largest] = holdings
  if (!largest) throw new OperatorError(`no address can be emptied; left out: ${leftOutText(leftOut)}`)
  const maxFee = args.number('max-fee', 1)
  const quote = await sweeps.quote(
    {
      from: largest.address,
      to: destination,
      amount: largest.amount,
      maxFee,
      isStaked: isStaked(args, swept),
    },
    signal,
  )
  const prices = pricesOf(args, network, quote)
  const accounts = await sweeps.accounts(
    holdings.map(({ address }) => address),
    signal,
  )
  const most = { items: args.number('limit', 1, MOST_ITEMS) ?? DEFAULT_LIMIT, sum: need }
  const { items, cost, tooDear, busy } = takeWorthwhile(holdings, accounts, prices, most)
  if (items.length === 0)
    throw new OperatorError(
      `no address is worth its cost; the smallest amount that is: ${formatUsdt(smallestFor(prices, costOf(quote, { coins: 0n })))} USDT, less with a higher --max-percent`,
    )
  const counts = new Map(leftOut)
  if (tooDear > 0) counts.set('below_minimum', (counts.get('below_minimum') ?? 0) + tooDear)
  if (busy > 0) counts.set('busy', busy)
  const drawn: SweepPlan = {
    ...{ environment, network, chainId: swept.chainId, token: swept.token },
    ...{ target, destination, plannedAt: now, terms: quote.terms, items },
  }
  return { plan: drawn, cost, leftOut: counts, prices }
}

/** Returns when the last transfer of an address may be. With `--age 0` a network whose clock is ahead counts too. */
function latestOf(args: Args, now: number): number {
  const hours = args.number('age', 0) ?? DEFAULT_AGE_HOURS
  return hours === 0 ? Number.MAX_SAFE_INTEGER : now - hours * HOUR_MS
}

/** Returns how much a plan with `--fill` brings; undefined without it. @throws OperatorError where nothing is missing */
async function needOf(
  args: Args,
  store: OperatorStore['store'],
  { chain }: SweptChain,
): Promise<Usdt | undefined> {
  if (!args.flag('fill')) return undefined
  if (args.text('to') !== 'hot') throw new UsageError('--fill fills the hot wallet: use it with --to hot')
  const missing = await missingInHotWallet(store, chain, endOfMany().signal)
  if (missing === ZERO)
    throw new OperatorError(
      'the hot wallet has the USDT of every withdrawal that waits: those that still wait need coins for fees',
    )
  return missing
}

/** Whether a staking account lends the energy of the transactions. @throws UsageError */
function isStaked(args: Args, { sweeps }: SweptChain): boolean {
  const isWanted = args.choice('method', METHODS) === 'stake'
  if (isWanted && !sweeps.openStakingAccount)
    throw new UsageError('--method stake is for networks whose transactions need energy')
  return isWanted
}

function pricesOf(args: Args, network: SweepPlan['network'], quote: SweepQuote): PlanPrices {
  const coinPrice = amountOption(args, 'coin-price')
  if (coinPrice === undefined) throw new UsageError('--coin-price is missing')
  const isBurned = quote.terms.kind === 'energy' && quote.terms.lentEnergy === 0
  const percent = args.number('max-percent', 1, 100) ?? (isBurned ? BURNED_PERCENT : OTHER_PERCENT)
  return { network, quote, coinPrice, maxPercent: BigInt(percent) }
}

function printDrawn({ plan: drawn, cost, leftOut, prices }: Drawn): void {
  const { network, target, destination, items } = drawn
  const total = totalOf(drawn)
  const value = coinValue(network, cost, prices.coinPrice)
  const full = costOf(prices.quote, { coins: 0n })
  printLine(`sum       ${formatUsdt(total)} USDT of ${items.length} addresses`)
  printLine(`to        ${destination}, the ${target} wallet`)
  printLine(`left out  ${leftOutText(leftOut)}`)
  printLine(`cost      ${coinText(network, full)} for an address without coins`)
  printLine(
    `cost      ${coinText(network, cost)} in all, ${formatUsdt(value)} USDT, ${percentText(value, total)} of the sum`,
  )
  printLine(`at most   ${coinText(network, planCost(drawn))}, besides the fees of top-ups`)
  printLine(
    `smallest  ${formatUsdt(smallestFor(prices, full))} USDT, of an address without coins, is worth its cost`,
  )
  if (prices.quote.note !== undefined) printLine(`note      ${prices.quote.note}`)
}

function percentText(part: Usdt, whole: Usdt): string {
  const hundredths = (part * 10_000n) / whole
  return `${hundredths / 100n}.${`${hundredths % 100n}`.padStart(2, '0')} %`
}

const leftOutText = (counts: ReadonlyMap<LeftOut, number>): string =>
  counts.size === 0 ? 'none' : [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
