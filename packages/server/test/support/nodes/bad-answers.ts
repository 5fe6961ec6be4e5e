import type { RpcRule } from '../../../../../test-support/nodes/rpc-server.js'
import { changedAnswer } from './canned-ethereum.js'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

type Answer = Record<string, unknown>
type Log = Record<string, unknown>

const changedLogs = (change: (log: Log) => Log): RpcRule =>
  changedAnswer('eth_getLogs', (logs: Log[]) => logs.map(change))

/** Faults of a node that apply to all its answers, with the error that each of them must cause. */
export const BAD_ANSWERS: Readonly<
  Record<string, readonly [why: string, first: RpcRule, ...others: RpcRule[]]>
> = {
  '429 without a time': ['limited HTTP 429', { fault: { kind: 'status', status: 429 } }],
  '429 with a time': [
    'limited HTTP 429',
    { fault: { kind: 'status', status: 429, headers: { 'retry-after': '2' } } },
  ],
  '403': ['limited HTTP 403', { fault: { kind: 'status', status: 403 } }],
  '401': ['refused HTTP 401', { fault: { kind: 'status', status: 401 } }],
  '503 with HTML': ['broken HTTP 503', { fault: { kind: 'status', status: 503, body: '<h1>Oh</h1>' } }],
  'HTML with 200': [
    'broken <h1>Hello</h1>',
    { fault: { kind: 'status', status: 200, body: '<h1>Hello</h1>' } },
  ],
  'a redirect': [
    'broken HTTP 307',
    { fault: { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/' } } },
  ],
  'a reset': ['broken ECONNRESET', { fault: { kind: 'reset' } }],
  'cut JSON': ['broken {"jsonrpc":"2.0","id', { fault: { kind: 'cut' } }],
  'an answer that is missing in its batch': [
    'broken the batch response does not have one answer per call',
    { method: 'eth_getBlockByNumber', nth: 5, fault: { kind: 'drop' } },
  ],
  'a rate limit as an error': [
    'limited eth_chainId: -32005 request rate limited',
    { fault: { kind: 'error', code: -32_005, message: 'request rate limited' } },
  ],
  'the server error': [
    'broken eth_chainId: -32000 internal error',
    { fault: { kind: 'error', code: -32_000, message: 'internal error' } },
  ],
  'no block in the middle': [
    'broken block 7: not there',
    changedAnswer('eth_getBlockByNumber', (block, [tag]) => (tag === '0x7' ? null : block)),
  ],
  'another block than the one asked for': [
    'broken block 1: the answer is 3',
    changedAnswer('eth_getBlockByNumber', (block: Answer) => ({ ...block, number: '0x3' })),
  ],
  'a number that is none': [
    'broken block latest: unexpected shape',
    changedAnswer('eth_getBlockByNumber', (block: Answer) => ({ ...block, timestamp: '0x0a' })),
  ],
  'a hash that is too short': [
    'broken block latest: unexpected shape',
    changedAnswer('eth_getBlockByNumber', (block: Answer) => ({ ...block, hash: '0x1234' })),
  ],
  'a block from the future': [
    'broken block latest: its time is in the future',
    changedAnswer('eth_getBlockByNumber', (block: Answer) => ({ ...block, timestamp: '0xffffffffff' })),
  ],
  'a block that is older than its parent': [
    'broken block 6: older than its parent',
    changedAnswer('eth_getBlockByNumber', (block: Answer, [tag]) =>
      tag === '0x6' ? { ...block, timestamp: '0x1' } : block,
    ),
  ],
  'blocks that do not hang together': [
    'broken block 6: its parent is not the block before it',
    changedAnswer('eth_getBlockByNumber', (block: Answer, [tag]) =>
      tag === '0x6' ? { ...block, hash: word(6), parentHash: word(5) } : block,
    ),
  ],
  'nothing for blocks that it has not indexed, and no receipts': [
    'broken receipts of block 5: 1 are missing',
    changedAnswer('eth_getLogs', () => []),
    changedAnswer('eth_getBlockReceipts', () => []),
  ],
  'logs that were removed': [
    'broken a log of block 5: removed',
    changedLogs((log) => ({ ...log, removed: true })),
  ],
  'logs without a block': [
    'broken a log of block 5: of another branch',
    changedLogs((log) => ({ ...log, blockHash: null })),
  ],
  'logs of another branch': [
    'broken a log of block 5: of another branch',
    changedLogs((log) => ({ ...log, blockHash: word(1) })),
  ],
  'logs from outside the range': [
    'broken a log is of a block that was not asked for',
    changedLogs((log) => ({ ...log, blockNumber: '0xffff' })),
  ],
  'logs of another contract': [
    'broken a log of block 5: of another contract',
    changedLogs((log) => ({ ...log, address: `0x${'77'.repeat(20)}` })),
  ],
  'logs of another event': [
    'broken a log of block 5: of an event that was not asked for',
    changedLogs((log) => ({ ...log, topics: [word(1)] })),
  ],
  'a log twice': [
    'broken a log of block 5: there twice',
    changedAnswer('eth_getLogs', (logs: Log[]) => [...logs, ...logs]),
  ],
  'logs that the header excludes': [
    "broken a log of block 5: the block's header excludes it",
    changedAnswer('eth_getBlockByNumber', (block: Answer) => ({
      ...block,
      logsBloom: `0x${'0'.repeat(512)}`,
    })),
  ],
  'no receipt for what it logs': [
    'contradicts its log',
    changedAnswer('eth_getTransactionReceipt', () => null),
  ],
  'a receipt of another block': [
    'contradicts its log',
    changedAnswer('eth_getTransactionReceipt', (receipt: Answer) => ({ ...receipt, blockHash: word(1) })),
  ],
  'a receipt of a failure': [
    'contradicts its log',
    changedAnswer('eth_getTransactionReceipt', (receipt: Answer) => ({ ...receipt, status: '0x0' })),
  ],
}
