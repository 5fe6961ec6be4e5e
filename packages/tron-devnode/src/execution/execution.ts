/** Runs one transaction in a block: its costs, its changes and its receipt. */
import type { ContractResult, TransactionInfo } from '../chain/block.js'
import { TransactionRejected } from '../chain/rejection.js'
import { contractAddressOf, textToHex } from '../encoding/bytes.js'
import type { NewContract, Transaction } from '../encoding/transaction-codec.js'
import { createAccountFee, createAccountNetFee, type Settings } from '../settings.js'
import { type Delegation, isDelegation, moveStake, stakeOf } from './delegations.js'
import type { BlockContext, Machine, Outcome } from './machine.js'
import {
  type AccountRecord,
  energyLeft,
  newAccountRecord,
  type Stake,
  stakedNetLeft,
  withBytes,
  withEnergy,
} from './resources.js'

/** The state that a block is built on. The maps belong to this block. */
export interface Workspace {
  machine: Machine
  settings: Settings
  stakes: ReadonlyMap<string, Stake>
  accounts: Map<string, AccountRecord>
  contracts: Map<string, NewContract>
  delegations: Map<string, Delegation>
  block: BlockContext
}

/** Bytes that the result of a transaction adds to its size. */
const resultBytes = 64

export const failureMessages: Record<Exclude<ContractResult, 'SUCCESS'>, string> = {
  REVERT: 'REVERT opcode executed',
  OUT_OF_ENERGY: 'Not enough energy for the operation executing',
  ILLEGAL_OPERATION: 'Invalid operation code: opCode[fe];',
}

const recordOf = ({ accounts, block }: Workspace, address: string): AccountRecord =>
  accounts.get(address) ?? newAccountRecord(block.timestamp)

/** @throws TransactionRejected, before any change, when the sender cannot pay for the bytes */
export async function execute(transaction: Transaction, space: Workspace): Promise<TransactionInfo> {
  const bandwidth = await chargeBandwidth(transaction, space)
  const info: TransactionInfo = {
    id: transaction.id,
    fee: bandwidth.net_fee ?? 0,
    blockNumber: space.block.number,
    blockTimeStamp: space.block.timestamp,
    contractResult: [''],
    receipt: bandwidth,
  }
  if (isTransfer(transaction)) return transferCoins(transaction, space, info)
  if (!isDelegation(transaction)) return runContract(transaction, space, info)
  moveStake(transaction, space)
  return info
}

async function chargeBandwidth(transaction: Transaction, space: Workspace) {
  const { machine, settings, block } = space
  const owner = transaction.value.owner_address
  const record = recordOf(space, owner)
  const stake = stakeOf(space, owner)
  const bytes = transaction.size + resultBytes
  const opensAccount = await opensNewAccount(transaction, machine)
  const staked = stakedNetLeft(record, stake, block.timestamp) >= bytes
  const paid = opensAccount && !staked ? undefined : withBytes(record, stake, bytes, block.timestamp)
  if (paid !== undefined) {
    space.accounts.set(owner, paid)
    return { net_usage: bytes }
  }
  const fee = opensAccount ? createAccountNetFee : bytes * settings.transactionFee
  if ((await machine.balance(owner)) < BigInt(fee)) {
    throw new TransactionRejected('BANDWITH_ERROR', 'Account resource insufficient error.')
  }
  await machine.addBalance(owner, BigInt(-fee))
  space.accounts.set(owner, record)
  return { net_fee: fee }
}

export async function opensNewAccount({ type, value }: Transaction, machine: Machine): Promise<boolean> {
  return isTransfer({ type }) && !(await machine.hasAccount(value.to_address ?? ''))
}

const isTransfer = ({ type }: Pick<Transaction, 'type'>): boolean =>
  type === 'TransferContract' || type === 'TransferAssetContract'

