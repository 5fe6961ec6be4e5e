import { setTimeout } from 'node:timers/promises'
import { readSignerKey } from '../../chain/wallet/signer-key.js'
import type { GasWallet } from '../../domain/chain/sweep-network.js'
import { audit } from '../../domain/shared/audit.js'
import { add, formatUsdt, type Usdt, ZERO } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Store } from '../../domain/store/store.js'
import { coinText, parseCoins } from '../../domain/sweeps/coins.js'
import { readSigned } from '../../domain/sweeps/file-reader.js'
import { fingerprint, planHash } from '../../domain/sweeps/file-text.js'
import { planCost, requireCurrent } from '../../domain/sweeps/plan-limits.js'
import { requireSweepable, sweepStop } from '../../domain/sweeps/selection.js'
import type { SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { descriptionOf } from '../../networks/networks.js'
import { endOfMany } from '../../runtime/deadline.js'
import { lockFile } from '../../storage/sqlite/sqlite-lock.js'
import { type Args, UsageError } from '../command.js'
import { withMetered } from '../metered.js'
import { printLine, printNote } from '../output.js'
import { mandateOf, type OperatorStore, withStore } from '../store-access.js'
import { buildSigned, type SignedItem } from './file-transactions.js'
import { requireOwnKey } from './key-rules.js'
import { movableItems } from './movable-items.js'
import { openLoans, openStaking, type Staking } from './staking.js'
import { ROUNDS_OF_A_BLOCK } from './sweep-doubts.js'
import { readWhole } from './sweep-files.js'
import { SweepRun, type SweepTotals } from './sweep-run.js'
import { openSwept, type SweptChain } from './swept-chain.js'
import { TopUpLog } from './top-up-log.js'
import { settleEarlier } from './top-up-settling.js'

const SHORTEST_ROUND_MS = 500

/** Sends the transactions of a signed file; started again with the same file, it goes on. */
export async function send(args: Args): Promise<number> {
  const signed = readSigned(readWhole(args.requiredOperand('signed')))
  const { plan } = signed
  const maxCost = parseCoins(plan.network, args.required('max-cost'))
  if (maxCost === undefined) throw new UsageError('--max-cost takes whole coins with decimals, such as 0.5')
  const swept = await openSwept(plan)
  const items = await buildSigned(signed, swept)
  requireCurrent(plan.terms, (await swept.sweeps.finalBlock(endOfMany().signal)).timeAt)
  printLine(`plan      ${fingerprint(planHash(plan))}`)
  printLine(`to        ${plan.destination}, the ${plan.target} wallet`)
  const keyFile = args.required('gas-key-file')
  const wallet = await swept.sweeps.openGasWallet(readSignerKey(keyFile))
  const staking = await openStaking(args, plan, swept)
  return withStore(async (opened) => {
    await opened.store.read(async (tx) => {
      await requireSweepable(tx, swept.chain)
      await requireOwnKey(tx, swept.chain, wallet.address, 'gas')
      if (staking) await requireOwnKey(tx, swept.chain, staking.account.signer, 'staking')
    })
    const coins = await wallet.coins(endOfMany().signal)
    printLine(`gas       ${wallet.address}, ${coinText(plan.network, coins)}`)
    if (coins === 0n) printNote('the gas wallet has no coins: send it what the plan costs')
    if (staking) {
      const free = await staking.account.freeStake(endOfMany().signal)
      printLine(`stake     ${staking.account.address}, ${coinText(plan.network, free)} free`)
    }
    if (args.flag('dry-run')) return showPlan(opened.store, swept, plan, items)
    const releases = [keyFile, ...(staking ? [staking.keyFile] : [])].map(lockKey)
    try {
      return await withMetered({ ...opened, chain: swept.chain }, () =>
        sendAll({ args, opened, swept, plan, items, wallet, staking, keyFile, maxCost }),
      )
    } finally {
      for (const release of releases) release()
    }
  })
}

/** @throws OperatorError when another process uses the key */
function lockKey(keyFile: string): () => void {
  try {
    return lockFile(`${keyFile}.lock`, `another process uses the key ${keyFile}`)
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : `${error}`)
  }
}

