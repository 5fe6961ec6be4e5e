import type { Loan, StakingAccount } from '../../domain/chain/staking-account.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { encodeAddress } from '../../networks/spellings.js'
import { readHex, readInteger, readList, readRecord } from '../nodes/answer-shape.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'
import { accountOfKey, signatureText, signHash } from '../wallet/recoverable-signature.js'
import { headerOf, sunAt } from './trc20-account.js'
import { LIFETIME_MS, readFate } from './trc20-fate.js'
import { SUN } from './trc20-fees.js'
import { readResources } from './trc20-resources.js'
import { hexOf, openTronCodec, referenceTo } from './trc20-signing.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

/** Bits 57 and 58 of an active permission: DelegateResourceContract and UnDelegateResourceContract. */
const ONLY_DELEGATIONS = `${'00'.repeat(7)}06${'00'.repeat(24)}`
const ADDRESS_BYTES = 21
const ENERGY = 'ENERGY'
const ENERGY_TYPE = 1

/**
 * Opens an account whose staked TRX give energy to addresses.
 *
 * @param key 64 hex digits, of a permission of the account
 * @throws OperatorError unless the permission allows delegations and nothing else
 */
export async function openTrc20StakingAccount(
  nodes: Nodes<TronNode>,
  { key, account }: { readonly key: string; readonly account: string },
  signal: AbortSignal,
): Promise<StakingAccount> {
  const tronWeb = await openTronCodec()
  const owner = hexOf(account)
  const signer = encodeAddress('TRC20', accountOfKey(key))
  const step = <Result>(work: (node: TronNode) => Promise<Result>, until: AbortSignal) =>
    nodes.step(work, until)
  const permissionId = await step((node) => permissionOf(node, owner, hexOf(signer), signal), signal)

  /** @param build of tronweb, with its header */
  const sign = (isBack: boolean, to: string, stake: bigint, until: AbortSignal): Promise<Loan> =>
    step(async (node) => {
      const reference = await headerOf(node, 'walletsolidity', until)
      const { timeAt } = await headerOf(node, 'wallet', until)
      const expiresAt = timeAt + LIFETIME_MS
      const blockHeader = { ...referenceTo(reference), expiration: expiresAt, timestamp: timeAt }
      const options = { permissionId, blockHeader }
      const { transactionBuilder } = tronWeb
      const [sun, receiver] = [Number(stake), hexOf(to)]
      const transaction = isBack
        ? await transactionBuilder.undelegateResource(sun, receiver, ENERGY, owner, options)
        : await transactionBuilder.delegateResource(sun, receiver, ENERGY, owner, false, undefined, options)
      const signature = signatureText(signHash(Buffer.from(transaction.txID, 'hex'), key))
      const raw = JSON.stringify({ ...transaction, signature: [signature] })
      return { txHash: transaction.txID, raw, expiresAt, stake: isBack ? 0n : stake }
    }, until)

  const delegatedTo = async (to: string, api: NodeApi, until: AbortSignal) => {
    const body = { fromAddress: owner, toAddress: hexOf(to) }
    const answers = await nodes.askAll(async (node) => {
      return readDelegation(await node.call(`${api}/getdelegatedresourcev2`, body, until))
    }, until)
    if (answers.length === 0) throw new RpcError('broken', 'no node knows the delegations')
    return answers.map(({ answer }) => answer)
  }

  return {
    ...{ address: account, signer },
    coins: (until) => step((node) => sunAt(node, owner, until), until),
    stakeFor: (energy, until) =>
      step(async (node) => {
        const answer = readRecord(
          await node.call('wallet/getaccountresource', { address: owner }, until),
          'getaccountresource',
        )
        const total = readInteger(answer.TotalEnergyLimit, 'TotalEnergyLimit')
        const weight = readInteger(answer.TotalEnergyWeight, 'TotalEnergyWeight')
        if (total === 0 || weight === 0) throw new RpcError('broken', 'the totals of energy are missing')
        const stake = (BigInt(energy) * BigInt(weight) * BigInt(SUN)) / BigInt(total) + 1n
        return stake > BigInt(SUN) ? stake : BigInt(SUN)
      }, until),
    freeStake: (until) =>
      step(async (node) => {
        const body = { owner_address: owner, type: ENERGY_TYPE }
        const answer = readRecord(
          await node.call('wallet/getcandelegatedmaxsize', body, until),
          'getcandelegatedmaxsize',
        )
        return BigInt(readInteger(answer.max_size, 'max_size'))
      }, until),
    receivers: (until) =>
      step(async (node) => {
        const answer = readRecord(
          await node.call('wallet/getdelegatedresourceaccountindexv2', { value: owner }, until),
          'getdelegatedresourceaccountindexv2',
        )
        return readList(answer.toAccounts ?? [], 'toAccounts').map((each) =>
          encodeAddress('TRC20', Buffer.from(readHex(each, 'toAccounts', ADDRESS_BYTES).slice(2), 'hex')),
        )
      }, until),
    async lentTo(to, until) {
      const newest = await delegatedTo(to, 'wallet', until)
      const final = await delegatedTo(to, 'walletsolidity', until)
      return { most: [...newest, ...final].reduce(larger), final: final.reduce(smaller) }
    },
    async resourcesOf(address, until) {
      const answers = await nodes.askAll((node) => readResources(node, hexOf(address), until), until)
      const least = (values: number[]) => (values.length === 0 ? 0 : Math.min(...values))
      return {
        energy: least(answers.map(({ answer }) => answer.energy)),
        bytes: least(answers.map(({ answer }) => Math.max(answer.stakedBytes, answer.freeBytes))),
      }
    },
    lend: (to, stake, until) => sign(false, to, stake, until),
    takeBack: (to, stake, until) => sign(true, to, stake, until),
    fate: (loan, until) => readFate(nodes, loan, until),
  }
}

/** @throws OperatorError unless the key has an active permission of the account for delegations alone */
async function permissionOf(
  node: TronNode,
  owner: string,
  signer: string,
  signal: AbortSignal,
): Promise<number> {
  const account = readRecord(await node.call('wallet/getaccount', { address: owner }, signal), 'getaccount')
  const permissions = readList(account.active_permission ?? [], 'active_permission').map((each) => {
    const { id, operations, threshold, keys } = readRecord(each, 'active_permission')
    const weights = readList(keys ?? [], 'keys').map((one) => readRecord(one, 'keys'))
    const own = weights.find(({ address }) => address === signer)
    const isEnough = own && readInteger(own.weight, 'weight') >= readInteger(threshold, 'threshold')
    return { id: readInteger(id, 'id'), operations, isEnough }
  })
  const own = permissions.filter(({ isEnough }) => isEnough)
  const [only] = own
  if (signer === owner || own.length !== 1 || only?.operations !== ONLY_DELEGATIONS)
    throw new OperatorError(
      'the staking key needs one permission of the staking account, which allows DelegateResourceContract and UnDelegateResourceContract and nothing else',
    )
  return only.id
}

/** Sun behind the delegated energy; 0 without a delegation. */
function readDelegation(answer: unknown): bigint {
  const { delegatedResource = [] } = readRecord(answer, 'getdelegatedresourcev2')
  return readList(delegatedResource, 'delegatedResource')
    .map((each) => readRecord(each, 'delegatedResource').frozen_balance_for_energy)
    .reduce((sum: bigint, sun) => sum + BigInt(readInteger(sun, 'frozen_balance_for_energy')), 0n)
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
