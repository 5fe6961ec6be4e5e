import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { xpubOf } from '../support/nodes/served-network.js'
import { OURS } from '../support/nodes/tron.js'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'

const MASTER_KEY = Buffer.alloc(32, 41).toString('base64')
const SIGNER_KEY = '8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f'
const SECRETS = {
  path: 'pathkey-5Uq3',
  query: 'querykey-9Xz1',
  user: 'username-77',
  password: 'password-K2v',
  header: 'headerkey-Tt8',
  screening: 'whsec_screening-secret-0123456789abcdef',
  screeningKey: 'screeningkey-4Pw6',
  operator: 'operator-token-of-this-test-0123456789',
  master: MASTER_KEY,
  signer: SIGNER_KEY,
}

/** Echoes all parts of a request, in a different form each time. */
function echo(request: IncomingMessage, response: ServerResponse, count: number): void {
  const { authorization = '', ...headers } = request.headers
  const login = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  const text = `unknown: ${request.url} of ${login} with ${JSON.stringify(headers)}`
  const json = JSON.stringify({
    jsonrpc: '2.0',
    id: count,
    error: { code: -32_000, message: text },
    Error: text,
  })
  const ways: (() => unknown)[] = [
    () => response.end(json),
    () => response.end(text),
    () => response.writeHead(503).end(text),
    () => response.writeHead(302, { location: `http://127.0.0.1:1${request.url}` }).end(),
    () => response.destroy(),
    () => response.writeHead(401).end(text),
  ]
  ways[count % ways.length]?.()
}

/** Starts a server that records and echoes requests, and emits `request-recorded` for each. */
async function listener(): Promise<{ port: number; requests: string[]; server: Server }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    requests.push(`${request.url} ${JSON.stringify(request.headers)}`)
    echo(request, response, requests.length - 1)
    server.emit('request-recorded')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests, server } // it listens on a port
}

it('the secrets of nodes, wallets and screening are in no log, page, metric or file of a server', async () => {
  const folder = temporaryFolder()
  const keys = join(temporaryFolder(), 'signer')
  writeFileSync(keys, SIGNER_KEY, { mode: 0o600 })
  const [ethereum, tron] = [await listener(), await listener()]
  const url = (port: number) =>
    `http://${SECRETS.user}:${SECRETS.password}@127.0.0.1:${port}/v3/${SECRETS.path}?apikey=${SECRETS.query}`
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      PATH: process.env.PATH,
      MERCHANTPAY_PORT: '0',
      MERCHANTPAY_METRICS_PORT: '0',
      MERCHANTPAY_LOG_LEVEL: 'trace',
      MERCHANTPAY_DATABASE_URL: `file:${folder}/books.db`,
      MERCHANTPAY_MASTER_KEY: MASTER_KEY,
      MERCHANTPAY_OPERATOR_TOKEN: SECRETS.operator,
      MERCHANTPAY_TEST_ERC20: 'rpc',
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: url(ethereum.port),
      MERCHANTPAY_TEST_ERC20_CHAIN_ID: '11155111',
      MERCHANTPAY_TEST_ERC20_TOKEN: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      MERCHANTPAY_TEST_ERC20_XPUB: xpubOf("abandon m/44'/60'/0'"),
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: keys,
      MERCHANTPAY_TEST_TRC20: 'rpc',
      MERCHANTPAY_TEST_TRC20_NODE_1_URL: url(tron.port),
      MERCHANTPAY_TEST_TRC20_NODE_1_KEY: SECRETS.header,
      MERCHANTPAY_TEST_TRC20_TOKEN: OURS[5] ?? '',
      MERCHANTPAY_TEST_TRC20_XPUB: xpubOf("abandon m/44'/195'/0'"),
      MERCHANTPAY_SCREENING_URL: `https://${SECRETS.user}:${SECRETS.password}@127.0.0.1:1/${SECRETS.screeningKey}`,
      MERCHANTPAY_SCREENING_SECRET: SECRETS.screening,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      log += text
      child.emit('log')
    })
  }
  const listening = /"url":"([^"]+)","metricsUrl":"([^"]+)"/
  while (!listening.test(log)) await once(child, 'log')
  const [, serverUrl = '', metricsUrl = ''] = listening.exec(log) ?? []
  // One call at the start, and another by each watcher.
  while (ethereum.requests.length < 2) await once(ethereum.server, 'request-recorded')
  while (tron.requests.length < 2) await once(tron.server, 'request-recorded')
  const pages: string[] = []
  for (const each of [`${serverUrl}/readyz`, metricsUrl, `${serverUrl}/healthz`, `${serverUrl}/nowhere`])
    pages.push(await (await fetch(each)).text())
  expect(pages[0]).toBe('{"status":"failing","failing":["networks"]}')
  child.kill('SIGTERM')
  await once(child, 'close')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(ethereum.requests.join()).toContain(SECRETS.query)
  expect(tron.requests.join()).toContain(SECRETS.header)
  expect(log).toContain('network not verified')
  const everything = [log, ...pages, ...files].join('\n')
  expect(Object.entries(SECRETS).filter(([, secret]) => everything.includes(secret))).toEqual([])
}, 60_000)
