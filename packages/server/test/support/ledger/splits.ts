import { platformAccount } from '../../../src/domain/ledger/account.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { decide } from '../../../src/domain/orders/order-state.js'
import { add, appFee, type Rate, type Usdt, usdt, ZERO } from '../../../src/domain/shared/money.js'
import { amount, rate, START } from '../domain/context.js'
import { chainOrder } from '../storage/store-rows.js'
import { Dice } from './dice.js'

const RATES: readonly Rate[] = ['0.01', '0.008', '0.005', '0.000001', '0.0137', '0', '1'].map((text) =>
  rate(text),
)
/** 1e-6 USDT. */
const CHAIN_STEP = 100n
const MOST_PARTS = 4
const FEES = platformAccount('test', 'fees').id
const SURROUNDINGS = { inFlight: false, isAttributed: false } as const

const ORDER: OnChainOrder = {
  ...chainOrder('order', 'shop'),
  status: 'EXPIRED',
  minDue: amount('999999999'),
}

/**
 * Pays random amounts in random parts at random rates, and checks the ledger transactions of every part.
 *
 * @throws Error naming the amount whose fee and credit do not add up to the received amount, to the unit
 */
export function requireExactFees(seed: number, amounts: number): void {
  const dice = new Dice(seed)
  for (let left = amounts; left > 0; left -= 1) {
    const feeRate = dice.pick(RATES)
    payInParts({ ...ORDER, feeRate }, partsOf(dice), `seed ${seed}, ${left} left`)
    payInApp(usdt(someUnits(dice)), feeRate)
  }
}

/** Returns up to 90,000,000 USDT; small amounts are as frequent as large ones. */
const someUnits = (dice: Dice): bigint => dice.between(1n, 9n * 10n ** BigInt(dice.below(16)))

const partsOf = (dice: Dice): Usdt[] =>
  Array.from({ length: 1 + dice.below(MOST_PARTS) }, () => usdt(someUnits(dice) * CHAIN_STEP))

function payInParts(order: OnChainOrder, parts: readonly Usdt[], where: string): void {
  let paid = order
  let fees = 0n
  let received = ZERO
  for (const [at, value] of parts.entries()) {
    const { environment, network } = order
    const transfer = { environment, network, txHash: `${at}`, logIndex: 0, incarnation: 1, value }
    const seen = decide(paid, { kind: 'transfer_seen', transfer, isLate: true, isFlagged: false }, START)
    const confirmed =
      seen && decide(seen.order, { kind: 'transfer_confirmed', transfer, ...SURROUNDINGS }, START)
    if (!confirmed) throw new Error(`${where}: part ${at} was refused`)
    const legs = confirmed.postings.flatMap((posting) => posting.legs)
    for (const leg of legs) if (leg.credit.id === FEES) fees += leg.amount
    paid = confirmed.order
    received = add(received, value)
    requireExact(paid, { fees, received, where })
  }
}

function requireExact(
  { received, confirmed, credited, feeRate }: OnChainOrder,
  expected: { fees: bigint; received: bigint; where: string },
): void {
  const isWhole = credited + expected.fees === expected.received
  const isKept = received === expected.received && confirmed === expected.received
  const isFeeRight = isRoundedDown(expected.fees, expected.received * feeRate, CHAIN_STEP)
  if (!isWhole || !isKept || !isFeeRight) {
    throw new Error(
      `${expected.where}: ${received} at ${feeRate} gave ${credited} and a fee of ${expected.fees}`,
    )
  }
}

function payInApp(paid: Usdt, feeRate: Rate): void {
  if (!isRoundedDown(appFee(paid, feeRate), paid * feeRate, 1n)) throw new Error(`${paid} at ${feeRate}`)
}

/** Whether `fee` is the largest multiple of `step` that is not above the exact fee, which comes in millionths. */
const isRoundedDown = (fee: bigint, exact: bigint, step: bigint): boolean =>
  fee % step === 0n && fee * 1_000_000n <= exact && (fee + step) * 1_000_000n > exact
