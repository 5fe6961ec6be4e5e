import type { Planted } from './fault.js'

const state = 'domain/withdrawals/withdrawal-state.ts'
const limits = 'domain/withdrawals/withdrawal-limits.ts'
const settling = 'workers/withdrawals/withdrawal-settling.ts'
const signing = 'workers/withdrawals/payment-signing.ts'
const gates = 'workers/withdrawals/signature-gates.ts'
const queue = 'storage/tables/withdrawals/withdrawal-queue.ts'
const sender = 'chain/erc20/erc20-sender.ts'
const repricing = 'chain/erc20/erc20-repricing.ts'

/** Faults of withdrawals and refunds: money on hold, limits, reviews, signing and settling. */
export const WITHDRAWAL_FAULTS: readonly Planted[] = [
  {
    name: 'a failed payout keeps the money of the merchant',
    file: state,
    from: "return { withdrawal, postings: [release(before), ...difference], event: 'withdrawal.failed' }",
    to: "return { withdrawal, postings: difference, event: 'withdrawal.failed' }",
  },
  {
    name: 'a completed payout is not reported',
    file: state,
    from: "event: 'withdrawal.completed',",
    to: '',
  },
  {
    name: 'a canceled payout is reported as completed',
    file: state,
    from: "...difference], event: 'withdrawal.failed' }",
    to: "...difference], event: to === 'CANCELED' ? 'withdrawal.completed' : 'withdrawal.failed' }",
  },
  {
    name: 'the fee of a failed payout stays on hold',
    file: state,
    from: 'const legs = hold(withdrawal).legs.map(({ debit, credit, amount }) => ({\n    debit: credit,\n    credit: debit,\n    amount,',
    to: 'const legs = hold(withdrawal).legs.map(({ debit, credit }) => ({\n    debit: credit,\n    credit: debit,\n    amount: withdrawal.amount,',
  },
  {
    name: 'a payout takes no fee',
    file: state,
    from: "      { debit, credit: platformAccount(environment, 'fees'), amount: fee },\n",
    to: '',
  },
  {
    name: 'the fee of a payout is not put on hold',
    file: state,
    from: 'amount: add(withdrawal.amount, withdrawal.fee),',
    to: 'amount: withdrawal.amount,',
  },
  {
    name: 'a payout may exceed the balance',
    file: state,
    from: 'requiresFunds: true,',
    to: 'requiresFunds: false,',
  },
  {
    name: 'a signed payout can be canceled',
    file: state,
    from: "return isWaiting && !isUndecidedDuplicate(before) ? 'CANCELED' : undefined",
    to: "return (isWaiting || isSigned) && !isUndecidedDuplicate(before) ? 'CANCELED' : undefined",
  },
  {
    name: 'the idempotency key of a payout is not claimed',
    file: 'domain/withdrawals/withdrawals.ts',
    from: 'key: input.idempotencyKey,',
    to: 'key: undefined,',
  },
  {
    name: 'the idempotency key of a refund is not claimed',
    file: 'domain/orders/refunds.ts',
    from: 'key: input.idempotencyKey,',
    to: 'key: undefined,',
  },
  {
    name: 'more than the credit of an order is refunded',
    file: 'domain/orders/refunds.ts',
    from: 'if (amount > left) throw',
    to: 'if (amount > left + left) throw',
  },
  {
    name: 'every refund may include the fee',
    file: 'domain/orders/refunds.ts',
    from: "includesFee ? 'confirmed' : 'credited'",
    to: "'confirmed'",
  },
  {
    name: 'refunds of an order do not add up',
    file: 'domain/orders/refunds.ts',
    from: 'const refunded = await tx.withdrawals.sumRefunds(order.id)',
    to: 'const refunded = 0n',
  },
  {
    name: 'the limit of a payout is not checked',
    file: limits,
    from: "if (totalDebit(withdrawal) > withdrawalAutoLimit) return 'auto_limit'",
    to: '',
  },
  {
    name: 'the limit of a day is not checked',
    file: limits,
    from: "if (day.withdrawals > withdrawalDailyLimit) return 'daily_limit'",
    to: '',
  },
  {
    name: 'the limit of the refunds of a day is not checked',
    file: limits,
    from: "return day.refunds > (await refundLimit(tx, context, withdrawal)) ? 'refund_limit' : undefined",
    to: 'return undefined',
  },
  {
    name: 'one person approves a large payout',
    file: limits,
    from: 'totalDebit(withdrawal) > approvalByTwoAbove',
    to: 'totalDebit(withdrawal) > 10n * approvalByTwoAbove',
  },
  {
    name: 'an approved payout is not sent',
    file: queue,
    from: "(status = 'PENDING' OR approved_at IS NOT NULL OR",
    to: "(status = 'PENDING' OR",
  },
  {
    name: 'a payout that waited for money is forgotten',
    file: queue,
    from: "(status = 'PENDING' OR approved_at IS NOT NULL OR",
    to: "(status = 'PENDING' OR approved_at IS NOT NULL OR 1 = 0 AND",
  },
  {
    name: 'a payout goes to a denied destination',
    file: gates,
    from: "if (verdict === 'flag') return { never: 'compliance' }",
    to: '',
  },
  {
    name: 'the fee is kept from the amount that is sent',
    file: signing,
    from: 'sender.prepare(intentOf(withdrawal), slot, signal)',
    to: 'sender.prepare({ ...intentOf(withdrawal), amount: (withdrawal.amount - 100_000_000n) as typeof withdrawal.amount }, slot, signal)',
  },
  {
    name: 'a further version of a payout has a nonce of its own',
    file: repricing,
    from: 'return signer.sign({ nonce, gas, price, spending }, signal)',
    to: 'return signer.sign({ nonce: nonce + 1, gas, price, spending }, signal)',
  },
  {
    name: 'a further version of a payout sends less',
    file: repricing,
    from: 'destination: readDestination(network, to) ?? to, amount }',
    to: 'destination: readDestination(network, to) ?? to, amount: (amount - 100_000_000n) as typeof amount }',
  },
  {
    name: 'a payout that is signed again counts as failed',
    file: 'domain/withdrawals/payment-versions.ts',
    from: '  await tx.signedTransactions.insert(version)\n  return changed',
    to: "  await tx.signedTransactions.insert(version)\n  return tryApply(tx, context, changed, { kind: 'failed', failureCode: 'broadcast_rejected' })",
  },
  {
    name: 'a payout is sent before it is stored',
    file: signing,
    from: "return 'notNow' in outcome ? outcome : this.commitFirst(waiting, outcome, slot)",
    to: "if ('txHash' in outcome) await this.run.sender.broadcast(outcome, 'one', this.run.signal)\n    return 'notNow' in outcome ? outcome : this.commitFirst(waiting, outcome, slot)",
  },
  {
    name: 'signed payouts are not counted against the wallet',
    file: sender,
    from: 'const pending = slot.pending.reduce((sum, { amount }) => sum + amount, 0n)',
    to: 'const pending = 0n',
  },
  {
    name: 'the money of the wallet is not looked at',
    file: sender,
    from: 'if (!isCovered) return',
    to: 'if (isCovered && !isCovered) return',
  },
  {
    name: 'a payout after another one leaves a nonce out',
    file: sender,
    from: 'const nonce = Math.max(used, ours)',
    to: 'const nonce = Math.max(used, ours) + Math.min(slot.pending.length, 1)',
  },
  {
    name: 'a payout is complete in its first block',
    file: 'chain/erc20/erc20-tracker.ts',
    from: 'if (confirmations < depth) return waiting',
    to: 'if (confirmations < 1) return waiting',
  },
  {
    name: 'an answer that fails ends a payout',
    file: settling,
    from: "const isBroadcast = fate.kind === 'unknown' && (await this.broadcast(withdrawal, replacement ?? payment))\n    const fact = factOf(withdrawal, fate, isBroadcast)",
    to: `let isRefused = false
    const isBroadcast = fate.kind === 'unknown' && (await this.broadcast(withdrawal, replacement ?? payment).catch(() => { isRefused = true; return false }))
    const fact = isRefused ? { kind: 'failed' as const, failureCode: 'broadcast_rejected' as const } : factOf(withdrawal, fate, isBroadcast)`,
  },
  {
    name: 'a signed payout is not followed until it is sent',
    file: 'workers/withdrawals/withdrawal-run.ts',
    from: "[...(await list('PROCESSING')), ...(await list('BROADCAST'))]",
    to: "list('BROADCAST')",
  },
  {
    name: 'a payout of TRON is dead before it expires',
    file: 'chain/trc20/trc20-tracker.ts',
    from: 'expiresAt !== null && at > expiresAt + MARGIN_MS',
    to: 'expiresAt !== null && at > 0',
  },
  {
    name: 'a payout of TRON that expired is not signed again',
    file: settling,
    from: "if (verdict === 'renew' && isRenewable) return 'renewal'",
    to: '',
  },
  {
    name: 'the fee limit of a payout of TRON leaves out what is staked',
    file: 'chain/trc20/trc20-preparation.ts',
    from: 'return signer.sign({ spending, feeLimit, reference,',
    to: 'return signer.sign({ spending, feeLimit: Math.max(0, feeLimit - resources.energy * prices.energyFee), reference,',
  },
  {
    name: 'a signature of another key is stored',
    file: 'chain/wallet/remote-key.ts',
    from: 'if (!Buffer.from(account).equals(options.account))',
    to: 'if (account.length === 0)',
  },
  {
    name: 'a payout that moved less is named by the pause of the signer alone',
    file: 'domain/attention/mismatch-items.ts',
    from: "if (typeof payment?.moved !== 'bigint') continue",
    to: "if (typeof payment?.moved !== 'bigint' || Date.now() > 0) continue",
  },
  {
    name: 'a payout may take the wallet above its limit of a day',
    file: 'domain/withdrawals/wallet-limits.ts',
    from: '+ amount > dailyLimit',
    to: '> dailyLimit',
  },
  {
    name: 'a sweep that starts again trusts its first look at coins',
    file: 'commands/sweeps/sweep-doubts.ts',
    from: 'const SURE_AFTER_ROUNDS = ROUNDS_OF_A_BLOCK + 1',
    to: 'const SURE_AFTER_ROUNDS = 0',
  },
]
