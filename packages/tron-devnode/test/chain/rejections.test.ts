/** Every code a broadcast can be refused with, and what an account pays. */

import { TronWeb } from 'tronweb'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TronDevnode } from '../../src/index.js'
import {
  type BroadcastAnswer,
  call,
  deploy,
  millions,
  post,
  startNode,
  tronWebOf,
} from '../support/client.js'

const payee = '419705bf55c3dcc6d277ebb8fe2a68762268822ba2'
const poorKey = 'b5a4cea271ff424d7c31dc12a3e43e401df7a40d7412a15750f3f0b6b5449a28'
const poor = TronWeb.address.toHex(TronWeb.address.fromPrivateKey(poorKey) || '')
const zeroKeyOwner = `41${'77'.repeat(20)}`

let node: TronDevnode
let tronWeb: TronWeb

beforeEach(async () => {
  node = await startNode({ maxPending: 3 })
  tronWeb = tronWebOf(node)
})

interface Change {
  owner?: string
  key?: string
  amount?: number
  header?: object
}

async function transfer({
  owner = node.bank.address,
  key = node.bank.privateKey,
  amount = 1,
  header,
}: Change = {}) {
  const blockHeader = { ...(await tronWeb.trx.getCurrentRefBlockParams()), ...header }
  const built = await tronWeb.transactionBuilder.sendTrx(payee, amount, owner, { blockHeader })
  return tronWeb.trx.sign(built, key, false, false)
}

const send = async (change?: Change) =>
  call<BroadcastAnswer>(node, '/wallet/broadcasttransaction', await transfer(change))
const textOf = (answer: BroadcastAnswer) => Buffer.from(answer.message ?? '', 'hex').toString()

describe('a broadcast', () => {
  it('a broadcast that is good answers the id, and only that', async () => {
    const signed = await transfer()
    expect(await call(node, '/wallet/broadcasttransaction', signed)).toEqual({
      result: true,
      txid: signed.txID,
    })
  })

  it('a broadcast with another key is SIGERROR', async () => {
    const blockHeader = await tronWeb.trx.getCurrentRefBlockParams()
    const built = await tronWeb.transactionBuilder.sendTrx(payee, 1, node.bank.address, { blockHeader })
    const signature = tronWeb.utils.crypto.ECKeySign(
      Uint8Array.from(Buffer.from(built.txID, 'hex')),
      Uint8Array.from(Buffer.from(poorKey, 'hex')),
    )
    for (const wrong of [[signature], [], ['00'.repeat(65)]]) {
      const answer = await call<BroadcastAnswer>(node, '/wallet/broadcasttransaction', {
        ...built,
        signature: wrong,
      })
      expect(answer.code).toBe('SIGERROR')
      expect(answer.txid).toBe(built.txID)
    }
  })

  it('a broadcast of an impossible transaction is CONTRACT_VALIDATE_ERROR, and says why', async () => {
    const rich = await send({ amount: 9_000_000_000_000_000 })
    expect(rich.code).toBe('CONTRACT_VALIDATE_ERROR')
    expect(textOf(rich)).toContain('balance is not sufficient')
    const unknown = await send({ owner: poor, key: poorKey })
    expect(textOf(unknown)).toContain('no OwnerAccount')
  })

  it('a broadcast without bandwidth and coins is BANDWITH_ERROR', async () => {
    await node.control('faucet', { address: poor, sun: 1_000_000 })
    await node.control('faucet', { address: payee, sun: 1 })
    const free: (string | undefined)[] = []
    await node.control('settings', { transactionFee: 10_000 })
    for (const amount of [1, 2, 3]) {
      free.push((await send({ owner: poor, key: poorKey, amount })).code)
      await node.control('mine', {})
    }
    expect(free).toEqual([undefined, undefined, 'BANDWITH_ERROR'])
  })

  it('a broadcast of a known transaction is DUP_TRANSACTION_ERROR, pending and mined', async () => {
    const signed = await transfer()
    await call(node, '/wallet/broadcasttransaction', signed)
    expect(await call(node, '/wallet/broadcasttransaction', signed)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
    })
    await node.control('mine', {})
    expect(await call(node, '/wallet/broadcasttransaction', signed)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
    })
  })

  it('a broadcast on a foreign block is TAPOS_ERROR', async () => {
    expect((await send({ header: { ref_block_hash: 'ab'.repeat(8) } })).code).toBe('TAPOS_ERROR')
    expect((await send({ header: { ref_block_bytes: 'ffff' } })).code).toBe('TAPOS_ERROR')
  })

  it('past its time, or more than a day before it, is TRANSACTION_EXPIRATION_ERROR', async () => {
    const { timestamp } = await node.control<{ timestamp: number }>('mine', {})
    for (const expiration of [timestamp, timestamp + 24 * 3600 * 1000 + 1]) {
      expect((await send({ header: { expiration } })).code).toBe('TRANSACTION_EXPIRATION_ERROR')
    }
    expect((await send({ header: { expiration: timestamp + 1 } })).result).toBe(true)
  })

  it('into a full pool is SERVER_BUSY', async () => {
    for (const amount of [1, 2, 3]) expect((await send({ amount })).result).toBe(true)
    expect((await send({ amount: 4 })).code).toBe('SERVER_BUSY')
  })

  it.each(['NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED', 'OTHER_ERROR'])(
    'answers %s where it is told to',
    async (code) => {
      const signed = await transfer()
      const body = { code, txid: signed.txID, message: '' }
      await node.control('faults', { path: '/wallet/broadcasttransaction', kind: 'body', body })
      expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ code })
      expect((await tronWeb.trx.sendRawTransaction(signed)).result).toBe(true)
    },
  )

  it('a broadcast of something else is {"Error"} under 200', async () => {
    const wrong = [{}, { raw_data: {} }, { raw_data: { contract: [] }, signature: 'x' }]
    for (const body of wrong) {
      const { status, text } = await post(node, '/wallet/broadcasttransaction', body)
      expect(status).toBe(200)
      expect(JSON.parse(text)).toEqual({ Error: expect.stringContaining('NullPointerException') as string })
    }
  })
})

