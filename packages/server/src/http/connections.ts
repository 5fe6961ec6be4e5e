import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Peer, PeerOf } from './client-address.js'

export interface ConnectionLimits {
  /** Open at once, over all peers. */
  readonly connections: number
  /** Requests of one connection that wait for their answers. */
  readonly unanswered: number
  /** Connections of one peer whose request has not fully arrived, once they are older than `graceMs`. */
  readonly incompletePerPeer: number
  /** Ending thousands at once would keep the others waiting. */
  readonly endedPerSweep: number
  /** A burst of honest connections has no request yet either, for as long as a round trip takes. */
  readonly graceMs: number
  /** From here on a request that has not fully arrived counts as slow in the log. */
  readonly slowMs: number
  /** How long output waits without any progress. */
  readonly stallMs: number
  /** At most one log line in this time. */
  readonly logEveryMs: number
}

export interface ConnectionLog {
  warn(counts: object, message: string): void
}

export interface GuardOptions {
  readonly limits: ConnectionLimits
  readonly peerOf: PeerOf
  readonly log: ConnectionLog
  /** A clock that is never set, milliseconds. */
  readonly now: () => number
}

/** Why a connection was ended, as the log counts it. */
type Reason = 'pipelined' | 'incomplete' | 'slow' | 'unread' | 'crowded'

interface Connection {
  readonly peer: Peer
  unanswered: number
  /** Not read from while output waits. */
  isPaused: boolean
}

/** A request that has not fully arrived; before its head has, there is no `request`. */
interface Arrival {
  readonly since: number
  readonly request: IncomingMessage | undefined
}

/**
 * Ends connections that cost more than they bring: pipelines, requests that do not arrive, answers that are not read, and
 * when the server is full, those of the peer that has most. Trusted proxies stand for many peers: limits per peer leave
 * them out.
 */
export class ConnectionGuard {
  private readonly connections = new Map<Socket, Connection>()
  /** Of peers that are no trusted proxies; each in the order in which it connected. */
  private readonly byPeer = new Map<string, Set<Socket>>()
  /** The oldest first. */
  private readonly arriving = new Map<Socket, Arrival>()
  private readonly counts = new Map<Reason, number>()
  private loggedAt = Number.NEGATIVE_INFINITY

  constructor(
    http: Server,
    private readonly options: GuardOptions,
  ) {
    const { connections, stallMs } = options.limits
    // One more than may stay, so that a newcomer can take the place of another.
    http.maxConnections = connections + 1
    http.timeout = stallMs
    http.on('connection', (socket) => this.open(socket))
    http.on('timeout', (socket: Socket) => this.handleTimeout(socket))
  }

  /** False when the request is not to be served: its connection has too many, and is gone. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.connections.get(socket)
    if (!connection) return false
    connection.unanswered += 1
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

  /** Ends what is too much by now, and logs what was ended. To be called several times a second. */
  sweep(): void {
    const { limits, now } = this.options
    const counts = new Map<string, number>()
    let left = limits.endedPerSweep
    for (const [socket, { since, request }] of this.arriving) {
      if (since > now() - limits.graceMs || left === 0) break
      const peer = this.connections.get(socket)?.peer
      if (request?.complete) this.arriving.delete(socket)
      else if (peer && !peer.isTrusted) {
        const count = (counts.get(peer.name) ?? 0) + 1
        counts.set(peer.name, count)
        if (count <= limits.incompletePerPeer) continue
        this.end(socket, 'incomplete')
        left -= 1
      }
    }
    this.pauseUnread()
    if (now() >= this.loggedAt + limits.logEveryMs) this.writeLog()
  }

  /** Reads nothing from a peer that reads nothing: each byte that comes in would start its timer anew. */
  private pauseUnread(): void {
    for (const [socket, connection] of this.connections) {
      const isUnread = socket.writableLength > 0
      if (isUnread === connection.isPaused) continue
      connection.isPaused = isUnread
      if (isUnread) socket.pause()
      else socket.resume()
    }
  }

  /** Logs what was ended since the last line. */
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
    if (this.connections.size > this.options.limits.connections) this.makeRoom(socket, peer)
  }

  /** The newcomer stays only where another peer has more connections than its own; the oldest of those ends. */
  private makeRoom(newcomer: Socket, { name }: Peer): void {
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

  /** Runs when a socket's timer fires: no bytes moved in either direction for that long. */
  private handleTimeout(socket: Socket): void {
    const isWaiting = (this.connections.get(socket)?.unanswered ?? 0) > 0
    if (socket.writableLength > 0) this.end(socket, 'unread')
    else if (!isWaiting) socket.destroy()
    // Otherwise the answer is being made, or it is a stream with nothing to tell.
  }

  private end(socket: Socket, reason: Reason): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
    this.arriving.delete(socket)
    this.forget(socket)
    socket.destroy()
  }

  /** Node itself ends slow requests: they are counted when they are gone. */
  private forget(socket: Socket): void {
    const arrival = this.arriving.get(socket)
    const isLate = arrival && this.options.now() >= arrival.since + this.options.limits.slowMs
    if (isLate && !arrival.request?.complete) this.counts.set('slow', (this.counts.get('slow') ?? 0) + 1)
    this.arriving.delete(socket)
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
 * Node goes on parsing what it has read, and makes objects and an error with a stack for each of a thousand requests that
 * get no answer. Its own callback is not documented: without it this only costs more.
 */
function ignoreParsed(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => 0)
}
