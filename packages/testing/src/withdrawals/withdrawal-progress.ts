import { type Role, readDestination, roleAddress } from '../chain/addresses.js'
import { atBlock, DEPTH, newestBlock } from '../chain/blocks.js'
import { toHex } from '../ids.js'
import { emitWithdrawalEvent } from '../webhooks/events.js'
import type { World } from '../world.js'
import type { Withdrawal } from './withdrawal.js'

/** A transaction that is never mined expires after 20 blocks; the expiry is seen two blocks later. */
const LIFETIME_BLOCKS = 22

/** Signs with the next block, broadcasts with the one after, and then follows the confirmations to the end. */
export function follow(world: World, withdrawal: Withdrawal): void {
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

/** Ends a withdrawal, and returns what it reserved. */
export function fail(
  world: World,
  withdrawal: Withdrawal,
  failureCode: NonNullable<Withdrawal['failureCode']>,
): void {
  const status = failureCode === 'canceled' ? 'CANCELED' : 'FAILED'
  Object.assign(withdrawal, { status, failureCode, updatedAt: world.clock.now() })
  emitWithdrawalEvent(world, withdrawal)
}

/** Lets the refunds of a frozen order that are not signed wait for the operator. */
export function holdRefunds({ withdrawals, clock }: World, orderId: string): void {
  for (const refund of withdrawals)
    if (refund.orderId === orderId && refund.status === 'PENDING')
      Object.assign(refund, { status: 'REVIEW', updatedAt: clock.now() })
}

/** The sandbox role of a destination that makes a withdrawal fail; undefined for others. */
function roleOf({ network, destinationAddress }: Withdrawal): Role | undefined {
  const address = readDestination(network, destinationAddress)
  const roles = ['blacklisted', 'reverts', 'never-mined'] as const
  return roles.find((role) => roleAddress(network, role) === address)
}
