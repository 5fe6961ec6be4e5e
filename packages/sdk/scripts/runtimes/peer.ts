import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Received, startPeer } from '../../test/support/peer.js'
import { scenarios } from './scenarios.js'

/** A request in the report for the checks. */
interface Reported extends Omit<Received, 'body' | 'closedAt'> {
  readonly body: string
  /** Whether the client closed the connection before the answer was complete. */
  isGivenUp: boolean
}

/** The servers that the checks call: real ones on loopback, at two origins, that misbehave on request. */
export interface Peers {
  url: string
  otherUrl: string
  close(): void
}

/** Everything one check sent. */
interface Session {
  readonly seen: Reported[]
  /** The connection of the last request. */
  socket?: Socket | null
  /** Called at every change. */
  readonly watchers: Set<() => void>
}

/**
 * Starts the peers. A check calls below `/<scenario>/<session>`. It asks `/seen/<session>?requests=1&givenUp=1` for the
 * requests of that session, which is answered once the session has at least that many requests and aborted requests.
 */
export async function startPeers(): Promise<Peers> {
  const sessions = new Map<string, Session>()
  const other = await startPeer((...given) => handle(sessions, '', ...given))
  const main = await startPeer((...given) => handle(sessions, other.url, ...given))
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
  const reported: Reported = { method, target, headers, body: body.toString(), at, isGivenUp: false }
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  response.on('close', () => {
    reported.isGivenUp = !response.writableFinished
    notify()
  })
  session.socket = response.socket
  seen.push(reported)
  notify()
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
