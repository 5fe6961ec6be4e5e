import type { SweepNetwork, SweepOutcome } from '../../domain/chain/sweep-network.js'
import type { EnergyTerms } from '../../domain/chain/sweep-terms.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { readInteger, readRecord } from '../nodes/answer-shape.js'
import type { Nodes } from '../nodes/nodes.js'
import { feeOf, headerOf, infoOf, sunAt } from './trc20-account.js'
import { readConstantCall, readInfo } from './trc20-answers.js'
import { broadcast } from './trc20-broadcast.js'
import { feeLimitOf, SUN } from './trc20-fees.js'
import { openTrc20GasWallet } from './trc20-gas-wallet.js'
import { readPrices } from './trc20-prices.js'
import { hexOf, TRANSFER, transferParameters } from './trc20-signing.js'
import { openTrc20StakingAccount } from './trc20-staking.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

export interface Trc20SweepOptions {
  readonly nodes: Nodes<TronNode>
  /** In the network's spelling. */
  readonly token: string
  /** The highest fee limit that the settings allow, whole TRX. */
  readonly feeLimitTrx: number
}

/** How long the transactions of a plan are valid. */
const LIFETIME_MS = 12 * 3_600_000
/** Bytes of a transfer of the token: transfers differ by their values only. */
const TRANSFER_BYTES = 350
/** Burned by a transfer of coins that opens an account: one TRX, and a tenth for its bytes. */
const OPENING_COST = (11 * SUN) / 10
/** Opens an account, which energy can be lent to. */
const ONE_SUN = 1n
/** Has no tokens: a transfer to it costs the most. */
const EMPTY_ACCOUNT = '419f1c5fb0a2a34f2a3e4f3b0f2f6f7c1f0d6a5e11'

/** Reads and sends what sweeps need on TRON. */
export function trc20Sweeps({ nodes, token, feeLimitTrx }: Trc20SweepOptions): SweepNetwork {
  const step = <Result>(work: (node: TronNode) => Promise<Result>, signal: AbortSignal) =>
    nodes.step(work, signal)

  return {
    quote: ({ from, to, amount, maxFee, isStaked }, signal) =>
      step(async (node) => {
        const prices = await readPrices(node, signal)
        const energyTo = (account: string) => energyOf(node, token, { from, to: account, amount }, signal)
        const [toDestination, toEmpty] = [await energyTo(hexOf(to)), await energyTo(EMPTY_ACCOUNT)]
        const cap = (maxFee ?? feeLimitTrx) * SUN
        const feeLimit = feeLimitOf(Math.max(toDestination, toEmpty), prices, cap)
        if (feeLimit === undefined)
          throw new OperatorError(`a transfer costs more than ${cap / SUN} TRX: see --max-fee`)
        const [reference, head] = [
          await headerOf(node, 'walletsolidity', signal),
          await headerOf(node, 'wallet', signal),
        ]
        const byteCost = TRANSFER_BYTES * prices.byteFee
        const energy = Math.ceil((toDestination * 21) / 20)
        const energyCost = BigInt(energy * prices.energyFee)
        const burned = energyCost < BigInt(feeLimit) ? energyCost : BigInt(feeLimit)
        const terms: EnergyTerms = {
          kind: 'energy',
          feeLimit: BigInt(feeLimit),
          byteCost: BigInt(byteCost),
          lentEnergy: isStaked ? energy : 0,
          bytes: TRANSFER_BYTES,
          expectedCost: isStaked ? ONE_SUN : burned + BigInt(byteCost),
          reference: { number: reference.number, hash: reference.hash },
          signedAt: head.timeAt,
          expiresAt: head.timeAt + LIFETIME_MS,
        }
        const note = isStaked ? `the staking account lends ${energy} energy to each address` : undefined
        return { terms, topUpCost: BigInt(OPENING_COST), note }
      }, signal),

    accounts: (addresses, signal) =>
      step(async (node) => {
        const found = []
        for (const address of addresses)
          found.push({ coins: await sunAt(node, hexOf(address), signal), nonce: 0, isBusy: false })
        return found
      }, signal),

    outcomes: (txHashes, isFinal, signal) =>
      step(async (node) => {
        const api = isFinal ? 'walletsolidity' : 'wallet'
        const found: (SweepOutcome | undefined)[] = []
        for (const txHash of txHashes) found.push(await outcomeOf(node, api, txHash, signal))
        return found
      }, signal),

    broadcast: ({ txHash, raw }, signal) =>
      broadcast(nodes, { txHash, raw, wallet: '', nonce: 0, expiresAt: null }, signal),

    obstacle: async () => undefined,

    finalBlock: (signal) => step((node) => headerOf(node, 'walletsolidity', signal), signal),

    openGasWallet: (key) => openTrc20GasWallet(nodes, key),
    openStakingAccount: (staking, signal) => openTrc20StakingAccount(nodes, staking, signal),
  }
}

/** @throws OperatorError where the transfer would revert */
async function energyOf(
  node: TronNode,
  token: string,
  { from, to, amount }: { from: string; to: string; amount: bigint },
  signal: AbortSignal,
): Promise<number> {
  const body = {
    owner_address: hexOf(from),
    contract_address: hexOf(token),
    function_selector: TRANSFER,
    parameter: transferParameters(to, amount),
  }
  const answer = await node.call('wallet/triggerconstantcontract', body, signal)
  if (readConstantCall(answer).kind !== 'returned')
    throw new OperatorError('the token would refuse the transfer')
  return readInteger(readRecord(answer, TRANSFER).energy_used, 'energy_used')
}

async function outcomeOf(
  node: TronNode,
  api: NodeApi,
  txHash: string,
  signal: AbortSignal,
): Promise<SweepOutcome | undefined> {
  const info = await infoOf(node, api, txHash, signal)
  return info && { hasSucceeded: readInfo(info, txHash)?.hasSucceeded === true, fee: feeOf(info) }
}
