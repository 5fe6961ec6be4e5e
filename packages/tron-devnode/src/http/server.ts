/** The HTTP server: one port for /wallet, /walletsolidity, /jsonrpc, /v1 and /control. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { accountReads, getAccount } from '../api/account-api.js'
import { chainReads, nodeReads } from '../api/chain-api.js'
import { answerControl, type ControlContext } from '../api/control-api.js'
import { answerEvents } from '../api/events-api.js'
import type { ApiContext, Handler } from '../api/handler.js'
import { answerRpc } from '../api/json-rpc.js'
import { isRecord, ParamError, type Params } from '../api/params.js'
import { constantCalls, transactionCalls } from '../api/transaction-api.js'
import { type Answer, faulty, letsCallRun } from './faults.js'

const maxBodyBytes = 4 * 1024 * 1024
const wallet: Record<string, Handler> = {
  ...chainReads,
  ...nodeReads,
  ...accountReads,
  ...constantCalls,
  ...transactionCalls,
}
const walletSolidity: Record<string, Handler> = { ...chainReads, ...constantCalls, getaccount: getAccount }

interface Call {
  method: string
  path: string
  /** Fields of the query, overridden by those of the body. */
  params: Params
}

export function createHttpServer(context: ControlContext): Server {
  return createServer((request, response) => {
    serve(request, response, context).catch(() => request.destroy())
  })
}

async function serve(request: IncomingMessage, response: ServerResponse, context: ControlContext) {
  const url = new URL(request.url ?? '/', 'http://devnode')
  const path = url.pathname.replace(/\/$/, '')
  const body = await readBody(request)
  if (body === undefined) return send(response, { status: 413, body: 'Payload Too Large' })
  const query = Object.fromEntries(url.searchParams)
  const method = request.method ?? 'GET'
  if (path.startsWith('/control/')) return send(response, await control(method, path, query, body, context))
  context.calls.set(path, (context.calls.get(path) ?? 0) + 1)
  const parsed = parseBody(body)
  const call = { method, path, params: { ...query, ...(isRecord(parsed) ? parsed : {}) } }
  const rule = context.faults.due(path, call.params)
  const own = rule === undefined || letsCallRun(rule) ? await answer(call, parsed, context) : undefined
  send(response, rule === undefined ? (own ?? notFound) : await faulty(rule, own))
}

const notFound: Answer = {
  status: 404,
  body: '<h1>404 Not Found</h1>',
  headers: { 'content-type': 'text/html' },
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8')
}

/** Undefined for text that is not JSON. */
function parseBody(body: string): unknown {
  try {
    return body === '' ? {} : (JSON.parse(body) as unknown)
  } catch {
    return undefined
  }
}

async function answer(call: Call, parsed: unknown, context: ControlContext): Promise<Answer | undefined> {
  try {
    const body = await route(call, parsed, context)
    return body === undefined ? undefined : { status: 200, body }
  } catch (error) {
    if (error instanceof ParamError) return { status: 200, body: { Error: error.message } }
    const message = error instanceof Error ? error.message : String(error)
    return { status: 200, body: { Error: `class java.lang.RuntimeException : ${message}` } }
  }
}

function route({ path, params }: Call, parsed: unknown, context: ApiContext): unknown {
  if (path.startsWith('/v1/')) return answerEvents(path, params, context)
  if (parsed === undefined) throw new ParamError('org.tron.json.JSONException', 'the body is not JSON')
  if (path === '/jsonrpc') return answerRpcs(parsed, context)
  const [, group, name = ''] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(path) ?? []
  if (group === 'wallet') return wallet[name]?.(params, { ...context, view: 'head' })
  return walletSolidity[name]?.(params, { ...context, view: 'solid' })
}

function answerRpcs(parsed: unknown, context: ApiContext): unknown {
  const one = (request: unknown) => answerRpc(isRecord(request) ? request : {}, context)
  return Array.isArray(parsed) ? Promise.all(parsed.map(one)) : one(parsed)
}

async function control(
  method: string,
  path: string,
  query: Params,
  body: string,
  context: ControlContext,
): Promise<Answer> {
  const parsed = parseBody(body)
  if (parsed === undefined) return { status: 400, body: { error: 'the body is not JSON' } }
  const params = Array.isArray(parsed) ? { rules: parsed } : { ...query, ...(isRecord(parsed) ? parsed : {}) }
  try {
    const done: unknown = await answerControl(method, path, params, context)
    return done === undefined
      ? { status: 404, body: { error: 'no such control' } }
      : { status: 200, body: done }
  } catch (error) {
    return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } }
  }
}

function send(response: ServerResponse, { status, body, headers, cut }: Answer): void {
  if (cut === 'hang') return
  if (cut === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = Buffer.from(text)
  const sent = cut === undefined ? bytes : bytes.subarray(0, Math.floor(bytes.length / 2))
  const length = cut === 'half' ? bytes.length : sent.length
  response.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': length })
  if (cut === 'half') response.write(sent, () => response.socket?.destroy())
  else response.end(sent)
}
