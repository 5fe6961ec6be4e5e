import { expect, it } from 'vitest'
import { artifact, call, post, startNode, tronWebOf } from '../support/client.js'

const history = [
  ['/wallet/getblockbynum', { num: 1 }],
  ['/walletsolidity/gettransactioninfobyblocknum', { num: 1 }],
] as const

it('serves /walletsolidity on a port of its own, and nothing else there', async () => {
  const node = await startNode({ solidityPort: 0 })
  const solidity = { ...node, url: node.solidityUrl }
  expect(solidity.url).not.toBe(node.url)
  const statusOf = async (of: typeof node, path: string) => (await post(of, path)).status
  expect(await statusOf(node, '/wallet/getblock')).toBe(200)
  expect(await statusOf(node, '/walletsolidity/getblock')).toBe(404)
  expect(await statusOf(solidity, '/walletsolidity/getblock')).toBe(200)
  for (const path of ['/wallet/getblock', '/control/calls', '/jsonrpc'])
    expect(await statusOf(solidity, path)).toBe(404)
})

it('refuses history as a lite node until it is opened', async () => {
  const node = await startNode({ lite: true })
  const refusal = { status: 200, text: 'this API is closed because this node is a lite fullnode' }
  for (const [path, body] of history) expect(await post(node, path, body)).toMatchObject(refusal)
  expect(await call(node, '/wallet/getblock', {})).toHaveProperty('blockID')
  await node.control('settings', { lite: false })
  for (const [path, body] of history) expect((await post(node, path, body)).text).not.toBe(refusal.text)
})

it('refuses constant calls where they are off', async () => {
  const node = await startNode({ constantCalls: false })
  const { abi, bytecode } = artifact('TetherTrc20')
  const tronWeb = tronWebOf(node)
  const options = { abi: abi as never, bytecode, parameters: [1n], feeLimit: 15_000_000_000, name: 'T' }
  const { contract_address } = await tronWeb.transactionBuilder.createSmartContract(options)
  const message = Buffer.from('this node does not support constant').toString('hex')
  const body = { owner_address: node.bank.address, contract_address, function_selector: 'decimals()' }
  for (const api of ['wallet', 'walletsolidity']) {
    const answer = await call(node, `/${api}/triggerconstantcontract`, body)
    expect(answer).toEqual({ result: { code: 'CONTRACT_VALIDATE_ERROR', message } })
  }
})
