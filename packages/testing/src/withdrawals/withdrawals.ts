import type { Withdrawal as WithdrawalBody } from '@merchantpay/sdk'
import { add, format, sum, type Usdt, usdt } from '@merchantpay/sdk/money'
import { type Network, type Role, readDestination, roleAddress } from '../chain/addresses.js'
import { atBlock, DEPTH, newestBlock } from '../chain/blocks.js'
import type { Handlers } from '../http/handler.js'
import { once, replayHeader } from '../http/idempotency.js'
import { listPage } from '../http/page.js'
import { Refusal } from '../http/refusal.js'
import { CROCKFORD, toHex } from '../ids.js'
import { balanceOf } from '../merchants/balance.js'
import { readAmount } from '../orders/amounts.js'
import { isOf, type Scope } from '../scope.js'
import { type BusinessFields, inputOfFields, readBusinessFields } from '../validation/business-fields.js'
import { emitWithdrawalEvent } from '../webhooks/events.js'
import { keepTrace } from '../webhooks/trace-context.js'
import { isoOrNull, isoTime, type World } from '../world.js'
import type { Withdrawal } from './withdrawal.js'

const FEES: Readonly<Record<Network, Usdt>> = { TRC20: usdt('1.5'), ERC20: usdt('4') }
const MINIMUM = usdt('10')
/** Above these a withdrawal waits for review: alone, and with the others of its day. */
const AUTO_LIMIT = usdt('1000')
const DAILY_LIMIT = usdt('10000')
const DAY_MS = 86_400_000
/** A transaction that is never mined expires after 20 blocks; the expiry is seen two blocks later. */
const LIFETIME_BLOCKS = 22

/** Makes the handlers of the operations on withdrawals. */
export function withdrawalHandlers(
  world: World,
): Pick<
  Handlers,
  'createWithdrawal' | 'listWithdrawals' | 'quoteWithdrawal' | 'getWithdrawal' | 'cancelWithdrawal'
> {
  return {
    createWithdrawal({ body, headers, caller: { key: scope } }) {
      const amount = readAmount(body.amount, 6)
      const fields = readBusinessFields(body)
      const { network, destination_address: destinationAddress, idempotency_key: key } = body
      const input = [
        ['amount', amount],
        ['network', network],
        ['destination_address', destinationAddress],
        ...inputOfFields(fields),
      ] as const
      const made = once(world, scope, { operation: 'createWithdrawal', key, input }, () => {
        requireMinimum(amount)
        requireDestination(world, network, destinationAddress)
        const withdrawal = newWithdrawal(world, scope, { ...fields, amount, network, destinationAddress })
        const needed = add(amount, withdrawal.fee)
        const { available } = balanceOf(world, scope)
        if (available < needed) {
          const detail = `needs ${format(needed)} USDT, ${format(available)} USDT are available`
          throw new Refusal('insufficient_balance', { detail })
        }
        world.withdrawals.push(withdrawal)
        if (withdrawal.status === 'PENDING') follow(world, withdrawal)
        return withdrawal.id
      })
      if (!made.replayed) keepTrace(world, made.id, headers.traceparent)
      const withdrawal = requireWithdrawal(world, scope, made.id)
      return { status: 201, body: present(withdrawal), headers: replayHeader(made.replayed) }
    },
    listWithdrawals({ query, caller }) {
      const rows = world.withdrawals.filter((withdrawal) => isOf(withdrawal, caller.key))
      const { rows: withdrawals, ...page } = listPage(rows, '/v1/withdrawals', query, present)
      return { status: 200, body: { withdrawals, ...page } }
    },
    quoteWithdrawal({ query }) {
      const amount = readAmount(query.amount, 6)
      const fee = FEES[query.network]
      requireMinimum(amount)
      const total = { total_debit: format(add(amount, fee)), minimum: format(MINIMUM) }
      return { status: 200, body: { amount: format(amount), fee: format(fee), ...total } }
    },
    getWithdrawal: ({ params, caller }) => ({
      status: 200,
      body: present(requireWithdrawal(world, caller.key, params.id)),
    }),
    cancelWithdrawal({ params, caller }) {
      const withdrawal = requireWithdrawal(world, caller.key, params.id)
      const { status } = withdrawal
      if (status === 'PENDING' || status === 'REVIEW') fail(world, withdrawal, 'canceled')
      else if (status !== 'CANCELED')
        throw new Refusal('withdrawal_not_cancelable', { detail: `the withdrawal is ${status}` })
      return { status: 200, body: present(withdrawal) }
    },
  }
}

function newWithdrawal(
  world: World,
  { merchantId, environment }: Scope,
  given: BusinessFields & Pick<Withdrawal, 'amount' | 'network' | 'destinationAddress'>,
): Withdrawal {
  const { ids, clock } = world
  const createdAt = clock.now()
  const needsReview =
    given.amount > AUTO_LIMIT || dayTotal(world, { merchantId, environment }) + given.amount > DAILY_LIMIT
  return {
    ...given,
    id: ids.uuid(),
    merchantId,
    environment,
    withdrawalNumber: `wdr_${ids.text(CROCKFORD, 12)}`,
    fee: FEES[given.network],
    createdAt,
    status: needsReview ? 'REVIEW' : 'PENDING',
    txHash: null,
    confirmations: 0,
    failureCode: null,
    updatedAt: createdAt,
    completedAt: null,
  }
}

