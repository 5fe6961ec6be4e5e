/** Calls that build transactions, run contract calls without a transaction, and broadcast. */

import { blockReference } from '../chain/block.js'
import { TransactionRejected } from '../chain/rejection.js'
import { checkContract } from '../chain/validation.js'
import { selectorOf, textToHex } from '../encoding/bytes.js'
import {
  type ContractType,
  encodeRawData,
  signerOf,
  type Transaction,
  transactionJson,
  transactionOf,
  transactionOfHex,
  transactionOfJson,
} from '../encoding/transaction-codec.js'
import { callOf, energyOf, failureMessages, targetOf, type Workspace } from '../execution/execution.js'
import type { Outcome } from '../execution/machine.js'
import type { ApiContext, Handler } from './handler.js'
import { addressParam, hexParam, numberParam, ParamError, type Params, textParam } from './params.js'

const lifetimeMs = 60_000
const zeroAddress = `41${'00'.repeat(20)}`
/** A dry run is not limited by the balance of its caller. */
const dryRunEnergyLimit = 100_000_000

/** The class that java-tron names when a constant call ends by an opcode that halts. */
const illegalOperation = 'class org.tron.core.vm.program.Program$IllegalOperationException'

function build(type: ContractType, value: object, fields: object, { chain, clock }: ApiContext): Transaction {
  const rawData = {
    contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
    ...blockReference(chain.top('solid')),
    expiration: chain.head.timestamp + lifetimeMs,
    timestamp: clock(),
    ...fields,
  }
  return transactionOf(encodeRawData(rawData), [])
}

const unsignedJson = (transaction: Transaction) => ({ visible: false, ...transactionJson(transaction) })

const createTransaction: Handler = async (params, context) => {
  const value = {
    owner_address: addressParam(params, 'owner_address'),
    to_address: addressParam(params, 'to_address'),
    amount: numberParam(params, 'amount'),
  }
  const memo = hexParam(params, 'extra_data')
  const transaction = build('TransferContract', value, memo === undefined ? {} : { data: memo }, context)
  await context.chain.peek('head', (space) => checkContract(transaction, space)).catch(asValidateException)
  return unsignedJson(transaction)
}

const transferAsset: Handler = async (params, context) => {
  const value = {
    owner_address: addressParam(params, 'owner_address'),
    to_address: addressParam(params, 'to_address'),
    asset_name: hexParam(params, 'asset_name') ?? '',
    amount: numberParam(params, 'amount'),
  }
  const transaction = build('TransferAssetContract', value, {}, context)
  await context.chain.peek('head', (space) => checkContract(transaction, space)).catch(asValidateException)
  return unsignedJson(transaction)
}

function asValidateException(error: unknown): never {
  if (!(error instanceof TransactionRejected)) throw error
  const message = error.message.replace('Contract validate error : ', '')
  throw new ParamError('org.tron.core.exception.ContractValidateException', message)
}

const deployContract: Handler = (params, context) => {
  const owner = addressParam(params, 'owner_address')
  const code = `${hexParam(params, 'bytecode') ?? ''}${hexParam(params, 'parameter') ?? ''}`
  const newContract = {
    origin_address: owner,
    name: textParam(params, 'name') ?? '',
    bytecode: code,
    abi: { entrys: parseAbi(params) },
    call_value: numberParam(params, 'call_value'),
    consume_user_resource_percent: numberParam(params, 'consume_user_resource_percent'),
    origin_energy_limit: numberParam(params, 'origin_energy_limit'),
  }
  const value = { owner_address: owner, new_contract: newContract }
  const feeLimit = numberParam(params, 'fee_limit')
  const transaction = build('CreateSmartContract', value, { fee_limit: feeLimit }, context)
  return { ...unsignedJson(transaction), contract_address: targetOf(transaction) }
}

function parseAbi({ abi }: Params): unknown[] {
  const value: unknown = typeof abi === 'string' ? parseJson(abi) : (abi ?? [])
  if (!Array.isArray(value)) throw new ParamError('org.tron.json.JSONException', 'abi must be an array')
  return value
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text)
  } catch (error) {
    throw new ParamError('org.tron.json.JSONException', error instanceof Error ? error.message : 'bad JSON')
  }
}

/** The transaction of a trigger call. Without a contract address its data is a constructor. */
function triggerOf(params: Params, context: ApiContext): Transaction {
  const owner = addressParam(params, 'owner_address') ?? zeroAddress
  const contract = addressParam(params, 'contract_address')
  const selector = textParam(params, 'function_selector')
  const called = selector === undefined || selector === '' ? '' : selectorOf(selector)
  const data =
    called === '' ? (hexParam(params, 'data') ?? '') : called + (hexParam(params, 'parameter') ?? '')
  const call_value = numberParam(params, 'call_value')
  const fields = { fee_limit: numberParam(params, 'fee_limit') }
  if (contract === undefined) {
    const new_contract = { origin_address: owner, bytecode: data, call_value }
    return build('CreateSmartContract', { owner_address: owner, new_contract }, fields, context)
  }
  const value = { owner_address: owner, contract_address: contract, data, call_value }
  return build('TriggerSmartContract', value, fields, context)
}

