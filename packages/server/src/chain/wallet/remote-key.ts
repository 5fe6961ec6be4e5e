import { SignerUnavailable } from '../../domain/chain/sender.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { ChainId, Clock } from '../../domain/shared/types.js'
import { HookError } from '../../runtime/hook-answer.js'
import { callHook, type Hook } from '../hook-call.js'
import { type RecoverableSignature, signerOf } from './recoverable-signature.js'
import type { UnsignedTransaction, WalletKey } from './wallet-key.js'

const SIGNATURE_FORM = /^0x([0-9a-fA-F]{128})(00|01|1b|1c|1B|1C)$/
/** Ethereum and TRON add it to the recovery id. */
const V_OFFSET = 27

/** A hot wallet whose key another process has. */
export interface RemoteKeyOptions extends ChainId, Hook {
  readonly chainId: number
  /** Contract of the token, in the network's spelling. */
  readonly token: string
  /** In the network's spelling. */
  readonly wallet: string
  /** The 20 bytes of that address. */
  readonly account: Uint8Array
  readonly clock: Clock
}

/**
 * Asks a remote signer for each signature. The request has the whole transaction with its purpose, and the answer is
 * believed only if the wallet's key made it for these bytes.
 */
export const remoteKey = (options: RemoteKeyOptions): WalletKey => ({
  account: options.account,
  async sign(unsigned, signal) {
    const signature = await ask(options, unsigned, signal)
    const account = signerOf(signature, unsigned.hash)
    if (!account) throw unavailable(options, 'its signature is not valid, or has the higher value of s')
    if (!Buffer.from(account).equals(options.account))
      throw unavailable(options, 'its signature is of another key or another transaction')
    return signature
  },
})

async function ask(
  options: RemoteKeyOptions,
  { bytes, spending }: UnsignedTransaction,
  signal: AbortSignal,
): Promise<RecoverableSignature> {
  const { environment, network, chainId, token, wallet } = options
  const { purpose, withdrawalId, destination, amount } = spending
  const question = {
    ...{ purpose, withdrawal_id: withdrawalId },
    ...{ environment, network, chain_id: chainId, token, wallet },
    ...{ destination, amount: formatUsdt(amount) },
    transaction: `0x${Buffer.from(bytes).toString('hex')}`,
  }
  try {
    const { signature } = await callHook(options, question, signal)
    const [, compact, v] = SIGNATURE_FORM.exec(typeof signature === 'string' ? signature : '') ?? []
    if (compact === undefined || v === undefined) throw new HookError('the response has no signature')
    return { compact: Buffer.from(compact, 'hex'), recovery: Number.parseInt(v, 16) % V_OFFSET }
  } catch (error) {
    throw error instanceof HookError ? unavailable(options, error.message) : error
  }
}

const unavailable = ({ environment, network }: ChainId, why: string): SignerUnavailable =>
  new SignerUnavailable(`the remote signer of ${environment}/${network}: ${why}`)
