/** Converts transactions between JSON, protobuf bytes and the form that the chain uses. The codec is tronweb's. */
import { utils } from 'tronweb'
import { fromHex, sha256, toHex } from './bytes.js'
import { withoutDefaults } from './proto-json.js'

export type ContractType =
  | 'TransferContract'
  | 'TransferAssetContract'
  | 'TriggerSmartContract'
  | 'CreateSmartContract'
  | 'DelegateResourceContract'
  | 'UnDelegateResourceContract'

/** Types by their number in the protocol. */
export const contractTypes: Record<number, ContractType> = {
  1: 'TransferContract',
  2: 'TransferAssetContract',
  30: 'CreateSmartContract',
  31: 'TriggerSmartContract',
  57: 'DelegateResourceContract',
  58: 'UnDelegateResourceContract',
}

/** `raw_data` as java-tron prints it: fields with their default value are left out. */
export interface RawData {
  contract: {
    parameter: { value: ContractValue; type_url: string }
    type: ContractType
    /** The permission that the signature belongs to; absent for the owner's. */
    Permission_id?: number
  }[]
  ref_block_bytes: string
  ref_block_hash: string
  expiration: number
  timestamp?: number
  fee_limit?: number
  data?: string
}

/** The fields of all contract types; each type has some of them. */
export interface ContractValue {
  owner_address: string
  to_address?: string
  amount?: number
  /** The bytes of a TRC10 asset's name. */
  asset_name?: string
  contract_address?: string
  call_value?: number
  data?: string
  new_contract?: NewContract
  receiver_address?: string
  /** Sun of the stake behind a delegation. */
  balance?: number
  /** Of a delegation; absent for bandwidth. */
  resource?: 'ENERGY'
}

export interface NewContract {
  origin_address: string
  bytecode: string
  abi?: { entrys?: AbiEntry[] }
  name?: string
  call_value?: number
  consume_user_resource_percent?: number
  origin_energy_limit?: number
}

export interface AbiEntry {
  type: string
  name?: string
  inputs?: { name?: string; type: string; indexed?: boolean }[]
  outputs?: { name?: string; type: string }[]
  stateMutability?: string
}

export interface Transaction {
  id: string
  rawHex: string
  rawData: RawData
  type: ContractType
  value: ContractValue
  signatures: string[]
  /** Bytes of the signed transaction on the wire. */
  size: number
}

interface ProtoRaw {
  serializeBinary(): Uint8Array
  getContractList(): { getType(): number }[]
}
interface ProtoTransaction {
  getRawData(): ProtoRaw | undefined
  setRawData(raw: ProtoRaw): void
  getSignatureList_asU8(): Uint8Array[]
  setSignatureList(signatures: Uint8Array[]): void
  serializeBinary(): Uint8Array
}
interface ProtoTransactionType {
  new (): ProtoTransaction
  deserializeBinary(bytes: Uint8Array): ProtoTransaction
  raw: { deserializeBinary(bytes: Uint8Array): ProtoRaw }
}

// tronweb's generated protobuf classes register themselves here.
const proto = (globalThis as typeof globalThis & { TronWebProto: { Transaction: ProtoTransactionType } })
  .TronWebProto

/** @throws Error for bytes that are not a transaction, and for transaction types that this node does not know */
export function transactionOf(rawHex: string, signatures: string[]): Transaction {
  const raw = proto.Transaction.raw.deserializeBinary(fromHex(rawHex))
  const contracts = raw.getContractList()
  const type = contractTypes[contracts[0]?.getType() ?? -1]
  if (contracts.length !== 1 || type === undefined) throw new Error('unknown transaction type')
  const signed = new proto.Transaction()
  signed.setRawData(raw)
  signed.setSignatureList(signatures.map(fromHex))
  const decoded: unknown = utils.deserializeTx.deserializeTransaction(type, rawHex)
  const rawData = withoutDefaults(decoded) as RawData
  const contract = rawData.contract[0]
  if (contract === undefined) throw new Error('unknown transaction type')
  return {
    id: sha256(rawHex),
    rawHex,
    rawData,
    type,
    value: contract.parameter.value,
    signatures,
    size: signed.serializeBinary().length,
  }
}

/** Decodes a signed transaction in hex, the body of /wallet/broadcasthex. */
export function transactionOfHex(hex: string): Transaction {
  const signed = proto.Transaction.deserializeBinary(fromHex(hex))
  const raw = signed.getRawData()
  if (raw === undefined) throw new Error('the transaction has no raw data')
  return transactionOf(toHex(raw.serializeBinary()), signed.getSignatureList_asU8().map(toHex))
}

/** Encodes `raw_data`. Like java-tron it ignores the fields `raw_data_hex` and `txID` of the caller. */
export function transactionOfJson(json: { raw_data?: unknown; signature?: unknown }): Transaction {
  if (typeof json.raw_data !== 'object' || json.raw_data === null) throw new Error('raw_data is missing')
  const signatures = json.signature ?? []
  if (!Array.isArray(signatures) || !signatures.every((item) => /^(0x)?[0-9a-fA-F]+$/.test(String(item)))) {
    throw new Error('signature must be a list of hex strings')
  }
  return transactionOf(
    encodeRawData(json.raw_data),
    signatures.map((item) => String(item).replace(/^0x/, '').toLowerCase()),
  )
}

/** The bytes of `raw_data`, in hex. */
export function encodeRawData(rawData: object): string {
  const pb: unknown = utils.transaction.txJsonToPb({ raw_data: rawData, visible: false })
  return utils.transaction.txPbToRawDataHex(pb).toLowerCase()
}

/** The signed transaction's bytes, which the merkle tree of a block hashes. */
export function signedBytes(transaction: Transaction): string {
  const signed = new proto.Transaction()
  signed.setRawData(proto.Transaction.raw.deserializeBinary(fromHex(transaction.rawHex)))
  signed.setSignatureList(transaction.signatures.map(fromHex))
  return toHex(signed.serializeBinary())
}

/** The transaction in the node's JSON, without its result. */
export const transactionJson = (transaction: Transaction) => ({
  ...(transaction.signatures.length === 0 ? {} : { signature: transaction.signatures }),
  txID: transaction.id,
  raw_data: transaction.rawData,
  raw_data_hex: transaction.rawHex,
})

/** The address of the signing key; undefined for an invalid signature. */
export function signerOf(transaction: Transaction): string | undefined {
  const [signature] = transaction.signatures
  if (signature === undefined) return undefined
  try {
    return utils.crypto.ecRecover(transaction.id, signature).toLowerCase()
  } catch {
    return undefined
  }
}
