import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Peer, PeerOf } from '../client-address.js'
import { refuseRequest } from './refused-requests.js'

export interface ConnectionLimits {
  /** Open connections over all peers. */
  readonly connections: number
  /** Unanswered requests of one connection. */
  readonly unanswered: number
  /** Connections of one peer that are older than `graceMs` and whose request has not fully arrived. */
  readonly incompletePerPeer: number
  /** Connections ended in one sweep: ending thousands at once would delay the others. */
  readonly endedPerSweep: number
  /** Age from which a connection without a request counts. Every new connection has none for one round trip. */
  readonly graceMs: number
  /** Age from which a request that has not fully arrived counts as slow in the log. */
  readonly slowMs: number
  /** A sweep that comes this late means that the process stood still. */
  readonly standstillMs: number
  /** For this long after a standstill requests are not refused as slow. */
  readonly pardonMs: number
  /** How long output may wait without progress. */
  readonly stallMs: number
  /** Shortest time between two log lines. */
  readonly logEveryMs: number
}

export interface ConnectionLog {
  warn(counts: object, message: string): void
}

export interface GuardOptions {
  readonly limits: ConnectionLimits
  readonly peerOf: PeerOf
  readonly log: ConnectionLog
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number
}

/** The reason for ending a connection, as counted in the log. */
type Reason = 'pipelined' | 'incomplete' | 'slow' | 'unread' | 'crowded'

interface Connection {
  readonly peer: Peer
  unanswered: number
  /** The newest response. */
  response?: ServerResponse
  /** True while nothing is read from it because output waits. */
  isPaused: boolean
}

/** A request that has not fully arrived; `request` is undefined until its head has. */
interface Arrival {
  readonly since: number
  readonly request: IncomingMessage | undefined
}

/**
 * Ends abusive connections: pipelined requests, requests that do not arrive, answers that are not read and, when the server
 * is full, connections of the peer that has most. Limits per peer do not apply to trusted proxies, which stand for many peers.
 */
export class ConnectionGuard {
  private readonly connections = new Map<Socket, Connection>()
  /** The connections of each untrusted peer, in the order in which they were opened. */
  private readonly byPeer = new Map<string, Set<Socket>>()
  /** Requests that have not fully arrived, oldest first. */
  private readonly arriving = new Map<Socket, Arrival>()
  /** Requests that Node found too slow because the process stood still, since they were given more time. */
  private readonly pardoned = new Map<Socket, Arrival>()
  private readonly counts = new Map<Reason, number>()
  private sweptAt: number
  private resumedAt = Number.NEGATIVE_INFINITY
  private loggedAt = Number.NEGATIVE_INFINITY

