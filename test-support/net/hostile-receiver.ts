/**
 * A hostile receiver: each way to answer, or not to answer, has a URL of its own. Everything is on loopback; the certificates
 * come from a temporary authority.
 */
import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { createSecureContext, createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { makeAuthority, makeCertificate, makeNameCertificate } from './certificate.js'
import { HOSTILE_ANSWERS, type HostileAnswer } from './hostile-answers.js'

/** The modes that fail before a request, with the error of the attempt. */
const BEFORE_THE_REQUEST = {
  'never accepts': 'timeout',
  'silent before the handshake': 'timeout',
  'reset before the handshake': 'connection_reset',
  'plain HTTP': 'tls_error',
  'self-signed': 'tls_error',
  expired: 'tls_error',
  'wrong name': 'tls_error',
} as const

export type Mode = keyof typeof HOSTILE_ANSWERS | keyof typeof BEFORE_THE_REQUEST

/** Every mode with the error of its attempt; null when the delivery succeeds. */
export const HOSTILE_MODES: ReadonlyMap<Mode, string | null> = new Map([
  ...Object.entries(HOSTILE_ANSWERS).map(([mode, { error }]) => [mode, error] as const),
  ...Object.entries(BEFORE_THE_REQUEST),
] as [Mode, string | null][]) // the keys of both tables

const CERTIFICATE_HOSTS = {
  'self-signed': 'self-signed.localhost',
  expired: 'expired.localhost',
  'wrong name': 'wrong-name.localhost',
} as const
const DAY_MS = 86_400_000
/** More than the accept queue of a server holds. */
const QUEUE_FILLERS = 8

export interface HostileOptions {
  /** The target of redirects. */
  readonly elsewhere?: string
  /** Delay of a late head after the request, in milliseconds. */
  readonly lateMs?: number
}

export class HostileReceiver {
  /** Number of complete requests, by mode. */
  readonly requests = new Map<string, number>()
  /** Open connections over TLS. */
  readonly open = new Set<TLSSocket>()
  private readonly sockets = new Set<Socket>()
  private readonly ports = new Map<string, number>()
  private readonly ends: (() => unknown)[] = []

  private constructor(
    /** The authority's certificate. */
    readonly authority: string,
    private readonly options: HostileOptions,
  ) {}

  static async start(options: HostileOptions = {}): Promise<HostileReceiver> {
    const issuer = await makeAuthority()
    const receiver = new HostileReceiver(issuer.cert, options)
    const trusted = await makeCertificate(['localhost', '*.shop.example'], { issuer })
    const past = { validFrom: new Date(Date.now() - 2 * DAY_MS), validTo: new Date(Date.now() - DAY_MS) }
    const contexts = new Map(
      Object.entries({
        [CERTIFICATE_HOSTS['self-signed']]: await makeCertificate([CERTIFICATE_HOSTS['self-signed']]),
        [CERTIFICATE_HOSTS.expired]: await makeCertificate([CERTIFICATE_HOSTS.expired], { issuer, ...past }),
        [CERTIFICATE_HOSTS['wrong name']]: await makeNameCertificate(['shop.example'], { issuer }),
      }).map(([host, certificate]) => [host, createSecureContext(certificate)]),
    )
    await receiver.listen('tls', receiver.tlsServer({ ...trusted, contexts }))
    await receiver.listen(
      'silent before the handshake',
      createTcpServer((socket) => void socket.resume()),
    )
    await receiver.listen(
      'reset before the handshake',
      createTcpServer((socket) => socket.resetAndDestroy()),
    )
    const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
    await receiver.listen(
      'plain HTTP',
      createTcpServer((socket) => socket.end(plain)),
    )
    await receiver.neverAccept()
    return receiver
  }

  urlOf(mode: Mode): string {
    const host = (CERTIFICATE_HOSTS as Readonly<Record<string, string>>)[mode] ?? '127.0.0.1'
    const port = this.ports.get(mode) ?? this.ports.get('tls')
    return `https://${host}:${port}/${encodeURIComponent(mode)}`
  }

  async close(): Promise<void> {
    for (const socket of [...this.open, ...this.sockets]) socket.destroy()
    for (const end of this.ends) await end()
  }

  private tlsServer({ contexts, ...certificate }: TlsOptions): Server {
    const raws = new Map<number | undefined, Socket>()
    const server = createTlsServer({
      ...certificate,
      SNICallback: (host, done) => done(null, contexts.get(host)),
    })
    server.on('connection', (raw: Socket) => raws.set(raw.remotePort, raw))
    server.on('secureConnection', (socket: TLSSocket) => {
      const { remotePort } = socket
      const raw = raws.get(remotePort)
      // The raw socket has lost its handle to TLS and never says that it is closed.
      socket.once('close', () => {
        this.open.delete(socket)
        raws.delete(remotePort)
        if (raw) this.sockets.delete(raw)
      })
      this.open.add(socket)
      if (raw) this.converse(socket, raw)
    })
    server.on('tlsClientError', () => undefined)
    return server
  }

  private converse(socket: TLSSocket, raw: Socket): void {
    const { elsewhere = 'https://127.0.0.1:1/', lateMs = 5_000 } = this.options
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const mode = modeOf(text)
      if (mode === undefined) return
      text = ''
      this.requests.set(mode, (this.requests.get(mode) ?? 0) + 1)
      const answers: Readonly<Record<string, HostileAnswer>> = HOSTILE_ANSWERS
      ;(answers[mode] ?? HOSTILE_ANSWERS['not found']).answer(socket, { raw, elsewhere, lateMs })
    })
  }

  private async listen(name: string, server: Server): Promise<void> {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => this.sockets.delete(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.ports.set(name, (server.address() as AddressInfo).port) // it listens on TCP
    this.ends.push(() => server.close())
  }

  /** A thread that listens and then sleeps without accepting. Its queue is filled, so that further connections are dropped. */
  private async neverAccept(): Promise<void> {
    const sleeper = new Worker(SLEEPER, { eval: true })
    this.ends.push(() => sleeper.terminate())
    const [port] = (await once(sleeper, 'message')) as [number] // the posted port
    this.ports.set('never accepts', port)
    const fillers = Array.from({ length: QUEUE_FILLERS }, () => connect(port, '127.0.0.1'))
    for (const filler of fillers) {
      filler.on('error', () => undefined)
      this.ends.push(() => filler.destroy())
    }
    // The system handles connections in order, so the fillers enter the queue first.
    await Promise.race(fillers.map((filler) => once(filler, 'connect')))
  }
}

interface TlsOptions {
  readonly key: string
  readonly cert: string
  readonly contexts: ReadonlyMap<string, ReturnType<typeof createSecureContext>>
}

const SLEEPER = `
const server = require('node:net').createServer()
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:worker_threads').parentPort.postMessage(server.address().port)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

/** The mode of a complete request. */
function modeOf(text: string): string | undefined {
  const [head = '', body] = text.split('\r\n\r\n')
  const [, path = ''] = /^POST \/(\S*) /.exec(head) ?? []
  const [, length = '0'] = /content-length: ([0-9]+)/i.exec(head) ?? []
  return body !== undefined && body.length >= parseInt(length, 10) ? decodeURIComponent(path) : undefined
}

/** A server at a forbidden address, which counts its connections. */
export interface Sentinel {
  readonly port: number
  /** TCP connections seen. */
  readonly hits: number
  close(): void
}

export async function startSentinel(host: string): Promise<Sentinel> {
  let hits = 0
  const server = createTcpServer((socket) => {
    hits += 1
    socket.destroy()
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    get hits() {
      return hits
    },
    close: () => void server.close(),
  }
}
