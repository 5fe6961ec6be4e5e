import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { verifySignature } from '@merchantpay/webhook-verify/signature'
import { type SigningKey, signatureOf } from './key.js'
import { parseRequest, Refused } from './request.js'
import { type Rules, requireAllowed } from './rules.js'
import { decodeTransaction } from './transaction.js'

const MAX_BYTES = 16 * 1_024

export interface SignerOptions {
  readonly key: SigningKey
  readonly rules: Rules
  /** Secret of the server's requests. */
  readonly secret: string
  readonly clock?: () => number
  readonly log?: (line: string) => void
}

/** Makes a server that signs at /sign what the rules allow, and nothing else. */
export const createApp = (options: SignerOptions): Server =>
  createServer((request, response) => void answer(options, request, response))

async function answer(options: SignerOptions, request: IncomingMessage, response: ServerResponse) {
  const { log = console.log } = options
  const reply = (status: number, body: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  try {
    if (request.method !== 'POST' || request.url !== '/sign') return reply(404, { error: 'not found' })
    const body = await readBody(request)
    if (!isOfServer(options, body, request)) return reply(401, { error: 'the signature is not valid' })
    return reply(200, { signature: await sign(options, body.toString(), log) })
  } catch (error) {
    if (error instanceof Refused) {
      log(`refused: ${error.message}`)
      return reply(403, { error: error.message })
    }
    // The message of a key store may have names of the account it belongs to.
    log(`failed: ${error instanceof Error ? error.message : error}`)
    return reply(500, { error: 'not signed' })
  }
}

async function sign({ key, rules }: SignerOptions, body: string, log: (line: string) => void) {
  const request = parseRequest(body)
  const transaction = decodeTransaction(request)
  requireAllowed(rules, request, transaction)
  const signature = await signatureOf(key, transaction.hash)
  log(`signed: ${request.purpose} ${request.withdrawalId}, ${request.units} units to ${request.destination}`)
  return signature
}

function isOfServer({ secret, clock = Date.now }: SignerOptions, body: Buffer, { headers }: IncomingMessage) {
  try {
    verifySignature({ body, headers, secrets: Buffer.from(secret), receivedAt: clock() })
    return true
  } catch {
    return false
  }
}

/** @throws Refused for a body that is too long */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = MAX_BYTES
  for await (const chunk of request as AsyncIterable<Buffer>) {
    left -= chunk.length
    if (left < 0) throw new Refused('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
