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
/** @param block its number as logs tell it: a range holds those of others, which this fault is not about */
type Edit = (answer: never, block: string) => unknown

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const isRecord = (answer: unknown): answer is Answer =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer)
/** The same change to an object, or to each of a list. */
const each =
  (change: (one: Answer) => Answer): Edit =>
  (answer: unknown) =>
    Array.isArray(answer)
      ? answer.map((one) => (isRecord(one) ? change(one) : one))
      : isRecord(answer)
        ? change(answer)
        : answer
/** Changes a field where there is one. */
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

/** What comes in place of an answer. */
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

/** Everything else that an answer can say; where it is no such answer, it stays what it is. */
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

/** What a fault can hit in a block. */
const TARGETS = ['head', 'header', 'logs', 'receipts', 'receipt'] as const
type Target = (typeof TARGETS)[number]

const METHODS: Readonly<Record<Target, string>> = {
  head: 'eth_getBlockByNumber',
  header: 'eth_getBlockByNumber',
  logs: 'eth_getLogs',
  receipts: 'eth_getBlockReceipts',
  receipt: 'eth_getTransactionReceipt',
}

/** Whether a call is what tells that of a block. */
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

/** Empty blocks, blocks of strangers, and payments to us alone, in pairs, among others and of nothing. */
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
      // What rests must have rested; a node that is out comes back.
      now += OUT_MS
      await follower.tick()
      if (follower.halted) throw new Error(follower.halted)
    }
    while (chain.head < blocks) {
      const growth = Math.min(1 + drawn(seed, `${chain.head}/growth`, 6), blocks - chain.head)
      for (let more = 0; more < growth; more += 1) mine(chain.head + 1)
      await tick()
    }
    while (follower.books.cursor.hash !== chain.blocks[blocks]?.hash) await tick()
    // Each block is read once more when it is deep.
    chain.mineMany(DEEP_BLOCKS)
    while (follower.books.cursor.hash !== chain.blocks[chain.head]?.hash) await tick()
    await tick()
    return readOf(follower, faults.played)
  } finally {
    await node.close()
  }
}

/** A bloom may allow what is not there: only receipts prove that nothing is. */
function allowAll({ blocks, head }: CannedChain): void {
  const block = blocks[head]
  if (block) blocks[head] = { ...block, logsBloom: FULL_BLOOM }
}

/** The faults of blocks whose time has not come yet: each is in one answer, and no more than one in an answer. */
class PlannedFaults {
  private readonly waiting = new Map<number, Plan<Target>>()
  played = 0

  constructor(private readonly chain: CannedChain) {}

  plan(block: number, plan: Plan<Target>): void {
    this.waiting.set(block, plan)
  }

  /** For {@link RpcServer.faultsOf}. A fault that would change nothing waits on. */
  readonly of = (calls: readonly RpcCall[], isBatch: boolean): ReadonlyMap<RpcCall, RpcFault> => {
    const chosen = new Map<RpcCall, RpcFault>()
    for (const call of calls) {
      const found = this.find(call, isBatch, chosen.size === 0)
      if (!found) continue
      this.waiting.delete(found.block)
      this.played += 1
      chosen.set(call, found.fault)
      // Of such a request nothing else is told.
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

/** Undefined where the answer would stay what it is. */
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
