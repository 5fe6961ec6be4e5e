import type { Planted } from './fault.js'

const decide = 'domain/payments/step/decide.ts'
const collect = 'domain/payments/step/collect.ts'
const state = 'domain/orders/order-state.ts'
const postings = 'domain/orders/order-postings.ts'
const appPayments = 'domain/payments/app-payments.ts'

/** Faults of payments: recording, screening, ledger and payments in the client app. */
export const PAYMENT_FAULTS: readonly Planted[] = [
  {
    name: 'the fee is rounded up',
    file: postings,
    from: 'chainFee(confirmed, order.feeRate) :',
    to: '((chainFee(confirmed, order.feeRate) + 100n) as Usdt) :',
  },
  {
    name: 'the fee is rounded for each payment',
    file: postings,
    from: 'return subtract(feeOn(before, after), feeOn(before, before.confirmed))',
    to: 'return feeOn(before, subtract(after, before.confirmed))',
  },
  {
    name: 'the credit of a frozen order is available',
    file: postings,
    from: "order.status === 'FROZEN' ? 'frozen' : 'available'",
    to: "'available'",
  },
  {
    name: 'a payment that is taken back stays credited',
    file: state,
    from: '[depositReversal(before, fact.transfer, fact.isAttributed), ...frozen]',
    to: 'frozen',
  },
  {
    name: 'only the last payment counts',
    file: 'domain/orders/order-amounts.ts',
    from: 'return credit(order, add(order.confirmed, fact.transfer.value))',
    to: 'return credit(order, fact.transfer.value)',
  },
  {
    name: 'a transfer that moved to another block stays in the old one',
    file: decide,
    from: 'this.put({ ...known, block, isLate, dueBlock })',
    to: 'this.put({ ...known, isLate })',
  },
  {
    name: 'a moved transfer is due as before',
    file: decide,
    from: 'const dueBlock = known.dueBlock - known.block.number + block.number',
    to: 'const { dueBlock } = known',
  },
  {
    name: 'a returned transfer does not count again',
    file: decide,
    from: 'if (known && known.orphanedAt === null && !isRevived)',
    to: 'if (known && !isRevived)',
  },
  {
    name: 'a returned transfer has the identity of the first',
    file: decide,
    from: 'incarnation: (known?.incarnation ?? 0) + 1',
    to: 'incarnation: 1',
  },
  {
    name: 'a refill of the wallet is in no account',
    file: 'domain/payments/treasury-postings.ts',
    from: "if (kind === 'move' || ignoredReason !== null) return undefined",
    to: "if (kind === 'move' || kind === 'topup' || ignoredReason !== null) return undefined",
  },
  {
    name: 'a replaced branch is not compared',
    file: collect,
    from: '? { after: step.after.number, upTo: step.upTo }',
    to: '? { after: block.number, upTo: step.upTo }',
  },
  {
    name: 'a payment after the window belongs to no order',
    file: 'storage/tables/orders/addresses.ts',
    from: 'WHERE address_id = ? AND from_at <= ? AND (until_at IS NULL OR until_at > ?)',
    to: 'WHERE address_id = ? AND from_at <= ? AND (until_at IS NULL OR until_at > ? + 86400000)',
  },
  {
    name: 'a lease begins when its order is made',
    file: 'domain/orders/address-leases.ts',
    from: 'Math.max(restedUntil ?? 0, Math.min(recoveredAt ?? 0, createdAt), createdAt - CLOCK_SKEW_MS)',
    to: 'Math.max(restedUntil ?? 0, Math.min(recoveredAt ?? 0, createdAt), createdAt + CLOCK_SKEW_MS)',
  },
  {
    name: 'the signer of a payment is screened in place of its payer',
    file: 'chain/screening/screening.ts',
    from: 'if (from === null) return [to]',
    to: 'if (origin !== null || from === null) return [to]',
  },
  {
    name: 'a flagged payment freezes nothing',
    file: 'domain/screening/transfer-screening.ts',
    from: 'if (!order || !isFlagged || transfer.isFlagged) continue',
    to: 'if (!order || isFlagged) continue',
  },
  {
    name: 'a flagged payment is never credited',
    file: 'workers/chain/transfer-screening.ts',
    from: 'const open = due.filter(isOpen)',
    to: 'const open = due.filter(({ isFlagged }) => !isFlagged)\n    finality = finality.withResult(due.filter(({ isFlagged }) => isFlagged), "pending")',
  },
  {
    name: 'the cursor moves before its payments are recorded',
    file: 'workers/chain/chain-watcher.ts',
    from: `  const record = ({ cursor, since }: Position, step: RecordableStep, finality: FinalityResults) =>
    alarm.record(step.to.number, async (tx) =>
      (await tx.continuity.findSince()) === since
        ? recordStep(tx, context, cursor, step, finality)
        : undefined,
    )`,
    to: `  const record = async ({ cursor }: Position, step: RecordableStep, finality: FinalityResults) => {
    await store.write((tx) => tx.cursors.advance(cursor, step.to))
    const moved = (await store.read((tx) => tx.cursors.find(id))) ?? cursor
    return alarm.record(step.to.number, (tx) => recordStep(tx, context, moved, step, finality))
  }`,
  },
  {
    name: 'a server begins at the newest block',
    file: 'workers/chain/chain-watcher.ts',
    from: 'await startCursor(store, chain, signal)\n    const cursor',
    to: `await startCursor(store, chain, signal)
    const stored = await store.read((tx) => tx.cursors.find(id))
    const newest = await chain.head(signal)
    if (stored) await store.write((tx) => tx.cursors.advance(stored, newest))
    const cursor`,
  },
  {
    name: 'an app payment is never settled at once',
    file: appPayments,
    from: 'authorisation.isSettled ? await settle(tx, context, orderUnit, authorised) : authorised',
    to: 'authorised',
  },
  {
    name: 'a repeated report of an app payment is refused',
    file: appPayments,
    from: 'if (standing && isSame(order, standing, authorisation)) return',
    to: 'if (standing && isSame(order, standing, authorisation) && !standing) return',
  },
  {
    name: 'a repeated settlement of an app payment is refused',
    file: appPayments,
    from: "if (paid.payment.status === 'SETTLED') return { ...paid, replayed: true }",
    to: '',
  },
  {
    name: 'a voided app payment keeps its money held',
    file: state,
    from: 'return [appVoid(order, fact.payment)]',
    to: 'return []',
  },
  {
    name: 'a settled app payment has no fee',
    file: 'domain/orders/app-postings.ts',
    from: 'amount: feeOn(order, payment.amount),',
    to: 'amount: 0n as typeof payment.amount,',
  },
  {
    name: 'a voided app payment is settled',
    file: state,
    from: "return fact.windowOver ? PAYMENT.EXPIRED : { to: 'OPEN' }",
    to: 'return fact.windowOver ? PAYMENT.EXPIRED : PAYMENT.PAID',
  },
]
