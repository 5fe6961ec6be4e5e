/** A TRON development node for tests and the demo: one process, blocks on command or by a timer. */

import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ControlContext } from './api/control-api.js'
import { Chain } from './chain/chain.js'
import { readState, type WrittenState, writeState } from './chain/state-file.js'
import { Faults } from './http/faults.js'
import { createHttpServer } from './http/server.js'
import { bankAddress, bankKey, type DevnodeOptions, settingsOf } from './settings.js'

export type { MineOptions, ReorgOptions } from './chain/chain.js'
export type { FaultKind, FaultRule } from './http/faults.js'
export type { DevnodeOptions } from './settings.js'

export interface TronDevnode {
  /** `http://host:port`, for /wallet, /walletsolidity, /jsonrpc, /v1 and /control. */
  url: string
  /** The URL of /walletsolidity: the same one, unless it has a port of its own. */
  solidityUrl: string
  /** The account that the faucet pays from. Its key is public. */
  bank: { address: string; privateKey: string }
  /**
   * Calls `/control/<name>`: GET without a body, else POST. Throws an Error with the node's reason when the node refuses.
   */
  control<Result = unknown>(name: string, body?: object): Promise<Result>
  /** Writes the state file, if one is set, and closes every connection. */
  close(): Promise<void>
}

/** Starts a node. Resolves when the node listens. */
export async function startTronDevnode(options: DevnodeOptions = {}): Promise<TronDevnode> {
  const chain = await openChain(options)
  const clock = options.clock ?? Date.now
  const timer = blockTimer(chain, clock)
  const context: ControlContext = {
    chain,
    clock,
    view: 'head',
    faults: new Faults(),
    calls: new Map(),
    suspendedUntil: 0,
    setTimer: timer.set,
  }
  const { host = '127.0.0.1', port = 0, solidityPort } = options
  const full = await listen(
    createHttpServer(context, solidityPort === undefined ? 'all' : 'full'),
    host,
    port,
  )
  const solidity =
    solidityPort === undefined
      ? full
      : await listen(createHttpServer(context, 'solidity'), host, solidityPort)
  timer.set(chain.settings.blockMs)
  const { url } = full
  return {
    url,
    solidityUrl: solidity.url,
    bank: { address: bankAddress, privateKey: bankKey },
    control: (name, body) => callControl(url, name, body),
    close: async () => {
      timer.set(0)
      await Promise.all([...new Set([full, solidity])].map(({ close }) => close()))
      if (options.stateFile !== undefined)
        writeFileSync(options.stateFile, JSON.stringify(await writeState(chain)))
    },
  }
}

async function listen(server: Server, host: string, port: number) {
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function openChain(options: DevnodeOptions): Promise<Chain> {
  const { stateFile } = options
  if (stateFile !== undefined && existsSync(stateFile)) {
    return readState(JSON.parse(readFileSync(stateFile, 'utf8')) as WrittenState)
  }
  const chain = await Chain.create(settingsOf(options))
  // tronweb refers to the head by its number, a field that block 0 leaves out.
  await chain.mine()
  return chain
}

/** Mines at intervals with the time of the clock. A chain that is ahead of the clock advances by a millisecond. */
function blockTimer(chain: Chain, clock: () => number) {
  let timer: NodeJS.Timeout | undefined
  const set = (blockMs: number): void => {
    clearInterval(timer)
    if (blockMs <= 0) return
    timer = setInterval(() => {
      void chain.mine({ time: Math.max(chain.head.timestamp + 1, clock()) })
    }, blockMs)
  }
  return { set }
}

async function callControl<Result>(url: string, name: string, body: object | undefined): Promise<Result> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}/control/${name}`, init)
  const answer = (await response.json()) as Result & { error?: string }
  if (!response.ok) throw new Error(`control ${name}: ${answer.error}`)
  return answer
}
