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

it('refuses every call with 403 and the time that is left while it is suspended', async () => {
  let now = Date.now()
  const node = await startNode({ clock: () => now })
  await node.control('suspend', { seconds: 5 })
  const text = (seconds: number) =>
    `{"Error":"The key exceeds the frequency limit(15), and the query server is suspended for ${seconds} s"}`
  expect(await post(node, '/wallet/getblock')).toMatchObject({ status: 403, text: text(5) })
  now += 3_000
  expect(await post(node, '/walletsolidity/getblock')).toMatchObject({ status: 403, text: text(2) })
  now += 2_000
  expect((await post(node, '/wallet/getblock')).status).toBe(200)
})

it('leaves out zero values, also of resources and chain parameters', async () => {
  const node = await startNode()
  const address = `41${'5'.repeat(40)}`
  await node.control('faucet', { address, sun: 1 })
  const resources = await call(node, '/wallet/getaccountresource', { address })
  expect(Object.keys(resources).sort()).toEqual([
    ...['TotalEnergyLimit', 'TotalEnergyWeight', 'TotalNetLimit', 'TotalNetWeight', 'freeNetLimit'],
  ])
  const { chainParameter } = await call<{ chainParameter: { key: string; value?: number }[] }>(
    node,
    '/wallet/getchainparameters',
  )
  expect(chainParameter).toContainEqual({ key: 'getAllowUpdateAccountName' })
})
