import { createHash } from 'node:crypto'
import { getBytes, Interface, keccak256, Transaction } from 'ethers'
import { TronWeb, utils } from 'tronweb'
import { Refused, type SigningRequest } from './request.js'

/** The highest cost of a transaction, and the hash to sign. */
export interface DecodedTransaction {
  /** Sun on TRC20, wei elsewhere. */
  readonly maxCost: bigint
  readonly hash: Uint8Array
}

const TOKEN = new Interface(['function transfer(address to, uint256 value)'])

/**
 * Decodes the unsigned transaction, and compares it with the request: it must be the one transfer that the request names, with
 * fees and times of its own, byte for byte. The hash is computed here.
 *
 * @throws Refused when it is anything else
 */
export function decodeTransaction(request: SigningRequest): DecodedTransaction {
  return request.network === 'TRC20' ? decodeTron(request) : decodeEthereum(request)
}

function decodeEthereum(request: SigningRequest): DecodedTransaction {
  // USDT has 18 decimals there, and 6 on the other networks.
  const unit = request.network === 'BEP20' ? 10n ** 12n : 1n
  const bytes = `0x${request.transaction}`
  const { nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = parse(() => Transaction.from(bytes))
  const { token, wallet, destination, units, chainId } = request
  const isVoid = request.purpose === 'void'
  const call = isVoid
    ? { to: wallet, data: '0x' }
    : { to: token, data: transferOf(destination, units * unit) }
  const fees = { gasLimit, maxFeePerGas, maxPriorityFeePerGas }
  const expected = parse(() => Transaction.from({ type: 2, chainId, nonce, value: 0n, ...call, ...fees }))
  if (expected.unsignedSerialized !== bytes) throw new Refused('the transaction is not what the request says')
  if (isVoid && (units !== 0n || destination !== wallet))
    throw new Refused('a void sends nothing to the wallet itself')
  return { maxCost: gasLimit * (maxFeePerGas ?? 0n), hash: getBytes(keccak256(bytes)) }
}

function decodeTron(request: SigningRequest): DecodedTransaction {
  const { transaction: bytes, token, wallet, destination, units } = request
  if (request.purpose === 'void') throw new Refused('a transaction on TRON expires by itself')
  const raw = parse(() => utils.deserializeTx.deserializeTransaction('TriggerSmartContract', bytes))
  const { ref_block_bytes, ref_block_hash, expiration, timestamp, fee_limit } = raw
  const call = transferOf(`0x${hexOf(destination).slice(2)}`, units)
  const value = {
    owner_address: hexOf(wallet),
    contract_address: hexOf(token),
    data: call.slice(2),
  }
  const type = 'TriggerSmartContract'
  const contract = [{ type, parameter: { value, type_url: `type.googleapis.com/protocol.${type}` } }]
  const expected = utils.transaction.txJsonToPb({
    raw_data: { contract, ref_block_bytes, ref_block_hash, expiration, timestamp, fee_limit },
  })
  if (utils.transaction.txPbToRawDataHex(expected).toLowerCase() !== bytes)
    throw new Refused('the transaction is not what the request says')
  return { maxCost: BigInt(fee_limit), hash: createHash('sha256').update(bytes, 'hex').digest() }
}

const transferOf = (to: string, units: bigint): string =>
  parse(() => TOKEN.encodeFunctionData('transfer', [to, units]))

/** The chain id is in no transaction on TRON: the reference to a block binds it to a chain. */
function hexOf(address: string): string {
  if (!TronWeb.isAddress(address)) throw new Refused(`${address} is not an address`)
  return TronWeb.address.toHex(address)
}

function parse<Decoded>(decode: () => Decoded): Decoded {
  try {
    return decode()
  } catch {
    throw new Refused('the request cannot be read as a transaction')
  }
}
