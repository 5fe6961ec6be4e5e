import { sha256 } from '@noble/hashes/sha2.js'
import type { TronWeb } from 'tronweb'
import type { SignedTransaction } from '../../domain/chain/sender.js'
import { CHAIN_STEP, type Usdt } from '../../domain/shared/money.js'
import type { BlockRef, Instant } from '../../domain/shared/types.js'
import { encodeAddress } from '../../networks/spellings.js'
import { TRC20 } from '../../networks/trc20.js'
import { type JsonRecord, readHex, readInteger, readList, readRecord } from '../nodes/answer-shape.js'
import type { SignedPayment } from '../token/payment-proof.js'
import { signatureText } from '../wallet/recoverable-signature.js'
import type { Spending, WalletKey } from '../wallet/wallet-key.js'
import { bytesOf } from './trc20-fees.js'

/** The signed payment, decoded from its bytes. */
export interface TronPaymentBytes extends SignedPayment {
  /** Maximum cost: sun for energy, and the number of bytes. */
  readonly feeLimit: number
  readonly bytes: number
}

/** A transfer of the token, to be built. */
export interface TronTransfer {
  /** In the network's spelling. */
  readonly to: string
  readonly amount: Usdt
  /** Sun. */
  readonly feeLimit: number
  /** A block that every branch has. */
  readonly reference: Pick<BlockRef, 'number' | 'hash'>
  readonly expiresAt: Instant
  /** Unique per wallet: two equal payouts would otherwise be one transaction. */
  readonly timestamp: Instant
}

export interface TronPlan extends Omit<TronTransfer, 'to' | 'amount'> {
  readonly spending: Spending
}

export interface Trc20Signer {
  /** In the network's spelling. */
  readonly wallet: string
  /** 21 bytes in hex. */
  readonly walletHex: string
  /** Returns the arguments of the token's `transfer`, in hex. */
  parametersOf(to: string, amount: Usdt): string
  /** @throws SignerUnavailable */
  sign(plan: TronPlan, signal: AbortSignal): Promise<SignedTransaction>
  read(signed: SignedTransaction): TronPaymentBytes
}

export const TRANSFER = 'transfer(address,uint256)'
const NOWHERE = 'http://node.invalid'
const WORD_DIGITS = 64
const ADDRESS_DIGITS = 40
const SELECTOR_DIGITS = 8

/**
 * Opens a signer that builds with tronweb, used only as a codec: no node can alter the transaction.
 *
 * @param token in the network's spelling
 */
export async function openTrc20Signer(key: WalletKey, token: string): Promise<Trc20Signer> {
  const { utils } = await import('tronweb')
  const tronWeb = await openTronCodec()
  const wallet = encodeAddress('TRC20', key.account)
  const walletHex = hexOf(wallet)
  const tokenHex = hexOf(token)

  return {
    wallet,
    walletHex,

    parametersOf: (to, amount) => transferParameters(hexOf(to), amount),

    async sign({ spending, ...terms }, signal) {
      const transfer = { to: spending.destination, amount: spending.amount, ...terms }
      const transaction = await buildTransfer(tronWeb, { owner: walletHex, token: tokenHex }, transfer)
      const { to, value } = readPayment(JSON.stringify(transaction))
      const isRight = `41${to}` === hexOf(spending.destination) && value * CHAIN_STEP === spending.amount
      if (!isRight || !utils.transaction.txCheck(transaction))
        throw new Error('the transaction that was built is another one')
      const bytes = Buffer.from(transaction.raw_data_hex, 'hex')
      const hash = sha256(bytes)
      const signature = signatureText(await key.sign({ bytes, hash, spending }, signal))
      return {
        txHash: Buffer.from(hash).toString('hex'),
        wallet,
        nonce: terms.timestamp,
        raw: JSON.stringify({ ...transaction, signature: [signature] }),
        expiresAt: terms.expiresAt,
      }
    },

    read: ({ raw }) => readPayment(raw),
  }
}

/**
 * Builds a transfer of the token.
 *
 * @param owner 21 bytes in hex, like the token
 */
export async function buildTransfer(
  tronWeb: TronWeb,
  { owner, token }: { owner: string; token: string },
  { to, amount, feeLimit, reference, expiresAt, timestamp }: TronTransfer,
) {
  const blockHeader = { ...referenceTo(reference), expiration: expiresAt, timestamp }
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    token,
    TRANSFER,
    { txLocal: true, feeLimit, callValue: 0, blockHeader },
    [
      { type: 'address', value: hexOf(to) },
      { type: 'uint256', value: (amount / CHAIN_STEP).toString() },
    ],
    owner,
  )
  return transaction
}

/** The part of a block's number and hash that a transaction refers to. */
export const referenceTo = ({ number, hash }: Pick<BlockRef, 'number' | 'hash'>) => ({
  ref_block_bytes: number.toString(16).padStart(16, '0').slice(-4),
  ref_block_hash: hash.slice(16, 32),
})

/** Opens the codec of tronweb. Nothing is ever sent: transactions are built here. */
export async function openTronCodec(): Promise<TronWeb> {
  const { TronWeb } = await import('tronweb')
  return new TronWeb({ fullHost: NOWHERE })
}

/** Returns the arguments of the token's `transfer`, in hex. @param to 21 bytes in hex */
export const transferParameters = (to: string, amount: bigint): string =>
  [to.slice(2), (amount / CHAIN_STEP).toString(16)].map((word) => word.padStart(WORD_DIGITS, '0')).join('')

/** Returns the body that is broadcast and stored: the transaction as JSON with its signature. */
export function bodyOf({ raw }: SignedTransaction): JsonRecord {
  return readRecord(JSON.parse(raw), 'a signed transaction')
}

function readPayment(raw: string): TronPaymentBytes {
  const transaction = readRecord(JSON.parse(raw), 'a signed transaction')
  const rawData = readRecord(transaction.raw_data, 'raw_data')
  const [contract] = readList(rawData.contract, 'contract')
  const { value } = readRecord(readRecord(contract, 'contract').parameter, 'parameter')
  const call = readRecord(value, 'value')
  const words = readHex(call.data, 'data').slice(SELECTOR_DIGITS)
  return {
    from: readHex(call.owner_address, 'owner_address').slice(2),
    to: words.slice(WORD_DIGITS - ADDRESS_DIGITS, WORD_DIGITS),
    value: BigInt(`0x${words.slice(WORD_DIGITS)}`),
    feeLimit: readInteger(rawData.fee_limit, 'fee_limit'),
    bytes: bytesOf(readHex(transaction.raw_data_hex, 'raw_data_hex')),
  }
}

/** Returns the 21 bytes of an address in its spelling, in hex. */
export function hexOf(address: string): string {
  const bytes = TRC20.decodeAddress(address)
  if (!bytes) throw new Error('not a TRON address')
  return `41${Buffer.from(bytes).toString('hex')}`
}