describe('what a transaction costs', () => {
  it('takes free bandwidth first, then coins for every byte', async () => {
    await node.control('faucet', { address: payee, sun: 1 })
    const usage: unknown[] = []
    for (const amount of [1, 2, 3]) {
      const { txid } = await send({ amount })
      await node.control('mine', {})
      usage.push((await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).receipt)
    }
    const [first] = usage as { net_usage: number }[]
    expect(first?.net_usage).toBeGreaterThan(250)
    expect(usage[2]).toEqual({ net_fee: (first?.net_usage ?? 0) * 1000 })
  })

  it('takes staked energy before coins', async () => {
    const { address } = await deploy(node, tronWeb, 'TetherTrc20', [millions])
    await node.control('stake', { address: node.bank.address, energy: 100_000, bandwidth: 5_000 })
    const parameters = [
      { type: 'address', value: payee },
      { type: 'uint256', value: 5 },
    ]
    const built = await tronWeb.transactionBuilder.triggerSmartContract(
      address,
      'transfer(address,uint256)',
      { feeLimit: 50_000_000 },
      parameters,
    )
    const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built.transaction))
    await node.control('mine', {})
    const { receipt } = await tronWeb.trx.getUnconfirmedTransactionInfo(txid)
    const total = receipt.energy_usage_total ?? 0
    expect(receipt).toMatchObject({
      energy_usage: 100_000,
      energy_fee: (total - 100_000) * 100,
      result: 'SUCCESS',
    })
    // To an address that holds no token yet, against mainnet's 130,285.
    expect(Math.abs(total / 130_285 - 1)).toBeLessThan(0.05)
    const resources = await tronWeb.trx.getAccountResources(node.bank.address)
    expect(resources).toMatchObject({ EnergyUsed: 100_000, EnergyLimit: 100_000, freeNetLimit: 600 })
  })

  it('counts delegated energy as its own, until it is taken back', async () => {
    const [from, to] = [`41${'a'.repeat(40)}`, `41${'b'.repeat(40)}`]
    await node.control('stake', { address: from, energy: 100_000, bandwidth: 5_000 })
    await node.control('faucet', { address: to, sun: 1 })
    const limits = async () =>
      call<{ EnergyLimit?: number; NetLimit?: number }>(node, '/wallet/getaccountresource', { address: to })
    await node.control('delegate', { from, to, energy: 65_000, bandwidth: 350 })
    expect(await limits()).toMatchObject({ EnergyLimit: 65_000, NetLimit: 350 })
    await expect(node.control('delegate', { from, to, energy: 65_000, bandwidth: 0 })).rejects.toThrow(
      'has 35000 energy staked',
    )
    await node.control('delegate', { from: to, to: from, energy: 65_000, bandwidth: 350 })
    expect(await limits()).not.toHaveProperty('EnergyLimit')
  })

  it('ends a call without energy as OUT_OF_ENERGY, at the price of the whole fee limit', async () => {
    const { address } = await deploy(node, tronWeb, 'TetherTrc20', [millions])
    const built = await tronWeb.transactionBuilder.triggerSmartContract(
      address,
      'transfer(address,uint256)',
      { feeLimit: 1_000_000 },
      [
        { type: 'address', value: payee },
        { type: 'uint256', value: 5 },
      ],
    )
    const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built.transaction))
    await node.control('mine', {})
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(txid)
    expect(info).toMatchObject({
      result: 'FAILED',
      receipt: { result: 'OUT_OF_ENERGY', energy_fee: 1_000_000 },
    })
    expect(info).not.toHaveProperty('log')
  })

  it('answers a constant call that fails an assertion with an error that names the opcode', async () => {
    const options = { abi: [], bytecode: '60fe60005360016000f3', feeLimit: 15_000_000_000, name: 'Invalid' }
    const built = await tronWeb.transactionBuilder.createSmartContract(options)
    await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built))
    await node.control('mine', {})
    const body = { owner_address: node.bank.address, contract_address: built.contract_address, data: '00' }
    const { result } = await call<{ result: object }>(node, '/wallet/triggerconstantcontract', body)
    const text = 'Program$IllegalOperationException : Invalid operation code: opCode[fe];'
    const message = Buffer.from(`class org.tron.core.vm.program.${text}`).toString('hex')
    expect(result).toEqual({ code: 'OTHER_ERROR', message })
  })

  it('keeps nothing of a call that reverts, and tells it beforehand', async () => {
    const { address } = await deploy(node, tronWeb, 'TetherTrc20', [millions])
    const trial = await call<{ result: { result: boolean; message: string }; constant_result: string[] }>(
      node,
      '/wallet/triggerconstantcontract',
      {
        owner_address: zeroKeyOwner,
        contract_address: address,
        function_selector: 'transfer(address,uint256)',
        parameter: `${payee.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`,
      },
    )
    expect(trial.result.result).toBe(true)
    expect(Buffer.from(trial.result.message, 'hex').toString()).toBe('REVERT opcode executed')
    expect(trial.constant_result[0]?.slice(0, 8)).toBe('08c379a0')
  })
})