function dayTotal({ withdrawals, clock }: World, scope: Scope): Usdt {
  const today = Math.floor(clock.now() / DAY_MS)
  const ofToday = withdrawals.filter(({ createdAt }) => Math.floor(createdAt / DAY_MS) === today)
  return sum(ofToday.filter((withdrawal) => isOf(withdrawal, scope)).map(({ amount }) => amount))
}

/** Signs with the next block, broadcasts with the one after, and then follows the confirmations to the end. */
function follow(world: World, withdrawal: Withdrawal): void {
  const { clock, ids } = world
  const first = newestBlock(clock) + 1
  const role = roleOf(withdrawal)
  const move = (changes: Partial<Withdrawal>) =>
    Object.assign(withdrawal, changes, { updatedAt: clock.now() })
  const confirm = (confirmations: number) => {
    if (confirmations < DEPTH) return move({ confirmations })
    if (role === 'reverts') return fail(world, withdrawal, 'reverted')
    move({ status: 'COMPLETED', confirmations, completedAt: clock.now() })
    emitWithdrawalEvent(world, withdrawal)
  }
  atBlock(clock, first, () => {
    if (withdrawal.status !== 'PENDING') return
    if (role === 'blacklisted') return fail(world, withdrawal, 'compliance')
    move({ status: 'PROCESSING', txHash: toHex(ids.bytes(32)) })
    atBlock(clock, first + 1, () => move({ status: 'BROADCAST' }))
    if (role === 'never-mined') {
      return atBlock(clock, first + LIFETIME_BLOCKS, () => fail(world, withdrawal, 'expired_unbroadcast'))
    }
    for (let depth = 1; depth <= DEPTH; depth += 1) atBlock(clock, first + 1 + depth, () => confirm(depth))
  })
}

/** The sandbox role of a destination that makes a withdrawal fail; undefined for others. */
function roleOf({ network, destinationAddress }: Withdrawal): Role | undefined {
  const address = readDestination(network, destinationAddress)
  const roles = ['blacklisted', 'reverts', 'never-mined'] as const
  return roles.find((role) => roleAddress(network, role) === address)
}

function fail(
  world: World,
  withdrawal: Withdrawal,
  failureCode: NonNullable<Withdrawal['failureCode']>,
): void {
  const status = failureCode === 'canceled' ? 'CANCELED' : 'FAILED'
  Object.assign(withdrawal, { status, failureCode, updatedAt: world.clock.now() })
  emitWithdrawalEvent(world, withdrawal)
}

function requireMinimum(amount: Usdt): void {
  if (amount < MINIMUM)
    throw new Refusal('amount_below_minimum', {
      param: 'amount',
      detail: `at least ${format(MINIMUM)} USDT`,
    })
}

/** A valid address that is not one of the service's own. @throws Refusal invalid_destination_address */
function requireDestination(world: World, network: Network, text: string): void {
  const address = readDestination(network, text)
  const isOwn = world.orders.some((order) => order.kind === 'on-chain' && order.address === address)
  if (address === undefined || isOwn || address === roleAddress(network, 'hot-wallet')) {
    throw new Refusal('invalid_destination_address', {
      param: 'destination_address',
      detail: `must be a valid ${network} address outside this service`,
    })
  }
}

/** A withdrawal of this merchant in this environment, by its id or number. @throws Refusal withdrawal_not_found */
function requireWithdrawal(world: World, scope: Scope, name: string): Withdrawal {
  const withdrawal = world.withdrawals.find(
    ({ id, withdrawalNumber }) => id === name || withdrawalNumber === name,
  )
  if (withdrawal && isOf(withdrawal, scope)) return withdrawal
  throw new Refusal('withdrawal_not_found')
}

function present(withdrawal: Withdrawal): WithdrawalBody {
  const { amount, fee, description } = withdrawal
  return {
    id: withdrawal.id,
    withdrawal_number: withdrawal.withdrawalNumber,
    merchant_id: withdrawal.merchantId,
    status: withdrawal.status,
    amount: format(amount),
    fee: format(fee),
    total_debit: format(add(amount, fee)),
    currency: 'USDT',
    network: withdrawal.network,
    destination_address: withdrawal.destinationAddress,
    tx_hash: withdrawal.txHash,
    confirmations: withdrawal.confirmations,
    failure_code: withdrawal.failureCode,
    ...(description !== undefined && { description }),
    metadata: { ...withdrawal.metadata },
    environment: withdrawal.environment,
    created_at: isoTime(withdrawal.createdAt),
    updated_at: isoTime(withdrawal.updatedAt),
    completed_at: isoOrNull(withdrawal.completedAt),
  }
}
