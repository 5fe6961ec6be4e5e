import { TronWeb } from 'tronweb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TronDevnode } from '../../src/index.js'
import { call, deploy, millions, startNode, tronWebOf } from '../support/client.js'

const payee = 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C'

describe('an unmodified tronweb', () => {
  let node: TronDevnode
  let tronWeb: TronWeb
  let token: string

  beforeAll(async () => {
    node = await startNode()
    tronWeb = tronWebOf(node)
    token = (await deploy(node, tronWeb, 'TetherTrc20', [millions])).address
  })

  it('deploys a contract and reads it back', async () => {
    const contract = await tronWeb.trx.getContract(token)
    expect(contract.contract_address).toBe(token)
    expect(JSON.stringify(contract.abi)).toContain('"name":"transfer"')
  })

  it('calls through the contract that it loads from the node', async () => {
    const contract = await tronWeb.contract().at(token)
    expect(await contract.methods.balanceOf(node.bank.address).call()).toBe(millions)
    expect(await contract.methods.symbol().call()).toBe('USDT')
  })

  it('sends a transfer through a contract and polls its result', async () => {
    const contract = await tronWeb.contract().at(token)
    const sending = contract.methods.transfer(payee, 5_000_000).send({ feeLimit: 100_000_000 })
    const txid = await sending
    await node.control('mine', {})
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(txid)
    expect(info.receipt.result).toBe('SUCCESS')
    expect(info.log?.[0]?.topics[0]).toBe('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
    expect(await contract.methods.balanceOf(payee).call()).toBe(5_000_000n)
  })

  it('builds the same transfer locally and by the node', async () => {
    const parameters = [
      { type: 'address', value: payee },
      { type: 'uint256', value: 7 },
    ]
    const feeLimit = 50_000_000
    const remote = await tronWeb.transactionBuilder.triggerSmartContract(
      token,
      'transfer(address,uint256)',
      { feeLimit },
      parameters,
    )
    const { ref_block_bytes, ref_block_hash, expiration, timestamp } = remote.transaction.raw_data
    const blockHeader = { ref_block_bytes, ref_block_hash, expiration, timestamp }
    const local = await tronWeb.transactionBuilder.triggerSmartContract(
      token,
      'transfer(address,uint256)',
      { feeLimit, txLocal: true, blockHeader },
      parameters,
    )
    expect(local.transaction.txID).toBe(remote.transaction.txID)
  })

  it('sends coins, as JSON and as hex, and opens the account', async () => {
    const before = await call(node, '/wallet/getaccount', { address: TronWeb.address.toHex(payee) })
    expect(before).toEqual({})
    const first = await tronWeb.trx.sendTransaction(payee, 3_000_000)
    expect(first.result).toBe(true)
    const second = await tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(payee, 4_000_000))
    const hex = tronWeb.utils.transaction.txJsonToPb(second)
    hex.addSignature(Uint8Array.from(Buffer.from(second.signature[0] ?? '', 'hex')))
    const sent = await tronWeb.trx.sendHexTransaction(Buffer.from(hex.serializeBinary()).toString('hex'))
    expect(sent.result).toBe(true)
    await node.control('mine', {})
    expect(await tronWeb.trx.getUnconfirmedBalance(payee)).toBe(7_000_000)
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(first.txid)
    expect(info.fee).toBe(1_100_000)
    expect(info.receipt).toEqual({ net_fee: 100_000 })
  })

  it('changes a transaction, with the id that the node says', async () => {
    const built = await tronWeb.transactionBuilder.sendTrx(payee, 9)
    const memo = await tronWeb.transactionBuilder.addUpdateData(built, 'order 7', 'utf8')
    expect(memo.txID).not.toBe(built.txID)
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(memo))
    await node.control('mine', {})
    const found = await tronWeb.trx.getTransaction(sent.txid)
    expect(found.raw_data.data).toBe(Buffer.from('order 7').toString('hex'))
    expect(found.txID).toBe(memo.txID)
  })

  it('estimates what a transfer then costs', async () => {
    const [to, value] = [
      { type: 'address', value: payee },
      { type: 'uint256', value: 1 },
    ]
    const estimate = await tronWeb.transactionBuilder.estimateEnergy(token, 'transfer(address,uint256)', {}, [
      to,
      value,
    ])
    const trial = await tronWeb.transactionBuilder.triggerConstantContract(
      token,
      'transfer(address,uint256)',
      {},
      [to, value],
    )
    const built = await tronWeb.transactionBuilder.triggerSmartContract(
      token,
      'transfer(address,uint256)',
      { feeLimit: 100_000_000, txLocal: true },
      [to, value],
    )
    const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built.transaction))
    await node.control('mine', {})
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid)
    expect(estimate.energy_required).toBe(info.receipt.energy_usage_total)
    expect(trial.energy_used).toBe(info.receipt.energy_usage_total)
    // The real token's: 64,285 to a holder.
    expect(Math.abs((trial.energy_used ?? 0) / 64_285 - 1)).toBeLessThan(0.05)
  })

  it('reads blocks, by number, id and range, at the head and solidified', async () => {
    const head = await tronWeb.trx.getCurrentBlock()
    const { number } = head.block_header.raw_data
    expect(BigInt(`0x${head.blockID.slice(0, 16)}`)).toBe(BigInt(number))
    expect((await tronWeb.trx.getBlock(number)).blockID).toBe(head.blockID)
    expect((await tronWeb.trx.getBlockByHash(head.blockID)).blockID).toBe(head.blockID)
    expect((await tronWeb.trx.getBlockRange(0, number)).length).toBe(number + 1)
    const solid = await tronWeb.trx.getConfirmedCurrentBlock()
    expect(solid.block_header.raw_data.number ?? 0).toBe(Math.max(0, number - 18))
    expect((await tronWeb.trx.getBlock(0)).blockID.endsWith((3448148188).toString(16))).toBe(true)
  })

  it('shows a transaction under /walletsolidity only once its block is solid', async () => {
    const { txid } = await tronWeb.trx.sendTransaction(payee, 1)
    await node.control('mine', {})
    const confirmed = () => call(node, '/walletsolidity/gettransactioninfobyid', { value: txid })
    expect(await call(node, '/wallet/gettransactioninfobyid', { value: txid })).toMatchObject({ id: txid })
    await node.control('mine', { blocks: 17 })
    expect(await confirmed()).toEqual({})
    await node.control('mine', {})
    expect(await confirmed()).toMatchObject({ id: txid })
    expect((await tronWeb.trx.getConfirmedTransaction(txid)).txID).toBe(txid)
  })

  it('lists events in pages', async () => {
    tronWeb.setEventServer(node.url)
    const seen = new Set<string>()
    let fingerprint: string | undefined
    do {
      const page = await tronWeb.event.getEventsByContractAddress(token, {
        eventName: 'Transfer',
        limit: 1,
        ...(fingerprint === undefined ? {} : { fingerprint }),
      })
      for (const event of page.data ?? []) seen.add(event.transaction_id)
      fingerprint = page.meta?.fingerprint
    } while (fingerprint !== undefined)
    expect(seen.size).toBe(2)
    const [id = ''] = seen
    const events = await tronWeb.event.getEventsByTransactionID(id)
    expect(events.data?.[0]?.event_name).toBe('Transfer')
  })
})
