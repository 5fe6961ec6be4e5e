import {
  type CannedBlock,
  type CannedCall,
  type CannedReply,
  type CannedTransaction,
  CannedTronNode,
  sha256,
  transferLog,
} from '../../../../../test-support/nodes/canned-tron-node.js'
import { encodeTron, HandTime, OURS_HEX, openTron, TRON_CHAIN_ID, watchedOurs } from '../nodes/tron.js'
import { drawn, type FaultyNetwork, plansOf, type Read, readOf } from './completeness.js'
import { CreditingFollower } from './crediting-follower.js'

export const TOKEN = 'a6'.repeat(20)
export const PAYER = '99'.repeat(20)
export const GENESIS_AT = Date.UTC(2026, 0, 1)
const OUT_MS = 11 * 60_000
const FOREIGN = 'ee'.repeat(20)

/** Creates empty blocks, transfers between strangers, and payments to us: alone, in pairs, failed, of zero and of fakes. */
function transactionsOf(seed: string, number: number): CannedTransaction[] {
  const count = drawn(seed, `${number}/count`, 5)
  return Array.from({ length: count }, (_, at): CannedTransaction => {
    const name = `${number}/${at}`
    const kind = drawn(seed, `${name}/kind`, 12)
    const ours = OURS_HEX[drawn(seed, `${name}/ours`, OURS_HEX.length)] ?? ''
    const value = BigInt(1 + drawn(seed, `${name}/value`, 1_000_000_000))
    const paid = transferLog(TOKEN, PAYER, ours, value)
    const logs =
      kind < 4
        ? [transferLog(TOKEN, PAYER, sha256(name).slice(0, 40), value)]
        : kind < 5
          ? []
          : kind < 6
            ? [transferLog(FOREIGN, PAYER, ours, value)]
            : kind < 7
              ? [transferLog(TOKEN, PAYER, ours, 0n)]
              : kind < 8
                ? [paid, paid]
                : [paid]
    return { id: sha256(`${seed}/${name}`), owner: PAYER, logs, isFailed: kind === 11 }
  })
}

const page = (status: number, headers = {}): CannedReply => ({
  ...{ status, headers },
  text: `<html><h1>${status}</h1></html>`,
})
const jsonReply = (answer: unknown): CannedReply => ({ status: 200, text: JSON.stringify(answer) })

export type FaultOf = (call: CannedCall) => CannedReply | undefined

const edited = (
  call: CannedCall,
  edit: (first: Record<string, unknown>) => object,
): CannedReply | undefined =>
  Array.isArray(call.answer) && call.answer.length > 0
    ? jsonReply([edit(call.answer[0]), ...call.answer.slice(1)])
    : undefined

/** Faults of one answer; undefined where a fault does not apply to the answer. */
export const FAULTS: Readonly<Record<string, FaultOf>> = {
  limited: () => page(429),
  'limited with a time': () => page(429, { 'retry-after': '2' }),
  forbidden: () => page(403),
  unavailable: () => page(503),
  busy: () =>
    jsonReply({ Error: 'class org.tron.core.exception.BadItemException : lack of computing resources' }),
  frequent: () =>
    jsonReply({ Error: 'The key exceeds the frequency limit(1), and the query server is suspended' }),
  lite: () => ({ status: 200, text: 'this API is closed because this node is a lite fullnode' }),
  'empty list': () => jsonReply([]),
  'empty object': () => jsonReply({}),
  nothing: () => jsonReply(null),
  cut: ({ answer }) => ({ status: 200, text: JSON.stringify(answer).slice(0, -1) }),
  'short list': ({ answer }) => {
    if (!Array.isArray(answer)) return undefined
    const others = answer.filter((info) => !OURS_HEX.some((hex) => JSON.stringify(info).includes(hex)))
    return others.length < answer.length ? jsonReply(others) : undefined
  },
  'a transaction twice': ({ answer }) =>
    Array.isArray(answer) && answer.length > 1 ? jsonReply([answer[0], ...answer.slice(0, -1)]) : undefined,
  'of another block': (call) => edited(call, (first) => ({ ...first, blockNumber: 1 })),
  'of another time': (call) => edited(call, (first) => ({ ...first, blockTimeStamp: 1 })),
  'failed with logs': (call) =>
    edited(call, (first) => ({ ...first, receipt: { result: 'OUT_OF_TIME' }, result: 'FAILED' })),
}

