import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Seen, scenarios } from './scenarios.js'

/** What the checks call: a real server on loopback that misbehaves as it is asked to, at two origins. */
export interface Peers {
  url: string
  otherUrl: string
  close(): void
}

/** Everything one check sent. */
interface Session {
  seen: Seen[]
  /** The connection of the last request. */
  socket?: Socket
  /** Called at every change. */
  watchers: Set<() => void>
}

/**
 * Starts the peers. A check calls below `/<scenario>/<session>`, and asks `/seen/<session>?requests=1&givenUp=1` for what
 * has come of that session, as soon as there were so many requests and so many were given up.
 */
export async function startPeers(): Promise<Peers> {
  const sessions = new Map<string, Session>()
  const other = await listen((request, response) => handle(sessions, '', request, response))
  const main = await listen((request, response) => handle(sessions, other.url, request, response))
  const close = () => {
    main.close()
    other.close()
  }
  return { url: main.url, otherUrl: other.url, close }
}

async function listen(listener: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

function handle(
  sessions: Map<string, Session>,
  otherUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
  const [, scenario = '', name = ''] = pathname.split('/')
  const session = sessions.get(name) ?? { seen: [], watchers: new Set() }
  sessions.set(name, session)
  if (scenario === 'seen') {
    report(session, searchParams, response)
    return
  }
  if (scenario === 'cut') {
    session.socket?.resetAndDestroy()
    response.end()
    return
  }
  const answer = scenarios[scenario]?.(otherUrl)
  if (answer === undefined) throw new Error(`the peer knows no scenario ${scenario}`)
  receive(session, request, response, (seen) => answer(response, seen, session.seen.length))
}

function receive(
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (entry: Seen) => void,
): void {
  const { seen, watchers } = session
  const at = performance.now()
  const chunks: Buffer[] = []
  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  request.on('error', () => {}) // clients close connections in the middle of things
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url: target = '', headers } = request
    const body = Buffer.concat(chunks).toString()
    const entry: Seen = { method, target, headers, body, at, isGivenUp: false }
    response.on('close', () => {
      entry.isGivenUp = !response.writableFinished
      changed()
    })
    session.socket = request.socket
    seen.push(entry)
    answer(entry)
    changed()
  })
}

function report({ seen, watchers }: Session, wanted: URLSearchParams, response: ServerResponse): void {
  const answer = () => {
    const isEnough =
      seen.length >= Number(wanted.get('requests')) &&
      seen.filter(({ isGivenUp }) => isGivenUp).length >= Number(wanted.get('givenUp'))
    if (!isEnough) return
    watchers.delete(answer)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(seen))
  }
  watchers.add(answer)
  answer()
}
