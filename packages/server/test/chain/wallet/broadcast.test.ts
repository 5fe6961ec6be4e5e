import { describe, expect, it } from 'vitest'
import { openErc20Sender } from '../../../src/chain/erc20/erc20-sender.js'
import type { Fetch } from '../../../src/chain/nodes/node-http.js'
import { openTrc20Sender } from '../../../src/chain/trc20/trc20-sender.js'
import { bestOf } from '../../../src/chain/wallet/broadcast.js'
import { localKey } from '../../../src/chain/wallet/wallet-key.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { BroadcastResult, SignedTransaction } from '../../../src/domain/chain/sender.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { openEthereum } from '../../support/nodes/ethereum.js'
import { encodeTron, openTron, TRON_CHAIN_ID } from '../../support/nodes/tron.js'
import { HOT_KEY } from '../../support/withdrawals/payout-network.js'

const CHAIN_ID = 31_337
const KEY = localKey(HOT_KEY)
const HASH = `0x${'ab'.repeat(32)}`
const TRON_HASH = 'ab'.repeat(32)
const signal = new AbortController().signal

/** A node's answer: a document, a protocol error, or something unreadable. */
type Said = object | 'reset' | number

const SIGNED: SignedTransaction = { txHash: HASH, wallet: '0x', nonce: 7, raw: '0x02', expiresAt: null }
const TRON_RAW = JSON.stringify({ txID: TRON_HASH, raw_data: {}, raw_data_hex: '', signature: [] })
const TRON_SIGNED: SignedTransaction = { ...SIGNED, txHash: TRON_HASH, raw: TRON_RAW, expiresAt: 1 }

function answerWith(said: Said): Response {
  if (said === 'reset') throw new Error('socket hang up')
  return typeof said === 'number' ? new Response('<html>', { status: said }) : Response.json(said)
}

/** Nodes of Ethereum, each with its answer to a broadcast; some have a receipt. */
function ethereum(...says: readonly { said: Said; hasReceipt?: boolean }[]): Promise<Chain> {
  const fetch: Fetch = async (url, init) => {
    const node = says[Number(new URL(String(url)).port) - 1]
    const request = JSON.parse(String(init?.body)) as RpcCall | RpcCall[]
    const [first] = [request].flat()
    if (first?.method === 'eth_sendRawTransaction') {
      const answer = node?.said ?? 'reset'
      return answerWith(typeof answer === 'object' ? { jsonrpc: '2.0', id: first.id, ...answer } : answer)
    }
    const answered = [request].flat().map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? '0x7a69' : receiptOf(node?.hasReceipt),
    }))
    return Response.json(Array.isArray(request) ? answered : answered[0])
  }
  const token = encodeAddress('ERC20', Buffer.alloc(20, 1))
  return openEthereum({
    urls: says.map((_, at) => `http://127.0.0.1:${at + 1}`),
    ...{ token, chainId: CHAIN_ID, fetch },
    sender: (nodes) =>
      openErc20Sender({
        ...{ network: 'ERC20', chainId: CHAIN_ID, token, key: KEY, nodes, depth: 3 },
        caps: { perGas: 10n ** 11n, perWithdrawal: 10n ** 17n },
      }),
  })
}

interface RpcCall {
  readonly id: number
  readonly method: string
}

function receiptOf(isThere = false): object | null {
  const block = { blockHash: `0x${'cd'.repeat(32)}`, blockNumber: '0x1', transactionIndex: '0x0' }
  const parties = { from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}` }
  return isThere ? { transactionHash: HASH, status: '0x1', logs: [], ...block, ...parties } : null
}

/** Nodes of TRON, each with its answer to a broadcast. */
function tron(...says: readonly Said[]): Promise<Chain> {
  const fetch: Fetch = async (url) => {
    const { port, pathname } = new URL(String(url))
    if (pathname.endsWith('/broadcasttransaction')) return answerWith(says[Number(port) - 1] ?? 'reset')
    const number = { number: 0, timestamp: 0, parentHash: '0'.repeat(64), txTrieRoot: '0'.repeat(64) }
    const blockID = `${'0'.repeat(56)}${TRON_CHAIN_ID.toString(16)}`
    return Response.json({ blockID, block_header: { raw_data: number } })
  }
  const token = encodeTron('01'.repeat(20))
  return openTron({
    urls: says.map((_, at) => `http://127.0.0.1:${at + 1}`),
    ...{ token, fetch },
    sender: (nodes) =>
      openTrc20Sender({ token, key: KEY, nodes, depth: 1, feeLimitTrx: 50, monotonic: () => 0 }),
  })
}

const handOver = async (
  chain: Chain,
  to: 'one' | 'all',
  signed: SignedTransaction,
): Promise<BroadcastResult> => {
  if (!chain.sender) throw new Error('no key signs')
  return chain.sender.broadcast(signed, to, signal)
}
const error = (message: string, code = -32_000) => ({ error: { code, message } })
const refused = (code: string, message = '') => ({
  result: false,
  code,
  message: Buffer.from(message).toString('hex'),
})