/** Transfers TRX. Balances of TRC10 assets are not kept; their transfer opens an account for the receiver. */
async function transferCoins(transaction: Transaction, space: Workspace, info: TransactionInfo) {
  const { owner_address: from, to_address: to = '' } = transaction.value
  const amount = transaction.type === 'TransferContract' ? (transaction.value.amount ?? 0) : 0
  const fee = (await opensNewAccount(transaction, space.machine)) ? createAccountFee : 0
  await space.machine.addBalance(from, BigInt(-amount - fee))
  await space.machine.addBalance(to, BigInt(amount))
  if (!space.accounts.has(to)) space.accounts.set(to, newAccountRecord(space.block.timestamp))
  return { ...info, fee: info.fee + fee }
}

async function runContract(transaction: Transaction, space: Workspace, info: TransactionInfo) {
  const { machine, block } = space
  const owner = transaction.value.owner_address
  const limit = await energyLimit(transaction, space)
  const outcome = await machine.attempt(
    () => callOf(transaction, limit, space),
    (result) => result.failure === undefined,
  )
  const energy = energyOf(outcome, limit, factorOf(transaction, space))
  const record = recordOf(space, owner)
  const fromStake = Math.min(energy, energyLeft(record, stakeOf(space, owner), block.timestamp))
  const fee = (energy - fromStake) * space.settings.energyFee
  await machine.addBalance(owner, BigInt(-fee))
  if (fromStake > 0) space.accounts.set(owner, withEnergy(record, fromStake, block.timestamp))
  const address = targetOf(transaction)
  if (outcome.failure === undefined && transaction.value.new_contract !== undefined) {
    space.contracts.set(address, transaction.value.new_contract)
    space.accounts.set(address, newAccountRecord(block.timestamp))
  }
  return {
    ...info,
    fee: info.fee + fee,
    contractResult: [outcome.returned],
    contract_address: address,
    receipt: {
      ...info.receipt,
      energy_usage: fromStake,
      energy_fee: fee,
      energy_usage_total: energy,
      result: outcome.failure ?? ('SUCCESS' as const),
    },
    log: outcome.logs,
    ...(outcome.failure === undefined
      ? {}
      : { result: 'FAILED' as const, resMessage: textToHex(failureMessages[outcome.failure]) }),
  }
}

/** The energy that the fee limit allows and that stake and balance can pay for. */
async function energyLimit({ rawData, value }: Transaction, space: Workspace): Promise<number> {
  const { energyFee } = space.settings
  const owner = value.owner_address
  const coins = Number(await space.machine.balance(owner)) - callValueOf(value)
  const staked = energyLeft(recordOf(space, owner), stakeOf(space, owner), space.block.timestamp)
  return Math.min(Math.floor((rawData.fee_limit ?? 0) / energyFee), staked + Math.floor(coins / energyFee))
}

/** The surcharge of busy contracts does not apply to deployments. */
const factorOf = ({ type }: Transaction, { settings }: Workspace): number =>
  type === 'CreateSmartContract' ? 1 : settings.energyFactor

/** Code that neither returns nor reverts uses all energy of its limit. */
export function energyOf(outcome: Outcome, limit: number, factor: number): number {
  const isHalted = outcome.failure === 'OUT_OF_ENERGY' || outcome.failure === 'ILLEGAL_OPERATION'
  return isHalted ? limit : Math.min(limit, Math.floor(Number(outcome.gasUsed) * factor))
}

export const callValueOf = (value: Transaction['value']): number =>
  value.new_contract?.call_value ?? value.call_value ?? 0

export const targetOf = ({ id, value }: Transaction): string =>
  value.new_contract === undefined
    ? (value.contract_address ?? '')
    : contractAddressOf(id, value.owner_address)

/** Runs a contract's call or constructor with an energy limit. The caller commits or reverts the changes. */
export function callOf(transaction: Transaction, limit: number, space: Workspace): Promise<Outcome> {
  const { value } = transaction
  const message = {
    from: value.owner_address,
    to: targetOf(transaction),
    value: BigInt(callValueOf(value)),
    data: value.new_contract?.bytecode ?? value.data ?? '',
    gasLimit: BigInt(Math.max(0, Math.floor(limit / factorOf(transaction, space)))),
    block: space.block,
  }
  return value.new_contract === undefined ? space.machine.call(message) : space.machine.deploy(message)
}
