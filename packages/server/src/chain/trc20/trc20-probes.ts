import { TRC20 } from '../../networks/trc20.js'
import { readInteger, readRecord } from '../nodes/answer-shape.js'
import { CHAIN_ID } from '../nodes/common-probes.js'
import { fail, type Probe, type ProbeTarget, pass } from '../nodes/probe.js'
import { RpcError } from '../nodes/rpc-error.js'
import { headerOf } from './trc20-account.js'
import type { TronHeader } from './trc20-answers.js'
import { readBlocks } from './trc20-blocks.js'
import { SUN } from './trc20-fees.js'
import { readPrices } from './trc20-prices.js'
import { hexOf } from './trc20-signing.js'
import { callToken, requireToken } from './trc20-token.js'
import type { TronNode } from './trc20-transport.js'

/** Usual distance of the solidified block from the newest one: the blocks of 19 producers. */
const USUAL_LAG = 19
/** Blocks behind which a solidified view no longer follows. */
const MAX_LAG = 100
/** A block that every node has, for its history. */
const DEPTH = 30

type TronProbe = Probe<TronNode>

const tokenOf = ({ options }: ProbeTarget): string => hexOf(options.token).slice(2)

const SOLIDITY: TronProbe = {
  name: 'walletsolidity',
  needs: CHAIN_ID.name,
  async run({ node, setting }, signal) {
    const solid = await headerOf(node, 'walletsolidity', signal)
    const newest = await headerOf(node, 'wallet', signal)
    const lag = newest.number - solid.number
    const seen = `block ${solid.number}, ${lag} below the newest one`
    return lag <= MAX_LAG && lag >= -MAX_LAG
      ? pass(seen)
      : fail(
          seen,
          `solidified blocks are about ${USUAL_LAG} behind: wait until the node has synced, or replace it in ${setting}`,
        )
  },
  changeFor({ url, setting }, error) {
    const isOther = error instanceof RpcError && (error.failure === 'limited' || error.failure === 'refused')
    return isOther || url.includes('|')
      ? undefined
      : `java-tron serves walletsolidity on a second port, node.http.solidityPort 8091: name it in ${setting} after a bar, http://host:8090|http://host:8091`
  },
}

const HISTORY: TronProbe = {
  name: 'transaction infos',
  needs: SOLIDITY.name,
  async run(target, signal) {
    const { node } = target
    const { number: newest } = await headerOf(node, 'walletsolidity', signal)
    const deep = Math.max(0, newest - DEPTH)
    const rules = {
      ...{ token: tokenOf(target), decimals: TRC20.decimals },
      ...{ isPrefixAllowed: true, areForeignRecorded: true },
    }
    await readBlocks({ node, api: 'walletsolidity', signal }, [deep, newest], 0, rules)
    return pass(`blocks ${deep} and ${newest} are complete`)
  },
  changeFor({ setting }, error) {
    if (/lite fullnode/i.test(error.message))
      return 'java-tron: set node.openHistoryQueryWhenLiteFN = true, which opens history on a lite node'
    if (/unavailable due to config/i.test(error.message))
      return 'java-tron: remove the calls from node.disabledApi'
    if (/of \d+ transactions|no transactions, but/.test(error.message))
      return `java-tron: set storage.transHistory.switch = "on" and sync again, or replace the node in ${setting}`
    return undefined
  },
}

const CONSTANT_CALLS: TronProbe = {
  name: 'constant calls',
  needs: SOLIDITY.name,
  async run(target, signal) {
    const { node } = target
    const token = tokenOf(target)
    for (const api of ['wallet', 'walletsolidity'] as const)
      await callToken({ node, signal }, api, { token, call: 'decimals()' })
    return pass('on wallet and walletsolidity')
  },
  changeFor: (_, error) => changeForCalls(error),
}

const TOKEN: TronProbe = {
  name: 'token',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    await requireToken(target.node, tokenOf(target), signal)
    return pass(`${target.options.token} has ${TRC20.decimals} decimals`)
  },
  changeFor: (_, error) => changeForCalls(error),
}

const changeForCalls = ({ message }: Error): string | undefined =>
  /support constant/i.test(message) ? 'java-tron: set vm.supportConstant = true' : undefined

const ACCOUNT: TronProbe = {
  name: 'account',
  needs: SOLIDITY.name,
  async run({ node, options }, signal) {
    const body = { address: hexOf(options.wallet) }
    const account = readRecord(await node.call('walletsolidity/getaccount', body, signal), 'getaccount')
    const sun = readInteger(account.balance, 'balance')
    return pass(`${options.wallet} has ${sun / SUN} TRX`)
  },
}

const PARAMETERS: TronProbe = {
  name: 'prices',
  needs: CHAIN_ID.name,
  async run({ node }, signal) {
    const { energyFee, byteFee } = await readPrices(node, signal)
    return pass(`${energyFee} sun per energy, ${byteFee} per byte`)
  },
}

const ENERGY: TronProbe = {
  name: 'energy',
  needs: CHAIN_ID.name,
  async run({ node, options }, signal) {
    const body = { address: hexOf(options.wallet) }
    const resources = readRecord(await node.call('wallet/getaccountresource', body, signal), 'resources')
    const limit = readInteger(resources.EnergyLimit, 'EnergyLimit')
    const used = readInteger(resources.EnergyUsed, 'EnergyUsed')
    return pass(`${limit} staked, ${used} used`)
  },
}

/** Without a signature no node accepts these bytes, and the account that they name has no key. */
const BROADCAST: TronProbe = {
  name: 'broadcast',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const { node, setting } = target
    const newest = await headerOf(node, 'wallet', signal)
    const body = unsignedTransfer(target, newest)
    const answer = readRecord(
      await node.call('wallet/broadcasttransaction', body, signal),
      'broadcasttransaction',
    )
    if (answer.code === 'SIGERROR') return pass('refuses unsigned bytes with SIGERROR')
    const code =
      typeof answer.code === 'string' && /^[A-Z_]{1,60}$/.test(answer.code) ? answer.code : 'no known code'
    return fail(
      `${code} for unsigned bytes, expected SIGERROR`,
      `the node sends no transactions now: give it peers and wait until it has synced, or replace it in ${setting}`,
    )
  },
}

const ZERO_ACCOUNT = `41${'0'.repeat(40)}`
const LIFETIME_MS = 60_000

function unsignedTransfer({ options: { clock, wallet } }: ProbeTarget, { number, hash, timeAt }: TronHeader) {
  const value = { owner_address: ZERO_ACCOUNT, to_address: hexOf(wallet), amount: 1 }
  const parameter = { value, type_url: 'type.googleapis.com/protocol.TransferContract' }
  return {
    raw_data: {
      contract: [{ parameter, type: 'TransferContract' }],
      ref_block_bytes: number.toString(16).padStart(16, '0').slice(-4),
      ref_block_hash: hash.slice(16, 32),
      expiration: timeAt + LIFETIME_MS,
      // Each check sends other bytes: a node that remembers those of the last check answers with another code.
      timestamp: clock.real(),
    },
  }
}

/** The probes of a start. */
export const START_PROBES: readonly TronProbe[] = [TOKEN]

export const TRON_PROBES: readonly TronProbe[] = [
  SOLIDITY,
  HISTORY,
  CONSTANT_CALLS,
  TOKEN,
  ACCOUNT,
  PARAMETERS,
  ENERGY,
  BROADCAST,
]