interface Sending {
  readonly args: Args
  readonly opened: OperatorStore
  readonly swept: SweptChain
  readonly plan: SweepPlan
  readonly items: readonly SignedItem[]
  readonly wallet: GasWallet
  readonly staking: Staking | undefined
  readonly keyFile: string
  readonly maxCost: bigint
}

async function sendAll({
  args,
  opened,
  swept,
  plan,
  items,
  wallet,
  staking,
  keyFile,
  maxCost,
}: Sending): Promise<number> {
  const { store } = opened
  const { sweeps } = swept
  const { signal } = endOfMany()
  const pause = () =>
    setTimeout(Math.max(SHORTEST_ROUND_MS, descriptionOf(plan.network).blockMs / ROUNDS_OF_A_BLOCK))
  await record(args, opened, plan, 'sweeps send', {
    addresses: items.length,
    sum: formatUsdt(sumOf(items)),
    gas_wallet: wallet.address,
  })
  const earlier = await settleEarlier({ sweeps, wallet, keyFile, plan, pause, signal }, printNote)
  const loans = await openLoans(staking, plan, store, swept)
  const log = TopUpLog.open(keyFile, planHash(plan))
  try {
    const totals = await new SweepRun({
      ...{ sweeps, wallet, loans, log, earlier, maxCost, pause, signal },
      terms: plan.terms,
      items: await movableItems(store, swept, items),
      stop: () => store.read((tx) => sweepStop(tx, plan)),
      report: ({ address, amount }, what) => printLine(`${address}  ${formatUsdt(amount)} USDT  ${what}`),
      note: printNote,
    }).run()
    printTotals(plan, totals)
    await record(args, opened, plan, 'sweeps sent', {
      addresses: totals.swept.length,
      sum: formatUsdt(sumOf(totals.swept)),
      topped_up: `${totals.toppedUp}`,
      fees: `${totals.topUpFees}`,
      ...(loans && { staking_fees: `${totals.loanFees}` }),
    })
    return totals.swept.length === items.length ? 0 : 1
  } finally {
    log.close()
  }
}

async function showPlan(
  store: Store,
  swept: SweptChain,
  plan: SweepPlan,
  items: readonly SignedItem[],
): Promise<number> {
  const kept = await movableItems(store, swept, items)
  printLine(`sum       ${formatUsdt(sumOf(kept))} USDT of ${kept.length} addresses`)
  printLine(`at most   ${coinText(plan.network, planCost(plan))}, besides the fees of top-ups`)
  const obstacle = await swept.sweeps.obstacle(plan.terms, endOfMany().signal)
  if (obstacle !== undefined) printNote(obstacle)
  printLine('nothing was sent')
  return 0
}

function printTotals({ network, terms }: SweepPlan, totals: SweepTotals): void {
  const { swept, ended, unfinished, toppedUp, topUpFees, sweepFees, loanFees } = totals
  printLine(`swept     ${formatUsdt(sumOf(swept))} USDT of ${swept.length} addresses`)
  if (ended.size > 0) printLine(`given up  ${ended.size} addresses, which keep their money`)
  if (unfinished.length > 0)
    printLine(`open      ${unfinished.length} addresses: start the same command again`)
  printLine(`spent     ${coinText(network, toppedUp + topUpFees)} of the gas wallet`)
  printLine(`          ${coinText(network, toppedUp)} to addresses, ${coinText(network, topUpFees)} fees`)
  printLine(`          ${coinText(network, sweepFees)} fees of the sweeps, paid by the addresses`)
  if (terms.kind === 'energy' && terms.lentEnergy > 0)
    printLine(`          ${coinText(network, loanFees)} burned by the staking account in this run`)
}

const sumOf = (items: readonly SignedItem[]): Usdt =>
  items.reduce((sum, { amount }) => add(sum, amount), ZERO)

/** Records a step in the audit log. */
const record = (
  args: Args,
  { store, context }: OperatorStore,
  plan: SweepPlan,
  action: string,
  details: Readonly<Record<string, string | number>>,
): Promise<void> =>
  store.write((tx) =>
    audit(tx, context, {
      ...{ actor: mandateOf(args).actor, action, subject: `${plan.environment}/${plan.network}` },
      details: { plan: planHash(plan), ...details },
    }),
  )
