/** An unmodified tronweb on a node of this package, and what tests of the node do again and again. */
import { readFileSync } from 'node:fs'
import { TronWeb } from 'tronweb'
import { afterAll } from 'vitest'
import { type DevnodeOptions, startTronDevnode, type TronDevnode } from '../../src/index.js'

export interface Artifact {
  contractName: string
  abi: { name?: string; type: string }[]
  bytecode: string
}

export interface BroadcastAnswer {
  result?: boolean
  code?: string
  txid: string
  message?: string
}

export const artifact = (name: string): Artifact =>
  JSON.parse(
    readFileSync(new URL(`../../contracts/artifacts/${name}.json`, import.meta.url), 'utf8'),
  ) as Artifact

/** A node that is closed after the file's tests. */
export async function startNode(options: DevnodeOptions = {}): Promise<TronDevnode> {
  const node = await startTronDevnode(options)
  afterAll(() => node.close())
  return node
}

/** A tronweb of the bank's. */
export const tronWebOf = (node: TronDevnode): TronWeb =>
  new TronWeb({ fullHost: node.url, privateKey: node.bank.privateKey })

/** One POST, with the answer's status and text as they came. */
export async function post(node: TronDevnode, path: string, body: object = {}) {
  const response = await fetch(node.url + path, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export async function call<Result = Record<string, unknown>>(
  node: TronDevnode,
  path: string,
  body: object = {},
): Promise<Result> {
  return JSON.parse((await post(node, path, body)).text) as Result
}

/** Deploys a contract of this package and mines the block. */
export async function deploy(node: TronDevnode, tronWeb: TronWeb, name: string, parameters: unknown[] = []) {
  const { abi, bytecode } = artifact(name)
  const options = { abi: abi as never, bytecode, parameters, feeLimit: 15_000_000_000, name }
  const transaction = await tronWeb.transactionBuilder.createSmartContract(options)
  const signed = await tronWeb.trx.sign(transaction)
  const sent = await tronWeb.trx.sendRawTransaction(signed)
  if (sent.result !== true) throw new Error(`not deployed: ${JSON.stringify(sent)}`)
  await node.control('mine', {})
  return { address: transaction.contract_address, txid: transaction.txID }
}

export const millions = 1_000_000_000_000n
