import type { SignedTransaction } from '../../domain/chain/sender.js'
import type { Usdt } from '../../domain/shared/money.js'
import { unitsOfUsdt } from '../../domain/shared/token-units.js'
import type { SignedPayment } from '../token/payment-proof.js'
import { SELECTORS } from '../token/token-abi.js'
import { type GasPrice, SELF_TRANSFER_GAS } from './erc20-fees.js'

/** The signed payment, decoded from its bytes. */
export interface PaymentBytes extends SignedPayment {
  readonly price: GasPrice
  /** Maximum cost, wei. */
  readonly worstCost: bigint
}

/** Signs with the key of a hot wallet: transfers of the token, and replacements. */
export interface Erc20Signer {
  /** In the network's spelling. */
  readonly wallet: string
  callData(to: string, amount: Usdt): string
  sign(payment: { nonce: number; data: string; gas: bigint; price: GasPrice }): SignedTransaction
  signReplacement(place: { nonce: number; price: GasPrice }): SignedTransaction
  read(signed: SignedTransaction): PaymentBytes
}

const ADDRESS_DIGITS = 40
const WORD_DIGITS = 64
const SELECTOR_DIGITS = 8

/**
 * Opens a signer that builds and signs with ethers, used only as a codec.
 *
 * @param key 64 hex digits
 * @param token in the network's spelling
 * @param decimals of the token's units
 */
export async function openErc20Signer(
  key: string,
  chainId: number,
  token: string,
  decimals: number,
): Promise<Erc20Signer> {
  const { SigningKey, Transaction, computeAddress } = await import('ethers')
  const signingKey = new SigningKey(`0x${key}`)
  const wallet = computeAddress(signingKey.publicKey)

  function signTransaction(
    nonce: number,
    { to, data, gas, price }: { to: string; data: string; gas: bigint; price: GasPrice },
  ): SignedTransaction {
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
    transaction.signature = signingKey.sign(transaction.unsignedHash)
    const { hash, serialized } = transaction
    if (hash === null) throw new Error('a signed transaction has no hash')
    return { txHash: hash, wallet, nonce, raw: serialized, expiresAt: null }
  }

  return {
    wallet,

    callData(to, amount) {
      const words = [to.slice(2).toLowerCase(), unitsOfUsdt(amount, decimals).toString(16)]
      return `0x${SELECTORS.transfer}${words.map((word) => word.padStart(WORD_DIGITS, '0')).join('')}`
    },

    sign: ({ nonce, ...call }) => signTransaction(nonce, { to: token, ...call }),

    signReplacement: ({ nonce, price }) =>
      signTransaction(nonce, { to: wallet, data: '0x', gas: SELF_TRANSFER_GAS, price }),

    read({ raw }) {
      const { from: signer, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw)
      // The signer may be an earlier wallet.
      if (signer === null) throw new Error('a stored transaction has no signature')
      const from = signer.slice(2).toLowerCase()
      const price = { maxFee: maxFeePerGas ?? 0n, tip: maxPriorityFeePerGas ?? 0n }
      const words = data.slice(2 + SELECTOR_DIGITS)
      const to = words.slice(WORD_DIGITS - ADDRESS_DIGITS, WORD_DIGITS)
      const value = BigInt(`0x${words.slice(WORD_DIGITS) || '0'}`)
      return { from, to, value, price, worstCost: gasLimit * price.maxFee }
    },
  }
}
