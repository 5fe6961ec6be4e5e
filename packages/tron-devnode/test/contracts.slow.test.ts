/** The tokens of contracts/, on the node: what a payment service meets of Tether and of its imitators. */
import { Interface } from 'ethers'
import type { TronWeb } from 'tronweb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TronDevnode } from '../src/index.js'
import { artifact, call, deploy, millions, startNode, tronWebOf } from './support/client.js'

interface Log {
  address: string
  topics?: string[]
  data?: string
}
interface Info {
  result?: string
  contractResult: string[]
  log?: Log[]
  receipt: { result: string }
}

const payee = '419705bf55c3dcc6d277ebb8fe2a68762268822ba2'
const other = '410c96c0e10bb5e7e7edacf82ad00e3d60790351da'
const hex = (address: string) => `0x${address.slice(2)}`
let node: TronDevnode
let tronWeb: TronWeb
let bank: string

beforeAll(async () => {
  node = await startNode()
  tronWeb = tronWebOf(node)
  bank = node.bank.address
})

/** A deployed contract: `send` runs a call in a block of its own, `events` reads what it emitted, `ask` asks. */
async function contract(name: string, parameters: unknown[] = []) {
  const { address } = await deploy(node, tronWeb, name, parameters)
  const abi = new Interface(artifact(name).abi)
  const fields = (method: string, args: unknown[]) => ({
    owner_address: bank,
    contract_address: address,
    data: abi.encodeFunctionData(method, args).slice(2),
  })
  const send = async (method: string, ...args: unknown[]): Promise<Info> => {
    const body = { ...fields(method, args), fee_limit: 10_000_000_000 }
    const { transaction } = await call<{ transaction: never }>(node, '/wallet/triggersmartcontract', body)
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction))
    await node.control('mine', {})
    return call<Info>(node, '/wallet/gettransactioninfobyid', { value: sent.txid })
  }
  const ask = async (method: string, ...args: unknown[]): Promise<unknown> => {
    const answer = await call<{ constant_result: string[] }>(
      node,
      '/wallet/triggerconstantcontract',
      fields(method, args),
    )
    return abi.decodeFunctionResult(method, `0x${answer.constant_result[0]}`)[0]
  }
  const events = (info: Info) =>
    (info.log ?? []).map((log) => {
      const topics = (log.topics ?? []).map((topic) => `0x${topic}`)
      const parsed = abi.parseLog({ topics, data: `0x${log.data ?? ''}` })
      return [parsed?.name, ...(parsed?.args ?? []).map(String)]
    })
  return { address, send, ask, events }
}

const same = (events: unknown[][]) => events.map((event) => event.map((part) => String(part).toLowerCase()))

describe.each(['TetherTrc20', 'TetherErc20'])('%s', (name) => {
  it('answers a transfer with false or nothing, and moves the money', async () => {
    const token = await contract(name, [millions])
    const info = await token.send('transfer', hex(payee), 5)
    expect(info.receipt.result).toBe('SUCCESS')
    expect(info.contractResult[0]).toBe(name === 'TetherTrc20' ? '0'.repeat(64) : '')
    expect(await token.ask('balanceOf', hex(payee))).toBe(5n)
    expect(await token.ask('decimals')).toBe(6n)
    expect(await token.ask('symbol')).toBe('USDT')
  })

  it('takes a fee under 20 basis points, which is announced before the net amount', async () => {
    const token = await contract(name, [millions])
    expect((await token.send('setParams', 20, 10)).result).toBe('FAILED')
    expect(token.events(await token.send('setParams', 10, 1))).toEqual([['Params', '10', '1000000']])
    const info = await token.send('transfer', hex(payee), 100_000_000)
    expect(same(token.events(info))).toEqual([
      ['transfer', hex(bank), hex(bank), '100000'],
      ['transfer', hex(bank), hex(payee), '99900000'],
    ])
    const capped = await token.send('transfer', hex(payee), 10_000_000_000)
    expect(same(token.events(capped))[0]).toEqual(['transfer', hex(bank), hex(bank), '1000000'])
  })

  it('lists, destroys and issues without a Transfer', async () => {
    const token = await contract(name, [millions])
    await token.send('transfer', hex(payee), 9)
    const listed = await token.send('addBlackList', hex(payee))
    expect(listed.log?.[0]?.topics?.length).toBe(name === 'TetherTrc20' ? 2 : 1)
    expect(same(token.events(listed))).toEqual([['addedblacklist', hex(payee)]])
    expect(await token.ask('isBlackListed', hex(payee))).toBe(true)
    const destroyed = await token.send('destroyBlackFunds', hex(payee))
    expect(same(token.events(destroyed))).toEqual([['destroyedblackfunds', hex(payee), '9']])
    expect(await token.ask('balanceOf', hex(payee))).toBe(0n)
    expect(token.events(await token.send('issue', 7))).toEqual([['Issue', '7']])
    expect(await token.ask('totalSupply')).toBe(millions - 9n + 7n)
  })

  it('refuses a blacklisted sender, and every sender while it is paused', async () => {
    const token = await contract(name, [millions])
    await token.send('addBlackList', hex(bank))
    expect((await token.send('transfer', hex(payee), 1)).result).toBe('FAILED')
    await token.send('removeBlackList', hex(bank))
    expect(token.events(await token.send('pause'))).toEqual([['Pause']])
    expect((await token.send('transfer', hex(payee), 1)).result).toBe('FAILED')
    expect(token.events(await token.send('unpause'))).toEqual([['Unpause']])
    expect((await token.send('transfer', hex(payee), 1)).receipt.result).toBe('SUCCESS')
  })

  it('changes an allowance through zero only', async () => {
    const token = await contract(name, [millions])
    await token.send('approve', hex(bank), 5)
    expect((await token.send('approve', hex(bank), 6)).result).toBe('FAILED')
    await token.send('transferFrom', hex(bank), hex(payee), 5)
    expect(await token.ask('allowance', hex(bank), hex(bank))).toBe(0n)
    expect(await token.ask('balanceOf', hex(payee))).toBe(5n)
  })

  it('hands transfers to its successor, whose events are not its own', async () => {
    const token = await contract(name, [millions])
    const successor = await contract('FakeUsdt', [6])
    await successor.send('mint', hex(bank), 50)
    await token.send('deprecate', hex(successor.address))
    const info = await token.send('transfer', hex(payee), 5)
    expect(info.log?.map(({ address }) => address)).toEqual([successor.address.slice(2)])
    expect(await token.ask('balanceOf', hex(payee))).toBe(5n)
  })
})