const triggerSmartContract: Handler = async (params, context) => {
  try {
    const transaction = triggerOf(params, context)
    await context.chain.peek('head', (space) => checkContract(transaction, space))
    return { result: { result: true }, transaction: unsignedJson(transaction) }
  } catch (error) {
    return { result: resultOf(error) }
  }
}

/** The `result` of a trigger call that failed. Trigger calls never answer `{"Error": …}`. */
function resultOf(error: unknown): object {
  const code = error instanceof TransactionRejected ? error.code : 'OTHER_ERROR'
  return { code, message: textToHex(error instanceof Error ? error.message : 'unknown') }
}

interface DryRun {
  transaction: Transaction
  outcome: Outcome
  energy: number
}

function dryRun(params: Params, context: ApiContext): Promise<DryRun> {
  if (!context.chain.settings.constantCalls)
    throw new TransactionRejected('CONTRACT_VALIDATE_ERROR', 'this node does not support constant')
  const transaction = triggerOf(params, context)
  return context.chain.peek(context.view, async (space: Workspace) => {
    const contract = transaction.value.contract_address
    if (contract !== undefined && !space.contracts.has(contract)) {
      throw new TransactionRejected('CONTRACT_VALIDATE_ERROR', 'Smart contract is not exist.')
    }
    await space.machine.addBalance(transaction.value.owner_address, 0n)
    const outcome = await callOf(transaction, dryRunEnergyLimit, space)
    const factor = contract === undefined ? 1 : space.settings.energyFactor
    return { transaction, outcome, energy: energyOf(outcome, dryRunEnergyLimit, factor) }
  })
}

const triggerConstantContract: Handler = async (params, context) => {
  try {
    const { transaction, outcome, energy } = await dryRun(params, context)
    if (outcome.failure === 'ILLEGAL_OPERATION')
      throw new Error(`${illegalOperation} : ${failureMessages.ILLEGAL_OPERATION}`)
    const message = outcome.failure === undefined ? undefined : failureMessages[outcome.failure]
    return {
      result: { result: true, ...(message === undefined ? {} : { message: textToHex(message) }) },
      energy_used: energy,
      constant_result: [outcome.returned],
      ...(outcome.logs.length === 0 ? {} : { logs: outcome.logs }),
      transaction: { ret: [message === undefined ? {} : { ret: 'FAILED' }], ...unsignedJson(transaction) },
    }
  } catch (error) {
    return { result: resultOf(error) }
  }
}

const estimateEnergy: Handler = async (params, context) => {
  try {
    if (!context.chain.settings.estimateEnergy) {
      throw new TransactionRejected('CONTRACT_VALIDATE_ERROR', 'this node does not support estimate energy')
    }
    const { outcome, energy } = await dryRun(params, context)
    if (outcome.failure !== undefined) throw new Error(failureMessages[outcome.failure])
    return { result: { result: true }, energy_required: energy }
  } catch (error) {
    return { result: resultOf(error) }
  }
}

async function submit(transaction: Transaction, { chain }: ApiContext): Promise<object> {
  try {
    await chain.submit(transaction)
    return { result: true, txid: transaction.id }
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error
    return { code: error.code, txid: transaction.id, message: textToHex(error.message) }
  }
}

const broadcastTransaction: Handler = (params, context) => submit(readJson(params), context)

function readJson(params: Params): Transaction {
  try {
    return transactionOfJson(params)
  } catch (error) {
    throw new ParamError('java.lang.NullPointerException', error instanceof Error ? error.message : 'null')
  }
}

const broadcastHex: Handler = async (params, context) => {
  const hex = hexParam(params, 'transaction') ?? ''
  const transaction = readHex(hex)
  const answer = await submit(transaction, context)
  const json = JSON.stringify(unsignedJson(transaction))
  return 'code' in answer
    ? { result: false, ...answer, transaction: json }
    : { ...answer, code: 'SUCCESS', message: '', transaction: json }
}

/** The signers so far. tronweb also takes the id of a changed transaction from the answer. */
const getSignWeight: Handler = (params) => {
  const transaction = readJson(params)
  const owner = transaction.value.owner_address
  const approved = signerOf(transaction)
  const isEnough = approved === owner
  return {
    result: isEnough ? {} : { code: 'NOT_ENOUGH_PERMISSION' },
    approved_list: approved === undefined ? [] : [approved],
    permission: { permission_name: 'owner', threshold: 1, keys: [{ address: owner, weight: 1 }] },
    current_weight: isEnough ? 1 : 0,
    transaction: {
      result: { result: true },
      txid: transaction.id,
      transaction: unsignedJson(transaction),
    },
  }
}

function readHex(hex: string): Transaction {
  try {
    return transactionOfHex(hex)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unreadable'
    throw new ParamError('com.google.protobuf.InvalidProtocolBufferException', message)
  }
}

/** Calls of both /wallet and /walletsolidity. */
export const constantCalls: Record<string, Handler> = {
  triggerconstantcontract: triggerConstantContract,
  estimateenergy: estimateEnergy,
}

export const transactionCalls: Record<string, Handler> = {
  createtransaction: createTransaction,
  transferasset: transferAsset,
  deploycontract: deployContract,
  triggersmartcontract: triggerSmartContract,
  broadcasttransaction: broadcastTransaction,
  broadcasthex: broadcastHex,
  getsignweight: getSignWeight,
}