/** The answers about a block that a fault can change. */
const TARGETS = ['infos', 'count', 'header', 'transaction', 'info', 'head', 'blocks'] as const
type Target = (typeof TARGETS)[number]

function isTarget(
  { path, params }: CannedCall,
  target: Target,
  { number, transactions }: CannedBlock,
): boolean {
  const isOfBlock = transactions.some(({ id }) => id === params.value)
  switch (target) {
    case 'infos':
      return path === 'walletsolidity/gettransactioninfobyblocknum' && params.num === number
    case 'count':
      return path === 'walletsolidity/gettransactioncountbyblocknum' && params.num === number
    case 'header':
      return path === 'walletsolidity/getblock' && params.id_or_num === String(number)
    case 'transaction':
      return path === 'walletsolidity/gettransactionbyid' && isOfBlock
    case 'info':
      return path === 'walletsolidity/gettransactioninfobyid' && isOfBlock
    case 'blocks':
      return (
        path === 'walletsolidity/getblockbylimitnext' &&
        Number(params.startNum) <= number &&
        number < Number(params.endNum)
      )
    case 'head':
      return path === 'walletsolidity/getblock' && params.id_or_num === undefined
  }
}

interface Following {
  /** Calls that the node has in a day; 0 for a node without limits. */
  readonly callsPerDay: number
  /** The most new blocks between two ticks. */
  readonly growth: number
}

/** Follows block by block, without limits. */
const CLOSE: Following = { callsPerDay: 0, growth: 3 }
/** Follows from behind, with few calls. */
const BEHIND: Following = { callsPerDay: 90_000, growth: 12 }

async function readWhole(
  following: Following,
  ...[seed, blocks, faultAt]: Parameters<FaultyNetwork<Target>['readWhole']>
): Promise<Read> {
  const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT, solidLag: 0 })
  node.mine()
  const time = new HandTime(GENESIS_AT + 7 * 86_400_000)
  const chain = await openTron(
    {
      ...{ urls: ['http://tron.test'], token: encodeTron(TOKEN), fetch: node.fetch },
      access: { callsPerDay: following.callsPerDay },
    },
    time,
  )
  const follower = await CreditingFollower.begin(chain, watchedOurs)
  const cursorNumber = () => follower.scan.cursor.number
  const done = new Set<number>()
  node.fault = (call) => {
    for (const block of node.blocks.slice(cursorNumber() + 1)) {
      const planned = done.has(block.number) ? undefined : faultAt?.(block.number)
      if (!planned || !isTarget(call, planned.target, block)) continue
      const reply = FAULTS[planned.fault]?.(call)
      if (reply) done.add(block.number)
      return reply
    }
    return undefined
  }
  for (let at = 0; at < blocks || cursorNumber() < node.solid.number; ) {
    const growth = Math.min(1 + drawn(seed, `${at}/growth`, following.growth), blocks - at)
    for (let more = 0; more < growth; more += 1) node.mine(transactionsOf(seed, node.head.number + 1))
    at += growth
    // Enough time passes for a node that rested to be used again.
    time.at += OUT_MS
    await follower.tick()
    if (follower.halted) throw new Error(follower.halted)
  }
  for (let more = 0; more < 3; more += 1) {
    time.at += OUT_MS
    await follower.tick()
  }
  return readOf(follower, done.size)
}

const followed = (following: Following): FaultyNetwork<Target> => ({
  plans: plansOf(TARGETS, FAULTS),
  readWhole: (...args) => readWhole(following, ...args),
})

export const FAULTY_TRON = followed(CLOSE)
export const FAULTY_TRON_BEHIND = followed(BEHIND)
