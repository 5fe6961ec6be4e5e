/** Building transactions, trying contract calls, and broadcasting. */

import { blockReference } from '../chain/block.js'
import { Refusal } from '../chain/refusal.js'
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
import { addressParam, hexParam, numberParam, ParamFault, type Params, textParam } from './params.js'

const lifetimeMs = 60_000
const nobody = `41${'00'.repeat(20)}`
/** A trial run is not bound by anybody's coins. */
const trialEnergyLimit = 100_000_000

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

function asValidateException(fault: unknown): never {
  if (!(fault instanceof Refusal)) throw fault
  const message = fault.message.replace('Contract validate error : ', '')
  throw new ParamFault('org.tron.core.exception.ContractValidateException', message)
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
  if (!Array.isArray(value)) throw new ParamFault('org.tron.json.JSONException', 'abi must be an array')
  return value
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text)
  } catch (fault) {
    throw new ParamFault('org.tron.json.JSONException', fault instanceof Error ? fault.message : 'bad JSON')
  }
}

/** The transaction a trigger call is about. Without a contract address its data is a constructor. */
function triggerOf(params: Params, context: ApiContext): Transaction {
  const owner = addressParam(params, 'owner_address') ?? nobody
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
  } catch (fault) {
    return { result: resultOf(fault) }
  }
}

/** How the trigger calls tell a fault: never as {"Error": …}. */
function resultOf(fault: unknown): object {
  const code = fault instanceof Refusal ? fault.code : 'OTHER_ERROR'
  return { code, message: textToHex(fault instanceof Error ? fault.message : 'unknown') }
}

interface Trial {
  transaction: Transaction
  outcome: Outcome
  energy: number
}

function tryOut(params: Params, context: ApiContext): Promise<Trial> {
  const transaction = triggerOf(params, context)
  return context.chain.peek(context.view, async (space: Workspace) => {
    const contract = transaction.value.contract_address
    if (contract !== undefined && !space.contracts.has(contract)) {
      throw new Refusal('CONTRACT_VALIDATE_ERROR', 'Smart contract is not exist.')
    }
    await space.machine.addBalance(transaction.value.owner_address, 0n)
    const outcome = await callOf(transaction, trialEnergyLimit, space)
    const factor = contract === undefined ? 1 : space.settings.energyFactor
    return { transaction, outcome, energy: energyOf(outcome, trialEnergyLimit, factor) }
  })
}

const triggerConstantContract: Handler = async (params, context) => {
  try {
    const { transaction, outcome, energy } = await tryOut(params, context)
    const message = outcome.failure === undefined ? undefined : failureMessages[outcome.failure]
    return {
      result: { result: true, ...(message === undefined ? {} : { message: textToHex(message) }) },
      energy_used: energy,
      constant_result: [outcome.returned],
      ...(outcome.logs.length === 0 ? {} : { logs: outcome.logs }),
      transaction: { ret: [message === undefined ? {} : { ret: 'FAILED' }], ...unsignedJson(transaction) },
    }
  } catch (fault) {
    return { result: resultOf(fault) }
  }
}

const estimateEnergy: Handler = async (params, context) => {
  try {
    if (!context.chain.settings.estimateEnergy) {
      throw new Refusal('CONTRACT_VALIDATE_ERROR', 'this node does not support estimate energy')
    }
    const { outcome, energy } = await tryOut(params, context)
    if (outcome.failure !== undefined) throw new Error(failureMessages[outcome.failure])
    return { result: { result: true }, energy_required: energy }
  } catch (fault) {
    return { result: resultOf(fault) }
  }
}

async function submit(transaction: Transaction, { chain }: ApiContext): Promise<object> {
  try {
    await chain.submit(transaction)
    return { result: true, txid: transaction.id }
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    return { code: fault.code, txid: transaction.id, message: textToHex(fault.message) }
  }
}

const broadcastTransaction: Handler = (params, context) => submit(readJson(params), context)

function readJson(params: Params): Transaction {
  try {
    return transactionOfJson(params)
  } catch (fault) {
    throw new ParamFault('java.lang.NullPointerException', fault instanceof Error ? fault.message : 'null')
  }
}

const broadcastHex: Handler = async (params, context) => {
  const hex = hexParam(params, 'transaction') ?? ''
  const transaction = readHex(hex)
  const answer = await submit(transaction, context)
  const shown = JSON.stringify(unsignedJson(transaction))
  return 'code' in answer
    ? { result: false, ...answer, transaction: shown }
    : { ...answer, code: 'SUCCESS', message: '', transaction: shown }
}

/** Who signed so far; tronweb also asks it for the id of a transaction that it has changed. */
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
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : 'unreadable'
    throw new ParamFault('com.google.protobuf.InvalidProtocolBufferException', message)
  }
}

/** Calls that both faces of a node answer. */
export const trials: Record<string, Handler> = {
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
