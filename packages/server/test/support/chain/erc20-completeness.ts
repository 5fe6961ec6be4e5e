import {
  isOfRequest,
  type RpcCall,
  type RpcFault,
  RpcServer,
} from '../../../../../test-support/nodes/rpc-server.js'
import { DEEP_BLOCKS } from '../../../src/chain/token/missing-transfer-check.js'
import { BAD_ANSWERS } from '../nodes/bad-answers.js'
import { CANNED_CHAIN_ID, CANNED_TOKEN, CannedChain, type CannedPayment } from '../nodes/canned-chain.js'
import { OURS, openEthereum, watchedOurs } from '../nodes/ethereum.js'
import { drawn, type FaultyNetwork, type Plan, plansOf, readOf } from './completeness.js'
import { CreditingFollower } from './crediting-follower.js'

const OUT_MS = 11 * 60_000
const FULL_BLOOM = `0x${'f'.repeat(512)}`

type Answer = Record<string, unknown>
/** @param block its number as in logs: an answer about a range also has logs of other blocks, which stay unchanged */
type Edit = (answer: never, block: string) => unknown

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const isRecord = (answer: unknown): answer is Answer =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer)
/** Applies a change to an object, or to each object of a list. */
const each =
  (change: (one: Answer) => Answer): Edit =>
  (answer: unknown) =>
    Array.isArray(answer)
      ? answer.map((one) => (isRecord(one) ? change(one) : one))
      : isRecord(answer)
        ? change(answer)
        : answer
/** Changes a field of objects that have it. */
const having = (field: string, value: unknown): Edit =>
  each((one) => (field in one ? { ...one, [field]: value } : one))
const list =
  (change: (all: readonly unknown[], isOfBlock: (one: unknown) => boolean) => unknown[]): Edit =>
  (answer: unknown, block) => {
    const isOfBlock = (one: unknown) => isRecord(one) && (one.blockNumber ?? block) === block
    return Array.isArray(answer) ? change(answer, isOfBlock) : answer
  }
const isOurs = (one: unknown) =>
  OURS.some((address) => JSON.stringify(one).includes(address.slice(2).toLowerCase()))

/** Failures in place of an answer. */
const FAILURES: Readonly<Record<string, RpcFault>> = {
  ...Object.fromEntries(
    Object.entries(BAD_ANSWERS).flatMap(([name, [, { fault }]]) =>
      fault.kind === 'answer' ? [] : [[name, fault] as const],
    ),
  ),
  'no batches': { kind: 'refuse_batch' },
  'too much': { kind: 'error', code: -32_005, message: 'query returned more than 10000 results' },
  'no such block': { kind: 'error', code: -32_000, message: 'header not found' },
}

/** Changes of an answer; an answer that a change does not apply to stays as it is. */
const EDITS: Readonly<Record<string, Edit>> = {
  nothing: () => null,
  'empty list': () => [],
  'empty object': () => ({}),
  'of another block': having('number', '0x1'),
  'a quantity that is none': having('timestamp', '0x0a'),
  'a hash too short': having('hash', '0x1234'),
  'another hash': having('hash', word(7)),
  'another parent': having('parentHash', word(7)),
  'from the future': having('timestamp', '0xffffffffff'),
  'of long ago': having('timestamp', '0x1'),
  'a bloom of nothing': having('logsBloom', `0x${'0'.repeat(512)}`),
  'a removed log': having('removed', true),
  'no block of its own': having('blockHash', null),
  'of another branch': having('blockHash', word(7)),
  'from outside the range': having('blockNumber', '0xfffff'),
  'of another contract': having('address', `0x${'77'.repeat(20)}`),
  'of another event': having('topics', [word(1)]),
  failed: having('status', '0x0'),
  'without logs': having('logs', []),
  'everything twice': list((all) => [...all, ...all]),
  'nothing of ours': list((all, isOfBlock) => all.filter((one) => !(isOfBlock(one) && isOurs(one)))),
  'the last one missing': list((all, isOfBlock) => all.filter((one) => one !== all.findLast(isOfBlock))),
}

const FAULTS = { ...FAILURES, ...EDITS }

/** The answers about a block that a fault can change. */
const TARGETS = ['head', 'header', 'logs', 'receipts', 'receipt'] as const
type Target = (typeof TARGETS)[number]

const METHODS: Readonly<Record<Target, string>> = {
  head: 'eth_getBlockByNumber',
  header: 'eth_getBlockByNumber',
  logs: 'eth_getLogs',
  receipts: 'eth_getBlockReceipts',
  receipt: 'eth_getTransactionReceipt',
}

/** Whether a call reads that answer about a block. */
function isTarget(
  chain: CannedChain,
  { method, params: [asked] }: RpcCall,
  target: Target,
  at: number,
): boolean {
  const block = chain.blocks[at]
  if (method !== METHODS[target]) return false
  switch (target) {
    case 'head':
      return asked === 'latest' && chain.head === at
    case 'header':
      return asked === `0x${at.toString(16)}`
    case 'logs': {
      const { blockHash, fromBlock, toBlock } = asked as Readonly<Record<string, string | undefined>>
      return blockHash === undefined
        ? Number(fromBlock) <= at && at <= Number(toBlock)
        : blockHash === block?.hash
    }
    case 'receipts':
      return asked === block?.hash
    case 'receipt':
      return block?.transactions.includes(String(asked)) === true
  }
}