  constructor(
    http: Server,
    private readonly options: GuardOptions,
  ) {
    const { connections, stallMs } = options.limits
    // One more than the limit, so that a new connection can replace another one.
    http.maxConnections = connections + 1
    http.timeout = stallMs
    this.sweptAt = options.now()
    http.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => this.refuse(socket as Socket, code))
    http.on('connection', (socket) => this.open(socket))
    http.on('timeout', (socket: Socket) => this.handleTimeout(socket))
  }

  /** Counts a request. @returns false if its connection had too many unanswered requests and was ended */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.connections.get(socket)
    if (!connection) return false
    connection.unanswered += 1
    connection.response = response
    const pardoned = this.pardoned.get(socket)
    if (pardoned) this.pardoned.set(socket, { ...pardoned, request })
    if (connection.unanswered > this.options.limits.unanswered) {
      ignoreParsed(socket)
      this.end(socket, 'pipelined')
      return false
    }
    response.once('close', () => {
      connection.unanswered -= 1
    })
    this.arriving.delete(socket)
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if (length !== undefined || coding !== undefined) this.arriving.set(socket, this.arrival(request))
    return true
  }

  /** Ends connections over the limits, and logs their number. Call it several times a second. */
  sweep(): void {
    const { limits, now } = this.options
    if (now() >= this.sweptAt + limits.standstillMs) this.resumedAt = now()
    this.sweptAt = now()
    const counts = new Map<string, number>()
    let remaining = limits.endedPerSweep
    for (const [socket, { since, request }] of this.arriving) {
      if (since > now() - limits.graceMs || remaining === 0) break
      const peer = this.connections.get(socket)?.peer
      if (request?.complete) this.arriving.delete(socket)
      else if (peer && !peer.isTrusted) {
        const count = (counts.get(peer.name) ?? 0) + 1
        counts.set(peer.name, count)
        if (count <= limits.incompletePerPeer) continue
        this.end(socket, 'incomplete')
        remaining -= 1
      }
    }
    this.endPardoned()
    this.pauseUnread()
    if (now() >= this.loggedAt + limits.logEveryMs) this.writeLog()
  }

  /**
   * Answers a request that Node refuses: malformed, or not arrived in time. While the process stands still, everything that
   * clients send waits unread, so such requests are given the same time once more. Node does not look at them again.
   */
  private refuse(socket: Socket, code: string | undefined): void {
    const { limits, now } = this.options
    const isStill = now() < this.resumedAt + limits.pardonMs || now() >= this.sweptAt + limits.standstillMs
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStill)
      this.pardoned.set(socket, { since: now(), request: this.arriving.get(socket)?.request })
    else this.answerRefused(socket, code)
  }

  /** An answer that is being sent would be mixed with another one. */
  private answerRefused(socket: Socket, code: string | undefined): void {
    const { response, unanswered = 0 } = this.connections.get(socket) ?? {}
    const isAnswering = unanswered > 1 || (response?.headersSent === true && !response.writableEnded)
    if (isAnswering || !socket.writable) socket.destroy()
    else refuseRequest(socket, code)
  }

  private endPardoned(): void {
    for (const [socket, { since, request }] of this.pardoned) {
      if (request?.complete) this.pardoned.delete(socket)
      else if (this.options.now() >= since + this.options.limits.slowMs) {
        this.pardoned.delete(socket)
        this.answerRefused(socket, 'ERR_HTTP_REQUEST_TIMEOUT')
      }
    }
  }

  /** Stops reading from a peer that does not read: each byte received would restart its timeout. */
  private pauseUnread(): void {
    for (const [socket, connection] of this.connections) {
      const isUnread = socket.writableLength > 0
      if (isUnread === connection.isPaused) continue
      connection.isPaused = isUnread
      if (isUnread) socket.pause()
      else socket.resume()
    }
  }

  /** Logs the number of connections ended since the last line. */
  writeLog(): void {
    if (this.counts.size === 0) return
    this.options.log.warn(Object.fromEntries(this.counts), 'connections ended')
    this.counts.clear()
    this.loggedAt = this.options.now()
  }

  private open(socket: Socket): void {
    const peer = this.options.peerOf(socket)
    this.connections.set(socket, { peer, unanswered: 0, isPaused: false })
    this.arriving.set(socket, this.arrival(undefined))
    if (!peer.isTrusted) {
      const ofPeer = this.byPeer.get(peer.name) ?? new Set()
      this.byPeer.set(peer.name, ofPeer.add(socket))
    }
    socket.once('close', () => this.forget(socket))
    if (this.connections.size > this.options.limits.connections) this.endOne(socket, peer)
  }

  /** Ends the oldest connection of the peer that has most. Ends the newcomer if no peer has more than its own. */
  private endOne(newcomer: Socket, { name }: Peer): void {
    let oldest = newcomer
    let most = this.byPeer.get(name)?.size ?? 1
    for (const sockets of this.byPeer.values()) {
      const [first] = sockets
      if (!first || sockets.size <= most) continue
      most = sockets.size
      oldest = first
    }
    this.end(oldest, 'crowded')
  }

  /** Runs when the timeout of a socket fires: no byte moved in either direction for `stallMs`. */
  private handleTimeout(socket: Socket): void {
    const isWaiting = (this.connections.get(socket)?.unanswered ?? 0) > 0
    if (socket.writableLength > 0) this.end(socket, 'unread')
    else if (!isWaiting) socket.destroy()
    // Otherwise the response is being computed, or it is a stream without new events.
  }

  private end(socket: Socket, reason: Reason): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
    this.arriving.delete(socket)
    this.forget(socket)
    socket.destroy()
  }

  /** Forgets a closed connection. Node itself ends slow requests, so they are counted here. */
  private forget(socket: Socket): void {
    const arrival = this.arriving.get(socket)
    const isLate = arrival && this.options.now() >= arrival.since + this.options.limits.slowMs
    if (isLate && !arrival.request?.complete) this.counts.set('slow', (this.counts.get('slow') ?? 0) + 1)
    this.arriving.delete(socket)
    this.pardoned.delete(socket)
    const peer = this.connections.get(socket)?.peer
    this.connections.delete(socket)
    if (!peer) return
    const ofPeer = this.byPeer.get(peer.name)
    ofPeer?.delete(socket)
    if (ofPeer?.size === 0) this.byPeer.delete(peer.name)
  }

  private arrival(request: IncomingMessage | undefined): Arrival {
    return { since: this.options.now(), request }
  }
}

/**
 * Makes Node ignore requests that it has read but not yet parsed. Otherwise it creates objects and an error with a stack for
 * each of a thousand requests that get no answer. The callback is undocumented; if Node removes it, only the saving is lost.
 */
function ignoreParsed(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => 0)
}
