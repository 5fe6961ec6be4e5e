/** Delegations of staked energy as signed transactions, and the permission that allows nothing else. */
import { TronWeb } from 'tronweb'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TronDevnode } from '../../src/index.js'
import { call, startNode } from '../support/client.js'

const ownerKey = 'b5a4cea271ff424d7c31dc12a3e43e401df7a40d7412a15750f3f0b6b5449a28'
const helperKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const addressOf = (key: string) => TronWeb.address.toHex(TronWeb.address.fromPrivateKey(key) || '')
const [owner, helper] = [addressOf(ownerKey), addressOf(helperKey)]
const receiver = `41${'b'.repeat(40)}`
const permissionId = 3
const trx = 1_000_000
const energyOfTrx = 10

let node: TronDevnode

beforeEach(async () => {
  node = await startNode({ solidLag: 2 })
  await node.control('faucet', { address: owner, sun: trx })
  await node.control('faucet', { address: receiver, sun: 1 })
  await node.control('stake', { address: owner, energy: 1_000, bandwidth: 10_000 })
  await node.control('permission', { address: owner, key: helper, types: [57, 58] })
})

const tronWebOf = (privateKey: string) => new TronWeb({ fullHost: node.url, privateKey })

async function send(
  sun: number,
  { isBack = false, key = helperKey, id = permissionId, to = receiver }: Change = {},
) {
  const tronWeb = tronWebOf(key)
  const { transactionBuilder } = tronWeb
  const transaction = isBack
    ? await transactionBuilder.undelegateResource(sun, to, 'ENERGY', owner, { permissionId: id })
    : await transactionBuilder.delegateResource(sun, to, 'ENERGY', owner, false, undefined, {
        permissionId: id,
      })
  const signed = await tronWeb.trx.multiSign(transaction, key, id)
  const sent = await tronWeb.trx.sendRawTransaction(signed)
  await node.control('mine', {})
  return sent
}

interface Change {
  readonly isBack?: boolean
  readonly key?: string
  readonly id?: number
  readonly to?: string
}

const delegated = (api = 'wallet') =>
  call(node, `/${api}/getdelegatedresourcev2`, { fromAddress: owner, toAddress: receiver })
const limitOf = async (address: string) =>
  (await call<{ EnergyLimit?: number }>(node, '/wallet/getaccountresource', { address })).EnergyLimit ?? 0
const free = async () =>
  (
    await call<{ max_size?: number }>(node, '/wallet/getcandelegatedmaxsize', {
      owner_address: owner,
      type: 1,
    })
  ).max_size ?? 0
const textOf = (hex: string | undefined) => Buffer.from(hex ?? '', 'hex').toString()

describe('a delegation of energy', () => {
  it('moves units of a stake until it is taken back, first in the newest block', async () => {
    expect(await send(60 * trx)).toMatchObject({ result: true })
    expect([await limitOf(owner), await limitOf(receiver), await free()]).toEqual([
      ...[1_000 - 60 * energyOfTrx, 60 * energyOfTrx],
      40 * trx,
    ])
    const resource = { from: owner, to: receiver, frozen_balance_for_energy: 60 * trx }
    expect([await delegated(), await delegated('walletsolidity')]).toEqual([
      { delegatedResource: [resource] },
      {},
    ])
    await node.control('mine', { blocks: 2 })
    expect(await delegated('walletsolidity')).toEqual({ delegatedResource: [resource] })
    expect(await call(node, '/wallet/getdelegatedresourceaccountindexv2', { value: owner })).toEqual({
      ...{ account: owner, toAccounts: [receiver] },
    })
    expect(await send(60 * trx, { isBack: true })).toMatchObject({ result: true })
    expect([await limitOf(owner), await limitOf(receiver), await delegated()]).toEqual([1_000, 0, {}])
  })

  it('leaves the chain with its block', async () => {
    await send(60 * trx)
    await node.control('reorg', { depth: 1, transactions: 'drop' })
    expect([await limitOf(receiver), await delegated()]).toEqual([0, {}])
  })

  it('is refused above the free stake, to no account, to itself, and below one TRX', async () => {
    await send(60 * trx)
    const refused = async (sun: number, change?: Change) => textOf((await send(sun, change)).message)
    expect(await refused(41 * trx)).toContain('available FreezeEnergyV2 balance')
    expect(await refused(trx, { to: `41${'c'.repeat(40)}` })).toContain('not exists')
    expect(await refused(trx - 1)).toContain('greater than or equal to 1 TRX')
    expect(await refused(61 * trx, { isBack: true })).toContain('insufficient delegatedFrozenBalance')
  })

  it('is signed by a key with a permission for it, which signs nothing else', async () => {
    expect(await send(trx, { id: 4 })).toMatchObject({ code: 'SIGERROR' })
    expect(await send(trx, { key: ownerKey })).toMatchObject({ code: 'SIGERROR' })
    const tronWeb = tronWebOf(helperKey)
    const transfer = await tronWeb.transactionBuilder.sendTrx(receiver, 1, owner, { permissionId })
    const signed = await tronWeb.trx.multiSign(transfer, helperKey, permissionId)
    const sent = await tronWeb.trx.sendRawTransaction(signed)
    expect([sent.code, textOf(sent.message)]).toEqual([
      'SIGERROR',
      expect.stringContaining('Permission denied'),
    ])
    const { active_permission: [, limited] = [] } = await call<{ active_permission?: object[] }>(
      node,
      '/wallet/getaccount',
      { address: owner },
    )
    expect(limited).toMatchObject({
      ...{ id: permissionId, threshold: 1, operations: `${'00'.repeat(7)}06${'00'.repeat(24)}` },
      keys: [{ address: helper, weight: 1 }],
    })
  })
})
