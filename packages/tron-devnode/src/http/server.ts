/** The HTTP server: one port for /wallet, /walletsolidity, /jsonrpc, /v1 and /control, or two. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerControl, type ControlContext } from '../api/control-api.js'
import { isRecord, type Params } from '../api/params.js'
import { answer } from '../api/router.js'
import { type Answer, faulty, letsCallRun } from './faults.js'

const maxBodyBytes = 4 * 1024 * 1024
/** Above the pauses of a busy test, whose next call would meet a connection that ends. */
const keptMs = 75_000

/** A port serves everything, everything but /walletsolidity, or that alone. */
export type Served = 'all' | 'full' | 'solidity'

const isServed = (path: string, served: Served): boolean =>
  served === 'all' || path.startsWith('/walletsolidity/') === (served === 'solidity')

export function createHttpServer(context: ControlContext, served: Served): Server {
  return createServer({ keepAliveTimeout: keptMs }, (request, response) => {
    serve(request, response, context, served).catch(() => request.destroy())
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  context: ControlContext,
  served: Served,
) {
  const url = new URL(request.url ?? '/', 'http://devnode')
  const path = url.pathname.replace(/\/$/, '')
  const body = await readBody(request)
  if (body === undefined) return send(response, { status: 413, body: 'Payload Too Large' })
  if (!isServed(path, served)) return send(response, notFound)
  const query = Object.fromEntries(url.searchParams)
  const method = request.method ?? 'GET'
  if (path.startsWith('/control/')) return send(response, await control(method, path, query, body, context))
  context.calls.set(path, (context.calls.get(path) ?? 0) + 1)
  const suspended = suspensionOf(context)
  if (suspended) return send(response, suspended)
  const parsed = parseBody(body)
  const call = { path, params: { ...query, ...(isRecord(parsed) ? parsed : {}) } }
  const rule = context.faults.due(path, call.params)
  const own = rule === undefined || letsCallRun(rule) ? await answer(call, parsed, context) : undefined
  send(response, rule === undefined ? (own ?? notFound) : await faulty(rule, own))
}

/** The refusal of a provider whose limit was exceeded, with the time that is left of it. */
function suspensionOf({ suspendedUntil, clock }: ControlContext): Answer | undefined {
  const seconds = Math.ceil((suspendedUntil - clock()) / 1000)
  if (seconds <= 0) return undefined
  const text = `The key exceeds the frequency limit(15), and the query server is suspended for ${seconds} s`
  return { status: 403, body: { Error: text } }
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
