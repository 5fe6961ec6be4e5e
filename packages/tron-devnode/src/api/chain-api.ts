/** Calls of /wallet and /walletsolidity that read blocks, transactions and the node's own state. */

import { type Block, blockJson, includedJson, infoJson } from '../chain/block.js'
import { transactionJson } from '../encoding/transaction-codec.js'
import { createAccountFee, createAccountNetFee, freeNetLimit, maxFeeLimit } from '../settings.js'
import type { ApiContext, Handler } from './handler.js'
import { flagParam, hexParam, numberParam, ParamError, type Params, textParam } from './params.js'

const absent = {}
const maxBlocksAtOnce = 100

const blockOrNothing = (block: Block | undefined, detail: boolean) =>
  block === undefined ? absent : blockJson(block, detail)

const getBlock: Handler = (params, { chain, view }) => {
  const wanted = params.id_or_num === undefined ? undefined : String(params.id_or_num)
  const detail = flagParam(params, 'detail')
  if (wanted === undefined || wanted === '') return blockJson(chain.top(view), detail)
  if (/^\d{1,15}$/.test(wanted)) return blockOrNothing(chain.block(Number(wanted), view), detail)
  if (/^[0-9a-fA-F]{64}$/.test(wanted)) {
    return blockOrNothing(chain.blockById(wanted.toLowerCase(), view), detail)
  }
  throw new ParamError('java.lang.IllegalArgumentException', 'id_or_num must be a block number or its id')
}

const blocksBetween = (from: number, to: number, { chain, view }: ApiContext) => {
  const count = Math.max(0, Math.min(to - from, maxBlocksAtOnce))
  const found = Array.from({ length: count }, (_, index) => chain.block(from + index, view))
  const blocks = found.filter((block) => block !== undefined).map((block) => blockJson(block, true))
  return blocks.length === 0 ? absent : { block: blocks }
}

const blockAt = (params: Params, { chain, view }: ApiContext) => chain.block(numberParam(params, 'num'), view)

const transactionAt = (params: Params, { chain, view }: ApiContext) =>
  chain.transaction(hexParam(params, 'value') ?? '', view)

/** Calls of both /wallet and /walletsolidity. */
export const chainReads: Record<string, Handler> = {
  getblock: getBlock,
  getnowblock: (_, { chain, view }) => blockJson(chain.top(view), true),
  getblockbynum: (params, context) => blockOrNothing(blockAt(params, context), true),
  getblockbyid: (params, { chain, view }) =>
    blockOrNothing(chain.blockById(hexParam(params, 'value') ?? '', view), true),
  getblockbylimitnext: (params, context) =>
    blocksBetween(numberParam(params, 'startNum'), numberParam(params, 'endNum'), context),
  getblockbylatestnum: (params, context) => {
    const end = context.chain.top(context.view).number + 1
    return blocksBetween(Math.max(0, end - numberParam(params, 'num')), end, context)
  },
  gettransactionbyid: (params, context) => {
    const found = transactionAt(params, context)
    return found === undefined ? absent : includedJson(found)
  },
  gettransactioninfobyid: (params, context) => {
    const found = transactionAt(params, context)
    return found === undefined ? absent : infoJson(found.info)
  },
  // Empty for a block without transactions and for one that does not exist, like java-tron.
  gettransactioninfobyblocknum: (params, context) =>
    (blockAt(params, context)?.transactions ?? []).map(({ info }) => infoJson(info)),
  gettransactioncountbyblocknum: (params, context) => ({
    count: blockAt(params, context)?.transactions.length ?? 0,
  }),
  getnodeinfo: (_, { chain }) => ({
    beginSyncNum: 0,
    block: `Num:${chain.head.number},ID:${chain.head.id}`,
    solidityBlock: `Num:${chain.top('solid').number},ID:${chain.top('solid').id}`,
    currentConnectCount: 0,
    activeConnectCount: 0,
    passiveConnectCount: 0,
    configNodeInfo: { codeVersion: 'tron-devnode', p2pVersion: `${chain.settings.chainId}` },
  }),
}

/** Calls of /wallet alone. */
export const nodeReads: Record<string, Handler> = {
  getchainparameters: (_, { chain: { settings } }) => ({
    chainParameter: [
      { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
      { key: 'getCreateAccountFee', value: createAccountNetFee },
      { key: 'getTransactionFee', value: settings.transactionFee },
      { key: 'getCreateNewAccountFeeInSystemContract', value: createAccountFee },
      { key: 'getEnergyFee', value: settings.energyFee },
      { key: 'getFreeNetLimit', value: freeNetLimit },
      { key: 'getMaxFeeLimit', value: maxFeeLimit },
      { key: 'getForbidTransferToContract', value: 1 },
      // A parameter of 0 has no value in java-tron's JSON.
      { key: 'getAllowUpdateAccountName' },
    ],
  }),
  getenergyprices: (_, { chain }) => ({ prices: `0:${chain.settings.energyFee}` }),
  getbandwidthprices: (_, { chain }) => ({ prices: `0:${chain.settings.transactionFee}` }),
  getnextmaintenancetime: (_, { chain }) => ({ num: chain.head.timestamp + 21_600_000 }),
  listnodes: () => absent,
  getpendingsize: (_, { chain }) => ({ pendingSize: chain.pending.length }),
  gettransactionlistfrompending: (_, { chain }) => ({ txId: chain.pending.map(({ id }) => id) }),
  gettransactionfrompending: (params, { chain }) => {
    const id = textParam(params, 'value')
    const found = chain.pending.find((transaction) => transaction.id === id)
    return found === undefined ? absent : transactionJson(found)
  },
}
