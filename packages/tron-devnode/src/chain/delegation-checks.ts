/** Checks of the transactions that delegate resources and take them back. Each throws a TransactionRejected. */
import { isAddress, toBase58 } from '../encoding/bytes.js'
import type { Transaction } from '../encoding/transaction-codec.js'
import { delegable, delegationOf, resourceOf } from '../execution/delegations.js'
import type { Workspace } from '../execution/execution.js'
import { newAccountRecord } from '../execution/resources.js'
import { invalid } from './rejection.js'

const leastDelegation = 1_000_000

export async function checkDelegation(transaction: Transaction, space: Workspace): Promise<void> {
  const { owner_address: from, receiver_address: to, balance = 0 } = transaction.value
  if (!isAddress(to)) throw invalid('Invalid receiverAddress')
  if (from === to) throw invalid('receiverAddress must not be the same as ownerAddress')
  const resource = resourceOf(transaction)
  if (transaction.type === 'UnDelegateResourceContract') {
    const delegated = delegationOf(space, from, to)
    if (delegated.energy === 0 && delegated.bandwidth === 0)
      throw invalid('delegated Resource does not exist')
    if (balance <= 0) throw invalid('unDelegateBalance must be more than 0 TRX')
    if (balance > delegated[resource])
      throw invalid(
        `insufficient delegatedFrozenBalance(${resource}), request=${balance}, unlock_balance=${delegated[resource]}`,
      )
    return
  }
  if (balance < leastDelegation) throw invalid('delegateBalance must be greater than or equal to 1 TRX')
  const now = space.block.timestamp
  const record = space.accounts.get(from) ?? newAccountRecord(now)
  if (delegable(space, record, from, resource, now) < balance)
    throw invalid(
      `delegateBalance must be less than or equal to available Freeze${resource === 'energy' ? 'Energy' : 'Bandwidth'}V2 balance`,
    )
  if (!(await space.machine.hasAccount(to))) throw invalid(`Account[${toBase58(to)}] not exists`)
  if (space.contracts.has(to)) throw invalid('Do not allow delegate resources to contract addresses')
}
