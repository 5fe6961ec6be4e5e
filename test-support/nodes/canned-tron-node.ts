/** A TRON node with prepared answers: a chain from a seed, each answer of which a test can replace. */

import { createHash } from 'node:crypto'

type Json = Record<string, unknown>

export interface CannedTransaction {
  readonly id: string
  /** The 20 bytes of the signer's address. */
  readonly owner: string
  readonly logs: readonly { address: string; topics: readonly string[]; data: string }[]
  readonly isFailed: boolean
}

export interface CannedBlock {
  readonly number: number
  readonly id: string
  readonly parentHash: string
  readonly timeAt: number
  readonly transactions: readonly CannedTransaction[]
}

export interface CannedCall {
  /** `wallet/getblock` */
  readonly path: string
  readonly params: Readonly<Json>
  /** The answer of the node, as JSON. */
  readonly answer: unknown
}

/** A reply in place of an answer: a text with a status, or none in time. */
export interface CannedReply {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface CannedTronOptions {
  readonly chainId: number
  readonly genesisAt: number
  /** Blocks between the newest and the solidified block. */
  readonly solidLag?: number
  readonly blockMs?: number
}

const BLOCK_MS = 3_000
const NOTHING = '0'.repeat(64)
const SIX = '6'.padStart(64, '0')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const numberHex = (number: number): string => number.toString(16).padStart(16, '0')
const word = (hex: string): string => hex.padStart(64, '0')

/** The log of a token's transfer; addresses of 20 bytes, units of 1e-6. */
export const transferLog = (token: string, from: string, to: string, value: bigint) => ({
  address: token,
  topics: ['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(from), word(to)],
  data: word(value.toString(16)),
})

export class CannedTronNode {
  readonly blocks: CannedBlock[] = []
  /** Number of calls by path. */
  readonly calls = new Map<string, number>()
  solidLag: number
  /** Replaces an answer, unless it returns undefined. */
  fault: ((call: CannedCall) => CannedReply | undefined) | undefined
  private readonly byId = new Map<string, { block: CannedBlock; transaction: CannedTransaction }>()

  constructor(private readonly options: CannedTronOptions) {
    this.solidLag = options.solidLag ?? 18
    const tail = options.chainId.toString(16).padStart(8, '0')
    const id = numberHex(0) + sha256('genesis').slice(0, 40) + tail
    this.blocks.push({ number: 0, id, parentHash: NOTHING, timeAt: options.genesisAt, transactions: [] })
  }

  get head(): CannedBlock {
    return this.blockAt(this.blocks.length - 1)
  }

  get solid(): CannedBlock {
    return this.blockAt(Math.max(0, this.head.number - this.solidLag))
  }

  blockAt(number: number): CannedBlock {
    const block = this.blocks[number]
    if (!block) throw new Error(`no block ${number}`)
    return block
  }

  get callCount(): number {
    return [...this.calls.values()].reduce((sum, count) => sum + count, 0)
  }

  mine(transactions: readonly CannedTransaction[] = [], branch = ''): CannedBlock {
    const parent = this.head
    const number = parent.number + 1
    const content = [parent.id, branch, ...transactions.map(({ id }) => id)].join(' ')
    const id = numberHex(number) + sha256(content).slice(16)
    const timeAt = parent.timeAt + (this.options.blockMs ?? BLOCK_MS)
    const block = { number, id, parentHash: parent.id, timeAt, transactions }
    this.blocks.push(block)
    for (const transaction of transactions) this.byId.set(transaction.id, { block, transaction })
    return block
  }

  /** Removes the newest blocks of the chain with their transactions. */
  drop(count: number): void {
    for (const { transactions } of this.blocks.splice(this.blocks.length - count)) {
      for (const { id } of transactions) this.byId.delete(id)
    }
  }

  /** Replaces `fetch`: a network without sockets, for tests with a hundred thousand calls. */
  readonly fetch = (async (url: string, init: { body: string }) => {
    const path = new URL(url).pathname.slice(1)
    this.calls.set(path, (this.calls.get(path) ?? 0) + 1)
    const params = JSON.parse(init.body) as Json
    const answer = this.answer(path, params)
    const reply = this.fault?.({ path, params, answer }) ?? { status: 200, text: JSON.stringify(answer) }
    return responseOf(reply)
  }) as unknown as typeof globalThis.fetch

  answer(path: string, params: Readonly<Json>): unknown {
    const [face, name] = path.split('/')
    const top = face === 'wallet' ? this.head : this.solid
    const at = (number: unknown) => (Number(number) <= top.number ? this.blocks[Number(number)] : undefined)
    const known = this.byId.get(String(params.value))
    const found = known && known.block.number <= top.number ? known : undefined
    switch (name) {
      case 'getblock':
        return blockJson(params.id_or_num === undefined ? top : at(params.id_or_num))
      case 'getblockbynum':
        return wholeBlockJson(at(params.num))
      case 'getblockbylimitnext': {
        const end = Math.min(Number(params.endNum), top.number + 1)
        return { block: this.blocks.slice(Number(params.startNum), end).map(wholeBlockJson) }
      }
      // The token is like USDT, with an empty denylist and without balances.
      case 'triggerconstantcontract': {
        const said = params.function_selector === 'decimals()' ? SIX : NOTHING
        return { result: { result: true }, constant_result: [said] }
      }
      case 'gettransactioninfobyblocknum':
        return infosOf(at(params.num))
      case 'gettransactioncountbyblocknum':
        return { count: at(params.num)?.transactions.length ?? 0 }
      case 'gettransactioninfobyid':
        return found ? infoJson(found.block, found.transaction) : {}
      case 'gettransactionbyid':
        return found ? transactionJson(found.transaction) : {}
      default:
        return { Error: `class java.lang.RuntimeException : no ${path}` }
    }
  }
}

/** The part of a response that callers read. */
function responseOf({ status, text, headers = {} }: CannedReply): unknown {
  const bytes = Buffer.from(text)
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers[name] ?? null },
    body: Object.assign(
      (async function* () {
        yield bytes
      })(),
      { cancel: async () => undefined },
    ),
  }
}

function blockJson(block: CannedBlock | undefined): Json {
  if (!block) return {}
  const { number, id, parentHash, timeAt, transactions } = block
  const txTrieRoot = transactions.length === 0 ? NOTHING : sha256(transactions.map((each) => each.id).join())
  const named = number === 0 ? {} : { number }
  return {
    blockID: id,
    block_header: { raw_data: { ...named, txTrieRoot, parentHash, timestamp: timeAt } },
  }
}

const wholeBlockJson = (block: CannedBlock | undefined): Json =>
  block ? { ...blockJson(block), transactions: block.transactions.map(transactionJson) } : {}

const infosOf = (block: CannedBlock | undefined): Json[] =>
  block ? block.transactions.map((transaction) => infoJson(block, transaction)) : []

function infoJson({ number, timeAt }: CannedBlock, { id, logs, isFailed }: CannedTransaction): Json {
  return {
    ...{ id, blockNumber: number, blockTimeStamp: timeAt, contractResult: [''] },
    receipt: { result: isFailed ? 'OUT_OF_TIME' : 'SUCCESS', energy_usage_total: 64_285 },
    ...(isFailed ? { result: 'FAILED' } : {}),
    ...(logs.length > 0 ? { log: logs } : {}),
  }
}

const transactionJson = ({ id, owner, isFailed }: CannedTransaction): Json => ({
  txID: id,
  ret: [{ contractRet: isFailed ? 'OUT_OF_TIME' : 'SUCCESS' }],
  raw_data: { contract: [{ parameter: { value: { owner_address: `41${owner}` } } }] },
})