describe('what is not a payment', () => {
  it('FakeUsdt emits any event', async () => {
    const fake = await contract('FakeUsdt', [18])
    expect(await fake.ask('decimals')).toBe(18n)
    const announced = await fake.send('announce', hex(bank), hex(payee), 2n ** 256n - 1n)
    expect(announced.log?.[0]?.data).toBe('f'.repeat(64))
    for (const count of [0, 1, 2, 3, 4]) {
      const topics = Array.from({ length: count }, (_, index) => `0x${`${index + 1}`.padStart(64, '0')}`)
      const { log } = await fake.send('emitLog', topics, `0x${'ab'.repeat(31)}`)
      // An empty list is left out, as in every protobuf JSON.
      expect(log?.[0]?.topics?.length ?? 0).toBe(count)
      expect(log?.[0]?.data).toBe('ab'.repeat(31))
    }
  })

  it('TryCatch succeeds around a transfer that is taken back', async () => {
    const token = await contract('TetherTrc20', [millions])
    const wrapper = await contract('TryCatch')
    await token.send('transfer', hex(wrapper.address), 10)
    const info = await wrapper.send('attempt', hex(token.address), hex(payee), 10)
    expect(info.receipt.result).toBe('SUCCESS')
    expect(wrapper.events(info)).toEqual([['Caught']])
    expect(await token.ask('balanceOf', hex(payee))).toBe(0n)
  })

  it('CalldataOnly says yes and does nothing', async () => {
    const fake = await contract('CalldataOnly')
    const info = await fake.send('transfer', hex(payee), 10)
    expect(info.receipt.result).toBe('SUCCESS')
    expect(info).not.toHaveProperty('log')
  })
})

describe('Batch', () => {
  it('pays many in one transaction, from its own balance and from an allowance', async () => {
    const token = await contract('TetherTrc20', [millions])
    const batch = await contract('Batch')
    await token.send('transfer', hex(batch.address), 100)
    const own = await batch.send('pay', hex(token.address), [hex(payee), hex(other), hex(payee)], [1, 2, 3])
    expect(same(token.events(own)).map(([, from, to, value]) => [from, to, value])).toEqual([
      [hex(batch.address), hex(payee), '1'],
      [hex(batch.address), hex(other), '2'],
      [hex(batch.address), hex(payee), '3'],
    ])
    await token.send('approve', hex(batch.address), 10)
    const to = Array.from({ length: 10 }, () => hex(payee))
    const allowed = await batch.send(
      'payFrom',
      hex(token.address),
      hex(bank),
      to,
      to.map(() => 1),
    )
    expect(allowed.log?.length).toBe(10)
    expect(await token.ask('balanceOf', hex(payee))).toBe(14n)
  })
})
