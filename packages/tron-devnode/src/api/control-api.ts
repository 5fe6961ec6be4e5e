/** /control: commands by which a test changes the chain and the node. */

import { operationsOf } from '../chain/permissions.js'
import { writeState } from '../chain/state-file.js'
import { type Faults, isFaultRule } from '../http/faults.js'
import { signTransfer } from './bank.js'
import type { ApiContext } from './handler.js'
import { addressParam, hexParam, numberParam, ParamError, type Params } from './params.js'

export interface ControlContext extends ApiContext {
  faults: Faults
  /** How often each path was called. */
  calls: Map<string, number>
  /** When a suspended node answers again, by its clock. */
  suspendedUntil: number
  setTimer: (blockMs: number) => void
}

/** 0 is the owner's, 1 a witness's, and 2 is the one that every account begins with. */
const firstPermission = 3

type Control = (params: Params, context: ControlContext) => unknown

const wrong = (message: string) => new ParamError('java.lang.IllegalArgumentException', message)

function optionalNumber(params: Params, name: string): number | undefined {
  return params[name] === undefined ? undefined : numberParam(params, name)
}

/** The fields that are present, so that defaults apply to the others. */
function given<Name extends string>(params: Params, names: readonly Name[]): { [key in Name]?: number } {
  const fields = names.map((name) => [name, optionalNumber(params, name)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as { [key in Name]?: number }
}

const mine: Control = async (params, { chain }) => {
  const options = given(params, ['blocks', 'time', 'stepMs'])
  if (options.stepMs === 0) throw wrong('stepMs must be positive')
  return headOf(await chain.mine(options))
}

const reorg: Control = async (params, { chain }) => {
  const { depth = 0, ...counts } = given(params, ['depth', 'blocks', 'delay'])
  const { transactions = 'keep' } = params
  if (depth < 1 || depth > chain.head.number) throw wrong('depth must be from 1 to the height of the head')
  if (transactions !== 'keep' && transactions !== 'drop') throw wrong('transactions must be keep or drop')
  return headOf(await chain.reorg({ depth, transactions, ...counts }))
}

const headOf = ({ number, id, timestamp }: { number: number; id: string; timestamp: number }) => ({
  number,
  id,
  timestamp,
})

/** Coins from the bank, in a block of their own unless `mine` is false. */
const faucet: Control = async (params, context) => {
  const address = addressParam(params, 'address')
  const sun = numberParam(params, 'sun')
  if (address === undefined || sun <= 0) throw wrong('address and sun are needed')
  const transaction = signTransfer(address, sun, context)
  await context.chain.submit(transaction)
  if (params.mine !== false) await context.chain.mine()
  return { txid: transaction.id }
}

const stake: Control = (params, { chain }) => {
  const address = addressParam(params, 'address')
  if (address === undefined) throw wrong('address is needed')
  chain.stakes.set(address, {
    energy: numberParam(params, 'energy'),
    bandwidth: numberParam(params, 'bandwidth'),
  })
  return { address, ...chain.stakes.get(address) }
}

/** Lets a key sign some types of transactions for an account, as its permission with that id. */
const permission: Control = (params, { chain }) => {
  const [address, key] = [addressParam(params, 'address'), addressParam(params, 'key')]
  const { types } = params
  const id = optionalNumber(params, 'id') ?? firstPermission
  const isTypes =
    Array.isArray(types) && types.every((type) => Number.isInteger(type) && type >= 0 && type < 256)
  if (address === undefined || key === undefined || id < firstPermission || !isTypes)
    throw wrong('address, key, an id from 3 and types are needed')
  const others = (chain.permissions.get(address) ?? []).filter((each) => each.id !== id)
  chain.permissions.set(address, [...others, { id, key, operations: operationsOf(types) }])
  return chain.permissions.get(address)
}

/** Moves energy and bandwidth of one account's stake to another account, as a delegation does. */
const delegate: Control = (params, { chain }) => {
  const [from, to] = [addressParam(params, 'from'), addressParam(params, 'to')]
  if (from === undefined || to === undefined || from === to) throw wrong('two addresses are needed')
  const moved = { energy: numberParam(params, 'energy'), bandwidth: numberParam(params, 'bandwidth') }
  const [giver, receiver] = [chain.stakeOf(from), chain.stakeOf(to)]
  for (const name of ['energy', 'bandwidth'] as const) {
    if (moved[name] < 0 || moved[name] > giver[name]) throw wrong(`${from} has ${giver[name]} ${name} staked`)
    giver[name] -= moved[name]
    receiver[name] += moved[name]
  }
  chain.stakes.set(from, giver)
  chain.stakes.set(to, receiver)
  return { from: giver, to: receiver }
}

/** Refuses every call for a time, as a provider does after too many of them. */
const suspend: Control = (params, context) => {
  const seconds = numberParam(params, 'seconds')
  context.suspendedUntil = context.clock() + seconds * 1000
  return { seconds }
}

const changeSettings: Control = (params, { chain, setTimer }) => {
  const changes = given(params, ['solidLag', 'blockMs', 'energyFee', 'transactionFee', 'maxPending'])
  Object.assign(chain.settings, changes)
  for (const name of ['estimateEnergy', 'constantCalls', 'lite'] as const) {
    const value = params[name]
    if (typeof value === 'boolean') chain.settings[name] = value
  }
  if (changes.blockMs !== undefined) setTimer(changes.blockMs)
  const { balances: _balances, ...settings } = chain.settings
  return settings
}

const addFaults: Control = (params, { faults }) => {
  const rules = Array.isArray(params.rules) ? params.rules : [params]
  for (const rule of rules) {
    if (!isFaultRule(rule)) throw wrong('a fault needs a path and a known kind')
    faults.add(rule)
  }
  return faults.list()
}

/** Drops a transaction from the pool, as a node that restarts does. */
const forget: Control = (params, { chain }) => ({ dropped: chain.forget(hexParam(params, 'txid')) })

const controls: Record<string, Control> = {
  'POST mine': mine,
  'POST reorg': reorg,
  'POST faucet': faucet,
  'POST stake': stake,
  'POST permission': permission,
  'POST delegate': delegate,
  'POST suspend': suspend,
  'POST settings': changeSettings,
  'GET settings': (_, context) => changeSettings({}, context),
  'POST forget': forget,
  'POST faults': addFaults,
  'GET faults': (_, { faults }) => faults.list(),
  'DELETE faults': (_, { faults }) => {
    faults.clear()
    return []
  },
  'GET calls': (_, { calls }) => Object.fromEntries(calls),
  'DELETE calls': (_, { calls }) => {
    calls.clear()
    return {}
  },
  'GET state': (_, { chain }) => writeState(chain),
}

/** Answers a path below /control, or undefined where there is no such path. */
export function answerControl(
  method: string,
  path: string,
  params: Params,
  context: ControlContext,
): unknown {
  return controls[`${method} ${path.replace('/control/', '')}`]?.(params, context)
}
