import type { SignedTransaction } from '../../domain/chain/sender.js'
import { type Usdt, ZERO } from '../../domain/shared/money.js'
import { unitsOfUsdt } from '../../domain/shared/token-units.js'
import { encodeAddress } from '../../networks/spellings.js'
import type { SignedPayment } from '../token/payment-proof.js'
import { SELECTORS } from '../token/token-abi.js'
import { signatureText } from '../wallet/recoverable-signature.js'
import type { Spending, WalletKey } from '../wallet/wallet-key.js'
import { type GasPrice, SELF_TRANSFER_GAS } from './erc20-fees.js'

type Transaction = import('ethers').Transaction

/** The signed payment, decoded from its bytes. */
export interface PaymentBytes extends SignedPayment {
  readonly data: string
  readonly gas: bigint
  readonly price: GasPrice
  /** Maximum cost, wei. */
  readonly worstCost: bigint
}

/** Signs with the key of a hot wallet: transfers of the token, and replacements. */
export interface Erc20Signer {
  /** In the network's spelling. */
  readonly wallet: string
  callData(to: string, amount: Usdt): string
  /** @throws SignerUnavailable */
  sign(
    payment: { nonce: number; gas: bigint; price: GasPrice; spending: Spending },
    signal: AbortSignal,
  ): Promise<SignedTransaction>
  /** @throws SignerUnavailable */
  signReplacement(
    place: { nonce: number; price: GasPrice; withdrawalId: string },
    signal: AbortSignal,
  ): Promise<SignedTransaction>
  read(signed: SignedTransaction): PaymentBytes
}

const ADDRESS_DIGITS = 40
const WORD_DIGITS = 64
const SELECTOR_DIGITS = 8

/**
 * Opens a signer that builds with ethers, used only as a codec.
 *
 * @param token in the network's spelling
 * @param decimals of the token's units
 */
export async function openErc20Signer(
  key: WalletKey,
  chainId: number,
  token: string,
  decimals: number,
): Promise<Erc20Signer> {
  const { Transaction, formatEther, getAddress, getBytes } = await import('ethers')
  const wallet = encodeAddress('ERC20', key.account)

  const callData = (to: string, amount: Usdt): string => transferCall(to, amount, decimals)

  /** Decodes the bytes again before they are signed. */
  function requireBuilt(built: Transaction, { purpose, destination, amount }: Spending): void {
    const [to, data] = purpose === 'void' ? [wallet, '0x'] : [token, callData(destination, amount)]
    const isRight = built.chainId === BigInt(chainId) && built.to === getAddress(to) && built.data === data
    if (!isRight || built.value !== 0n) throw new Error('the transaction that was built is another one')
  }

  async function signTransaction(
    call: { nonce: number; to: string; data: string; gas: bigint; price: GasPrice },
    spending: Spending,
    signal: AbortSignal,
  ): Promise<SignedTransaction> {
    const { nonce, to, data, gas, price } = call
    const transaction = Transaction.from({
      type: 2,
      chainId,
      nonce,
      to,
      data,
      value: 0n,
      gasLimit: gas,
      maxFeePerGas: price.maxFee,
      maxPriorityFeePerGas: price.tip,
    })
    const bytes = getBytes(transaction.unsignedSerialized)
    requireBuilt(Transaction.from(transaction.unsignedSerialized), spending)
    const unsigned = { bytes, hash: getBytes(transaction.unsignedHash), spending }
    transaction.signature = `0x${signatureText(await key.sign(unsigned, signal))}`
    const { hash, serialized } = transaction
    if (hash === null) throw new Error('a signed transaction has no hash')
    const maxCost = formatEther(gas * price.maxFee)
    return { txHash: hash, wallet, nonce, raw: serialized, expiresAt: null, maxCost }
  }

  return {
    wallet,
    callData,

    sign: ({ spending, ...call }, signal) => {
      const data = callData(spending.destination, spending.amount)
      return signTransaction({ to: token, data, ...call }, spending, signal)
    },

    signReplacement: ({ nonce, price, withdrawalId }, signal) =>
      signTransaction(
        { nonce, to: wallet, data: '0x', gas: SELF_TRANSFER_GAS, price },
        { purpose: 'void', withdrawalId, destination: wallet, amount: ZERO },
        signal,
      ),

    read({ raw }) {
      const { from: signer, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw)
      // The signer may be an earlier wallet.
      if (signer === null) throw new Error('a stored transaction has no signature')
      const from = signer.slice(2).toLowerCase()
      const price = { maxFee: maxFeePerGas ?? 0n, tip: maxPriorityFeePerGas ?? 0n }
      const words = data.slice(2 + SELECTOR_DIGITS)
      const to = words.slice(WORD_DIGITS - ADDRESS_DIGITS, WORD_DIGITS)
      const value = BigInt(`0x${words.slice(WORD_DIGITS) || '0'}`)
      return { from, to, value, data, gas: gasLimit, price, worstCost: gasLimit * price.maxFee }
    },
  }
}

/** Encodes a transfer of the token, whose units have `decimals`. */
export function transferCall(to: string, amount: Usdt, decimals: number): string {
  const words = [to.slice(2).toLowerCase(), unitsOfUsdt(amount, decimals).toString(16)]
  return `0x${SELECTORS.transfer}${words.map((word) => word.padStart(WORD_DIGITS, '0')).join('')}`
}