describe('a broadcast to a node of Ethereum', () => {
  it.each([
    [{ result: HASH }, 'accepted'],
    [{ result: `0x${'00'.repeat(32)}` }, 'accepted'],
    [error('already known'), 'known'],
    [error('transaction already imported'), 'known'],
    [error('Known transaction'), 'known'],
    [error('txpool is full'), 'later'],
    [error('replacement transaction underpriced'), 'refused'],
    [error('nonce too low: next nonce 8, tx nonce 7'), 'refused'],
    [error('insufficient funds for gas * price + value'), 'refused'],
    [error('invalid sender'), 'refused'],
  ] as const)('answered with %j is %s', async (said, kind) => {
    expect(await handOver(await ethereum({ said }), 'one', SIGNED)).toMatchObject({ kind })
  })

  it('a broadcast to a node of Ethereum with a used nonce is known where the transaction itself used it', async () => {
    for (const message of ['nonce too low', 'nonce has already been used']) {
      const chain = await ethereum({ said: error(message), hasReceipt: true })
      expect(await handOver(chain, 'one', SIGNED)).toEqual({ kind: 'known' })
    }
  })

  it('goes to the next one where the first does not answer, and is retried later where none does', async () => {
    const second = await ethereum({ said: 'reset' }, { said: { result: HASH } })
    expect(await handOver(second, 'one', SIGNED)).toEqual({ kind: 'accepted' })
    for (const said of ['reset', 503] as const) {
      const none = await handOver(await ethereum({ said }), 'one', SIGNED)
      expect(none).toEqual({ kind: 'later', why: expect.stringContaining('127.0.0.1') })
    }
  })

  it('a broadcast to all nodes of Ethereum returns the best answer', async () => {
    const chain = await ethereum({ said: error('invalid sender') }, { said: error('already known') })
    expect(await handOver(chain, 'all', SIGNED)).toEqual({ kind: 'known' })
    expect(await handOver(await ethereum({ said: 'reset' }), 'all', SIGNED)).toEqual({
      kind: 'later',
      why: 'no node answers',
    })
  })
})

describe('a broadcast to a node of TRON', () => {
  it.each([
    [{ result: true, txid: TRON_HASH }, { kind: 'accepted' }],
    [{ result: true, code: 'SUCCESS' }, { kind: 'accepted' }],
    [refused('DUP_TRANSACTION_ERROR', 'Dup transaction.'), { kind: 'known' }],
    [refused('SERVER_BUSY', 'busy'), { kind: 'later', why: 'SERVER_BUSY busy' }],
    [refused('NO_CONNECTION'), { kind: 'later', why: 'NO_CONNECTION' }],
    [refused('NOT_ENOUGH_EFFECTIVE_CONNECTION'), { kind: 'later', why: 'NOT_ENOUGH_EFFECTIVE_CONNECTION' }],
    [refused('BLOCK_UNSOLIDIFIED'), { kind: 'later', why: 'BLOCK_UNSOLIDIFIED' }],
    [refused('SIGERROR', 'bad\u0007 key'), { kind: 'refused', why: 'SIGERROR bad  key' }],
    [
      refused('CONTRACT_VALIDATE_ERROR', 'no balance'),
      { kind: 'refused', why: 'CONTRACT_VALIDATE_ERROR no balance' },
    ],
    [refused('BANDWITH_ERROR'), { kind: 'refused', why: 'BANDWITH_ERROR' }],
    [refused('TAPOS_ERROR'), { kind: 'refused', why: 'TAPOS_ERROR' }],
    [refused('TRANSACTION_EXPIRATION_ERROR'), { kind: 'refused', why: 'TRANSACTION_EXPIRATION_ERROR' }],
    [refused('OTHER_ERROR'), { kind: 'refused', why: 'OTHER_ERROR' }],
  ] as const)('answered with %j is %j', async (said, told) => {
    expect(await handOver(await tron(said), 'one', TRON_SIGNED)).toEqual(told)
  })

  it.each([{}, { result: 'true' }, { result: false, code: 7 }, 503])(
    'answered with %j is none',
    async (said) => {
      expect(await handOver(await tron(said), 'one', TRON_SIGNED)).toMatchObject({ kind: 'later' })
      expect(await handOver(await tron(said, { result: true }), 'one', TRON_SIGNED)).toEqual({
        kind: 'accepted',
      })
    },
  )

  it('shortens the text of a node', async () => {
    const told = await handOver(await tron(refused('OTHER_ERROR', 'x'.repeat(1_000))), 'one', TRON_SIGNED)
    expect(told.kind === 'refused' && told.why.length).toBe(200)
  })

  it('goes to the next one where the first does not answer, and is retried later where none does', async () => {
    const second = await tron('reset', { result: true })
    expect(await handOver(second, 'one', TRON_SIGNED)).toEqual({ kind: 'accepted' })
    const none = await handOver(await tron('reset'), 'one', TRON_SIGNED)
    expect(none).toEqual({ kind: 'later', why: expect.stringContaining('127.0.0.1') })
  })

  it('a broadcast to all nodes of TRON returns the best answer', async () => {
    const chain = await tron(refused('SIGERROR'), refused('SERVER_BUSY', 'busy'))
    expect(await handOver(chain, 'all', TRON_SIGNED)).toEqual({ kind: 'later', why: 'SERVER_BUSY busy' })
  })
})

describe('the answers of several nodes', () => {
  it('are as good as the best, and no answer means later', () => {
    const [accepted, known] = [{ kind: 'accepted' }, { kind: 'known' }] as const
    const [later, no] = [
      { kind: 'later', why: 'busy' },
      { kind: 'refused', why: 'no' },
    ] as const
    expect(bestOf([no, later, known, accepted])).toEqual(accepted)
    expect(bestOf([no, later, known])).toEqual(known)
    expect(bestOf([no, later])).toEqual(later)
    expect(bestOf([no])).toEqual(no)
    expect(bestOf([])).toEqual({ kind: 'later', why: 'no node answers' })
  })
})
