/** Blocks: order, links, reorganisations, the state file and JSON-RPC. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTronDevnode, type TronDevnode } from '../../src/index.js'
import { call, deploy, millions, startNode, tronWebOf } from '../support/client.js'

interface BlockJson {
  blockID: string
  block_header: { raw_data: { number?: number; parentHash: string; timestamp: number; txTrieRoot: string } }
  transactions?: { txID: string }[]
}

const payee = '419705bf55c3dcc6d277ebb8fe2a68762268822ba2'
let node: TronDevnode

beforeEach(async () => {
  node = await startNode()
})

const blockAt = (number: number) => call<BlockJson>(node, '/wallet/getblockbynum', { num: number })
const headNumber = async () =>
  (await call<BlockJson>(node, '/wallet/getblock')).block_header.raw_data.number ?? 0
const balanceOf = async (address: string) =>
  (await call<{ balance?: number }>(node, '/wallet/getaccount', { address })).balance ?? 0
const rpc = async (method: string, ...params: unknown[]) =>
  (await call<{ result: unknown }>(node, '/jsonrpc', { jsonrpc: '2.0', id: 1, method, params })).result

describe('the chain', () => {
  it('links every block to its parent, three seconds later', async () => {
    await node.control('mine', { blocks: 30 })
    for (let number = 1; number <= 30; number += 1) {
      const [parent, block] = [await blockAt(number - 1), await blockAt(number)]
      const { raw_data } = block.block_header
      expect(raw_data.parentHash).toBe(parent.blockID)
      expect(raw_data.timestamp - parent.block_header.raw_data.timestamp).toBe(3000)
      expect(Number.parseInt(block.blockID.slice(0, 16), 16)).toBe(number)
    }
  })

  it('leaves out the number of block 0 and ends its id in the chain id', async () => {
    const genesis = await blockAt(0)
    expect(genesis.block_header.raw_data).not.toHaveProperty('number')
    expect(genesis.blockID.slice(-8)).toBe('cd8690dc')
  })

  it('takes a time, but none before the parent', async () => {
    const { timestamp } = await node.control<{ timestamp: number }>('mine', {})
    const later = await node.control<{ timestamp: number }>('mine', { time: timestamp + 100_000 })
    expect(later.timestamp).toBe(timestamp + 100_000)
    await expect(node.control('mine', { time: timestamp })).rejects.toThrow('later')
  })

  it('says nothing for blocks that are not there, or not solid yet', async () => {
    const head = await headNumber()
    expect(await blockAt(head + 1)).toEqual({})
    expect(await call(node, '/walletsolidity/getblockbynum', { num: head })).toEqual({})
    expect(await call(node, '/wallet/gettransactioninfobyblocknum', { num: head + 1 })).toEqual([])
    expect(await call(node, '/wallet/gettransactioncountbyblocknum', { num: head + 1 })).toEqual({ count: 0 })
  })

  it('has an all-zero root in a block without transactions, and another with one', async () => {
    await node.control('faucet', { address: payee, sun: 5 })
    const head = await headNumber()
    const [empty, full] = [await blockAt(head - 1), await blockAt(head)]
    expect(empty.block_header.raw_data.txTrieRoot).toBe('0'.repeat(64))
    expect(full.block_header.raw_data.txTrieRoot).toMatch(/[1-9a-f]/)
    expect(full.transactions?.length).toBe(1)
  })

  it('mines by itself on a timer', async () => {
    const before = await headNumber()
    await node.control('settings', { blockMs: 10 })
    await expect.poll(headNumber).toBeGreaterThan(before + 3)
    await node.control('settings', { blockMs: 0 })
  })
})

describe('a reorganisation', () => {
  it('keeps the transactions for a later block of the new branch', async () => {
    const { txid } = await node.control<{ txid: string }>('faucet', { address: payee, sun: 5_000_000 })
    const height = await headNumber()
    const before = await blockAt(height)
    await node.control('reorg', { depth: 1, delay: 1 })
    const after = await blockAt(height)
    expect(after.blockID).not.toBe(before.blockID)
    expect(after.block_header.raw_data.parentHash).toBe(before.block_header.raw_data.parentHash)
    expect(after).not.toHaveProperty('transactions')
    expect((await blockAt(height + 1)).transactions?.map(({ txID }) => txID)).toEqual([txid])
    expect(await balanceOf(payee)).toBe(5_000_000)
    expect(await call(node, '/wallet/getblockbyid', { value: before.blockID })).toEqual({})
  })

  it('drops them, and their effect', async () => {
    const { txid } = await node.control<{ txid: string }>('faucet', { address: payee, sun: 5_000_000 })
    await node.control('reorg', { depth: 1, transactions: 'drop' })
    expect(await balanceOf(payee)).toBe(0)
    expect(await call(node, '/wallet/gettransactioninfobyid', { value: txid })).toEqual({})
  })

  it('can leave a lower head, or the same height', async () => {
    await node.control('mine', { blocks: 5 })
    const height = await headNumber()
    const { blockID } = await blockAt(height)
    await node.control('reorg', { depth: 1, blocks: 1 })
    expect(await headNumber()).toBe(height)
    expect((await blockAt(height)).blockID).not.toBe(blockID)
    await node.control('reorg', { depth: 2, blocks: 0 })
    expect(await headNumber()).toBe(height - 2)
    await expect(node.control('reorg', { depth: 99 })).rejects.toThrow('depth')
  })

  it('takes back a contract and its storage', async () => {
    const tronWeb = tronWebOf(node)
    const { address } = await deploy(node, tronWeb, 'TetherTrc20', [millions])
    await node.control('reorg', { depth: 1, transactions: 'drop' })
    expect(await call(node, '/wallet/getcontract', { value: address })).toEqual({})
    const trial = await call<{ result: { code: string } }>(node, '/wallet/triggerconstantcontract', {
      owner_address: node.bank.address,
      contract_address: address,
      function_selector: 'decimals()',
    })
    expect(trial.result.code).toBe('CONTRACT_VALIDATE_ERROR')
  })
})

describe('the state file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tron-devnode-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('lets a node go on where it stopped', async () => {
    const stateFile = join(folder, 'state.json')
    const first = await startTronDevnode({ stateFile })
    const { address } = await deploy(first, tronWebOf(first), 'TetherTrc20', [millions])
    await first.control('faucet', { address: payee, sun: 7_000_000 })
    await first.control('reorg', { depth: 1 })
    const head = await call<BlockJson>(first, '/wallet/getblock')
    await first.close()
    node = await startNode({ stateFile })
    expect(await call(node, '/wallet/getblock')).toEqual(head)
    expect(await balanceOf(payee)).toBe(7_000_000)
    const contract = await tronWebOf(node).contract().at(address)
    expect(await contract.methods.balanceOf(node.bank.address).call()).toBe(millions)
  })
})

describe('JSON-RPC', () => {
  it('shows the same blocks and logs', async () => {
    const tronWeb = tronWebOf(node)
    const { address } = await deploy(node, tronWeb, 'TetherTrc20', [millions])
    const contract = await tronWeb.contract().at(address)
    const txid = await contract.methods.transfer(payee, 5).send({ feeLimit: 100_000_000 })
    await node.control('mine', { blocks: 20 })
    expect(await rpc('eth_chainId')).toBe('0xcd8690dc')
    const head = await call<BlockJson>(node, '/wallet/getblock')
    expect(await rpc('eth_getBlockByNumber', 'latest', false)).toMatchObject({ hash: `0x${head.blockID}` })
    const solid = await call<BlockJson>(node, '/walletsolidity/getblock')
    expect(await rpc('eth_getBlockByNumber', 'finalized', false)).toMatchObject({
      hash: `0x${solid.blockID}`,
    })
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const filter = {
      address: `0x${address.slice(2)}`,
      topics: [[topic]],
      fromBlock: '0x0',
      toBlock: 'latest',
    }
    const logs = (await rpc('eth_getLogs', filter)) as { transactionHash: string; data: string }[]
    expect(logs.map(({ transactionHash }) => transactionHash)).toEqual([`0x${txid}`])
    expect(BigInt(logs[0]?.data ?? '0')).toBe(5n)
    expect(await rpc('eth_getTransactionReceipt', `0x${txid}`)).toMatchObject({ status: '0x1', logs })
    expect(await rpc('eth_getBlockByNumber', '0xffff', false)).toBe(null)
  })

  it('refuses a range that is too long, with its error inside HTTP 200', async () => {
    const ask = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getLogs',
      params: [{ fromBlock: '0x0', toBlock: '0x1388' }],
    }
    expect(await call(node, '/jsonrpc', ask)).toHaveProperty('result', [])
    const tooLong = [{ fromBlock: '0x0', toBlock: '0x1389' }]
    expect(await call(node, '/jsonrpc', { ...ask, params: tooLong })).toHaveProperty('error.code', -32602)
    expect(await call(node, '/jsonrpc', { ...ask, method: 'eth_no' })).toHaveProperty('error.code', -32601)
    expect(await call(node, '/jsonrpc', { ...ask, params: ['x'] })).toHaveProperty('error.code', -32602)
  })
})
