/** Delegations of staked energy and bandwidth, in sun of the stake behind them as on TRON. */
import type { Transaction } from '../encoding/transaction-codec.js'
import type { BlockContext } from './machine.js'
import { type AccountRecord, inUse, newAccountRecord, type Stake } from './resources.js'

export type Resource = 'energy' | 'bandwidth'
/** Sun of one account's stake that serves another account, by resource. */
export type Delegation = Readonly<Record<Resource, number>>

interface DelegationState {
  stakes: ReadonlyMap<string, Stake>
  delegations: ReadonlyMap<string, Delegation>
}

/** Prices of the network in sun, which its totals give: stake of all accounts by units of a day. */
export const sunPerUnit: Readonly<Record<Resource, number>> = { energy: 100_000, bandwidth: 1_000_000 }

const none: Delegation = { energy: 0, bandwidth: 0 }
const separator = '>'
const keyOf = (from: string, to: string): string => `${from}${separator}${to}`

export const delegationOf = (
  { delegations }: Pick<DelegationState, 'delegations'>,
  from: string,
  to: string,
): Delegation => delegations.get(keyOf(from, to)) ?? none

/** The accounts that an account delegates to, and those that delegate to it. */
export function partnersOf(
  { delegations }: Pick<DelegationState, 'delegations'>,
  address: string,
): { receivers: string[]; givers: string[] } {
  const pairs = [...delegations.keys()].map((key) => key.split(separator))
  return {
    receivers: pairs.flatMap(([from, to = '']) => (from === address ? [to] : [])),
    givers: pairs.flatMap(([from = '', to]) => (to === address ? [from] : [])),
  }
}

/** Energy and bandwidth of an account: of its own stake, less what it delegates, with what is delegated to it. */
export function stakeOf(state: DelegationState, address: string): Stake {
  const own = state.stakes.get(address) ?? none
  const unitsOf = (resource: Resource) =>
    own[resource] + Math.floor(balanceOf(state, address, resource) / sunPerUnit[resource])
  return { energy: unitsOf('energy'), bandwidth: unitsOf('bandwidth') }
}

/** Sun delegated to an account less sun that it delegates. */
function balanceOf(state: DelegationState, address: string, resource: Resource): number {
  const { receivers, givers } = partnersOf(state, address)
  const received = givers.map((from) => delegationOf(state, from, address)[resource])
  const given = receivers.map((to) => -delegationOf(state, address, to)[resource])
  return [...received, ...given].reduce((sum, sun) => sum + sun, 0)
}

/** Sun that an account may still delegate: its free stake without the part whose units are in use. */
export function delegable(
  state: DelegationState,
  record: AccountRecord,
  address: string,
  resource: Resource,
  now: number,
): number {
  const { receivers, givers } = partnersOf(state, address)
  const given = receivers.reduce((sum, to) => sum + delegationOf(state, address, to)[resource], 0)
  const received = givers.reduce((sum, from) => sum + delegationOf(state, from, address)[resource], 0)
  const own = (state.stakes.get(address)?.[resource] ?? 0) * sunPerUnit[resource] - given
  const used = inUse(usageOf(record, resource), now) * sunPerUnit[resource]
  return Math.max(0, own - Math.max(0, used - received))
}

const usageOf = (record: AccountRecord, resource: Resource) =>
  resource === 'energy' ? record.energy : record.net

export const resourceOf = ({ value }: Transaction): Resource =>
  value.resource === 'ENERGY' ? 'energy' : 'bandwidth'

export const isDelegation = ({ type }: Pick<Transaction, 'type'>): boolean =>
  type === 'DelegateResourceContract' || type === 'UnDelegateResourceContract'

/** Moves the stake of a delegation. The usage of units that are taken back returns with them. */
export function moveStake(
  transaction: Transaction,
  space: DelegationState & {
    delegations: Map<string, Delegation>
    accounts: Map<string, AccountRecord>
    block: BlockContext
  },
): void {
  const { owner_address: from, receiver_address: to = '', balance = 0 } = transaction.value
  const resource = resourceOf(transaction)
  const before = delegationOf(space, from, to)
  const isBack = transaction.type === 'UnDelegateResourceContract'
  if (isBack) returnUsage({ from, to, balance, resource }, space)
  const after = { ...before, [resource]: before[resource] + (isBack ? -balance : balance) }
  if (after.energy === 0 && after.bandwidth === 0) space.delegations.delete(keyOf(from, to))
  else space.delegations.set(keyOf(from, to), after)
}

function returnUsage(
  { from, to, balance, resource }: { from: string; to: string; balance: number; resource: Resource },
  space: DelegationState & { accounts: Map<string, AccountRecord>; block: BlockContext },
): void {
  const now = space.block.timestamp
  const name = resource === 'energy' ? 'energy' : 'net'
  const read = (address: string) => space.accounts.get(address) ?? newAccountRecord(now)
  const units = stakeOf(space, to)[resource]
  const used = inUse(read(to)[name], now)
  const moved = Math.floor(balance / sunPerUnit[resource])
  const returned = units === 0 ? 0 : Math.min(moved, Math.floor((used * moved) / units))
  space.accounts.set(to, { ...read(to), [name]: { amount: used - returned, at: now } })
  space.accounts.set(from, {
    ...read(from),
    [name]: { amount: inUse(read(from)[name], now) + returned, at: now },
  })
}
