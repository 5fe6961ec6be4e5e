import type { ScanState } from '../chain/scan-step.js'
import { recordedBalanceOf } from '../payments/recorded-balance.js'
import { formatUsdt, type Usdt, usdt, ZERO } from '../shared/money.js'
import type { ChainId } from '../shared/types.js'
import type { RecordedHolding, RecordedWallet } from '../store/ledger-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { platformBalance } from './ledger.js'
import type { CheckResult, Violation } from './ledger-verify.js'

/** An address that holds another amount than the books say. */
export interface Difference {
  readonly address: string
  /** On the chain and not in the books, 1e-8 USDT; below zero for what is in the books alone. */
  readonly unknown: bigint
  readonly accepted: Usdt
  readonly isWallet: boolean
}

/** What receiving addresses should hold at a block. */
export async function readHoldings(
  tx: Tx,
  id: ChainId,
  addresses: readonly string[],
  { cursor }: ScanState,
): Promise<RecordedHolding[]> {
  const holdings: RecordedHolding[] = []
  for (const address of addresses) {
    const { accepted = ZERO } = (await tx.addressExcesses.find(id, address)) ?? {}
    const { recorded: booked, ignored } = await recordedBalanceOf(tx, id, address, cursor.number)
    holdings.push({ address, recorded: booked + ignored, accepted })
  }
  return holdings
}

/** @param signed what is signed and has not ended */
export async function readWallet(
  tx: Tx,
  id: ChainId,
  address: string,
  { cursor }: ScanState,
  signed: readonly { readonly id: string; readonly amount: Usdt }[],
): Promise<RecordedWallet> {
  const paid = await tx.custody.sumPaid({ ...id, wallet: address })
  const open: RecordedWallet['open'][number][] = []
  for (const withdrawal of signed) {
    const [payment, replacement] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
    if (payment?.wallet === address) open.push({ amount: withdrawal.amount, payment, replacement })
  }
  const { recorded: booked } = await recordedBalanceOf(tx, id, address, cursor.number)
  return { address, recorded: booked - paid, open }
}

/**
 * Holds the custody of a network against what its addresses hold. Corrections by hand are what explains a difference: of
 * what was on an address before it was ours to watch, say.
 */
export async function verifyCustody(
  tx: Tx,
  id: ChainId,
  differences: readonly Difference[],
): Promise<CheckResult[]> {
  const name = `${id.environment}/${id.network}`
  const custody = await platformBalance(tx, id.environment, `custody:${id.network}`)
  const unknown = differences.reduce((sum, difference) => sum + difference.unknown, 0n)
  const expected = custody + unknown - (await tx.custody.sumAdjusted(id))
  const holdings = differences
    .filter((each) => !each.isWallet && each.unknown !== each.accepted)
    .map((each) => violation('holding', each.address, holdingText(name, each)))
  const totals =
    custody === expected
      ? []
      : [
          violation(
            'custody',
            name,
            `network ${name}: custody is ${textOf(custody)}, must be ${textOf(expected)}`,
          ),
        ]
  return [
    result('holding', `each receiving address of ${name} holds what is booked`, holdings),
    result('custody', `the custody of ${name} is what its addresses hold`, totals),
  ]
}

const holdingText = (name: string, { address, unknown }: Difference): string =>
  `address ${address} of ${name}: holds ${textOf(unknown < 0n ? -unknown : unknown)} USDT ${unknown < 0n ? 'less' : 'more'} than is booked`

const violation = (check: Violation['check'], id: string, message: string): Violation => ({
  ...{ invariant: 5, check, id, message },
})

const result = (
  check: Violation['check'],
  proves: string,
  violations: readonly Violation[],
): CheckResult => ({
  ...{ invariant: 5, check, proves, violations, hasMore: false },
})

const textOf = (amount: bigint): string =>
  amount < 0n ? `-${formatUsdt(usdt(-amount))}` : formatUsdt(usdt(amount))
