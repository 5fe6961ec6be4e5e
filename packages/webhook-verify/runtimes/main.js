// For runtimes with files: `main.js import|require <vectors>` prints the faults as JSON.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import * as webhooks from '@merchantpay/webhook-verify'
import * as memory from '@merchantpay/webhook-verify/dedupe/memory'
import * as node from '@merchantpay/webhook-verify/node'
import * as web from '@merchantpay/webhook-verify/web'
import { judgeReceiver, mountedAs } from './judge-receiver.js'
import { judgeVectors } from './judge-vectors.js'

const [format, vectors] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const imported = { ...webhooks, ...memory, ...node, ...web }
const required = {
  ...require('@merchantpay/webhook-verify'),
  ...require('@merchantpay/webhook-verify/dedupe/memory'),
  ...require('@merchantpay/webhook-verify/node'),
  ...require('@merchantpay/webhook-verify/web'),
}
const parts = format === 'import' ? imported : required
const server = createServer()

/** Mounts a receiver on a server of loopback. */
async function served(receiver) {
  server.on('request', parts.nodeWebhook(receiver))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (init) => fetch(`http://127.0.0.1:${server.address().port}/webhooks`, init)
}

const rows = JSON.parse(readFileSync(vectors, 'utf8'))
const faults = [
  ...(await judgeVectors(parts, rows, true)),
  ...(await judgeReceiver(parts, mountedAs(parts.webWebhook))),
  ...(await judgeReceiver(parts, served)),
]
server.close()
console.log(JSON.stringify(faults))
// Kept-alive connections would keep the process running.
process.exit()
