import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Received, startPeer } from '../../test/support/peer.js'
import { scenarios } from './scenarios.js'

/** A request as the checks are told of it. */
interface Told extends Omit<Received, 'body' | 'closedAt'> {
  readonly body: string
  /** Whether the client closed the connection before the answer was complete. */
  isGivenUp: boolean
}

/** What the checks call: a real server on loopback that misbehaves as it is asked to, at two origins. */
export interface Peers {
  url: string
  otherUrl: string
  close(): void
}

/** Everything one check sent. */
interface Session {
  readonly seen: Told[]
  /** The connection of the last request. */
  socket?: Socket | null
  /** Called at every change. */
  readonly watchers: Set<() => void>
}

/**
 * Starts the peers. A check calls below `/<scenario>/<session>`, and asks `/seen/<session>?requests=1&givenUp=1` for what
 * has come of that session, as soon as there were so many requests and so many were given up.
 */
export async function startPeers(): Promise<Peers> {
  const sessions = new Map<string, Session>()
  const other = await startPeer((...exchange) => handle(sessions, '', ...exchange))
  const main = await startPeer((...exchange) => handle(sessions, other.url, ...exchange))
  const close = () => {
    main.stop()
    other.stop()
  }
  return { url: main.url, otherUrl: other.url, close }
}

function handle(
  sessions: Map<string, Session>,
  otherUrl: string,
  response: ServerResponse,
  request: Received,
): void {
  const { pathname, searchParams } = new URL(request.target, 'http://peer')
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
  note(session, response, request)
  answer(response, request, session.seen.length)
}

function note(
  session: Session,
  response: ServerResponse,
  { method, target, headers, body, at }: Received,
): void {
  const { seen, watchers } = session
  const told: Told = { method, target, headers, body: body.toString(), at, isGivenUp: false }
  const tell = () => {
    for (const watcher of watchers) watcher()
  }
  response.on('close', () => {
    told.isGivenUp = !response.writableFinished
    tell()
  })
  session.socket = response.socket
  seen.push(told)
  tell()
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