/** Creates empty blocks, blocks of strangers, and payments to us: alone, in pairs, among others and of zero. */
function paymentsOf(seed: string, number: number): CannedPayment[] {
  return Array.from({ length: drawn(seed, `${number}/count`, 5) }, (_, at) => {
    const name = `${number}/${at}`
    const ours = OURS[drawn(seed, `${name}/ours`, OURS.length)] ?? ''
    const kind = drawn(seed, `${name}/kind`, 8)
    const stranger = `0x${(drawn(seed, `${name}/other`, 2 ** 30) + 1).toString(16).padStart(40, '0')}`
    return {
      to: kind < 3 ? stranger : ours,
      value: kind === 3 ? 0n : BigInt(1 + drawn(seed, `${name}/value`, 1_000_000_000)),
    }
  })
}

const readWhole: FaultyNetwork<Target>['readWhole'] = async (seed, blocks, faultAt) => {
  const chain = new CannedChain()
  const node = await RpcServer.start(chain.answer)
  const faults = new PlannedFaults(chain)
  node.faultsOf = faults.of
  let now = 0
  try {
    const network = await openEthereum({
      ...{ urls: [node.url], token: CANNED_TOKEN, chainId: CANNED_CHAIN_ID, monotonic: () => now },
    })
    const follower = await CreditingFollower.begin(network, watchedOurs)
    const mine = (number: number) => {
      chain.mine(paymentsOf(seed, number), seed)
      if (drawn(seed, `${number}/bloom`, 3) === 0) allowAll(chain)
      const planned = faultAt?.(number)
      if (planned) faults.plan(number, planned)
    }
    const tick = async () => {
      // Enough time passes for a node that rested to be used again.
      now += OUT_MS
      await follower.tick()
      if (follower.halted) throw new Error(follower.halted)
    }
    while (chain.head < blocks) {
      const growth = Math.min(1 + drawn(seed, `${chain.head}/growth`, 6), blocks - chain.head)
      for (let more = 0; more < growth; more += 1) mine(chain.head + 1)
      await tick()
    }
    while (follower.scan.cursor.hash !== chain.blocks[blocks]?.hash) await tick()
    // Each block is rescanned when it is deep.
    chain.mineMany(DEEP_BLOCKS)
    while (follower.scan.cursor.hash !== chain.blocks[chain.head]?.hash) await tick()
    await tick()
    return readOf(follower, faults.played)
  } finally {
    await node.close()
  }
}

/** Sets every bit of the newest block's bloom: only its receipts prove that it has no transfer of ours. */
function allowAll({ blocks, head }: CannedChain): void {
  const block = blocks[head]
  if (block) blocks[head] = { ...block, logsBloom: FULL_BLOOM }
}

/** Faults that wait for the first answer that they change; an answer gets one fault at most. */
class PlannedFaults {
  private readonly waiting = new Map<number, Plan<Target>>()
  played = 0

  constructor(private readonly chain: CannedChain) {}

  plan(block: number, plan: Plan<Target>): void {
    this.waiting.set(block, plan)
  }

  /** For {@link RpcServer.faultsOf}. A fault that would change nothing keeps waiting. */
  readonly of = (calls: readonly RpcCall[], isBatch: boolean): ReadonlyMap<RpcCall, RpcFault> => {
    const chosen = new Map<RpcCall, RpcFault>()
    for (const call of calls) {
      const found = this.find(call, isBatch, chosen.size === 0)
      if (!found) continue
      this.waiting.delete(found.block)
      this.played += 1
      chosen.set(call, found.fault)
      // A fault of the whole request leaves no other answers to change.
      if (isOfRequest(found.fault, isBatch)) break
    }
    return chosen
  }

  private find(call: RpcCall, isBatch: boolean, mayBeOfRequest: boolean) {
    for (const [block, { target, fault: name }] of this.waiting) {
      if (!isTarget(this.chain, call, target, block)) continue
      const fault = FAILURES[name] ?? editOf(this.chain, call, { block, name })
      if (!fault || (fault.kind === 'refuse_batch' && !isBatch)) continue
      if (mayBeOfRequest || !isOfRequest(fault, isBatch)) return { block, fault }
    }
    return undefined
  }
}

/** Returns undefined where the answer would not change. */
function editOf(
  chain: CannedChain,
  { method, params }: RpcCall,
  { block, name }: { block: number; name: string },
): RpcFault | undefined {
  const answer = chain.answer(method, params)
  const edited = EDITS[name]?.(answer as never, `0x${block.toString(16)}`)
  if (JSON.stringify(edited) === JSON.stringify(answer)) return undefined
  return { kind: 'answer', change: () => edited }
}

export const FAULTY_ETHEREUM: FaultyNetwork<Target> = { plans: plansOf(TARGETS, FAULTS), readWhole }
