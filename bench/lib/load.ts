import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './process.js'
import { quantile, type Sample } from './rounds.js'
import { sized } from './sized.js'

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A server under load. */
export interface Target {
  readonly origin: string
  readonly pid: number
}

export interface Loaded extends Sample {
  readonly p99Ms: number
  readonly count: number
}

const MEASURE_MS = sized(1_500, 50)
const HEAD_END = '\r\n\r\n'

/** Keeps `connections` busy with calls for a while. An answer that is not 2xx is an error. */
export async function load(target: Target, connections: number, next: () => Call): Promise<Loaded> {
  const latenciesMs: number[] = []
  const cpu = cpuSeconds(target.pid)
  const started = performance.now()
  const deadline = started + MEASURE_MS
  const work = async () => {
    const connection = await Connection.open(target.origin)
    for (let sentAt = started; sentAt < deadline; ) {
      sentAt = performance.now()
      await connection.send(next())
      latenciesMs.push(performance.now() - sentAt)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - started) / 1_000
  return {
    perSecond: latenciesMs.length / seconds,
    cpuMicros: ((cpuSeconds(target.pid) - cpu) * 1_000_000) / latenciesMs.length,
    p99Ms: quantile(latenciesMs, 0.99),
    count: latenciesMs.length,
  }
}

/** Sends all calls over `connections`, each when one is free. */
export async function sendAll(target: Target, connections: number, calls: readonly Call[]): Promise<void> {
  const left = [...calls]
  const work = async () => {
    const connection = await Connection.open(target.origin)
    for (let call = left.pop(); call; call = left.pop()) await connection.send(call)
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
}

/**
 * Sends calls at a fixed rate for a while, each on a free connection.
 *
 * @returns milliseconds from the scheduled start of each call to its end, so that the calls that wait for a stalled server
 *   count too
 */
export async function pacedLatencies(
  target: Target,
  { perSecond, ms }: { perSecond: number; ms: number },
  next: () => Call,
): Promise<number[]> {
  const latenciesMs: number[] = []
  const free: Connection[] = []
  const started = performance.now()
  const send = async (dueAt: number) => {
    const connection = free.pop() ?? (await Connection.open(target.origin))
    await connection.send(next())
    latenciesMs.push(performance.now() - dueAt)
    free.push(connection)
  }
  const sent: Promise<void>[] = []
  for (let dueAt = started; dueAt < started + ms; dueAt += 1_000 / perSecond) {
    await sleep(dueAt - performance.now())
    sent.push(send(dueAt))
  }
  await Promise.all(sent)
  for (const connection of free) connection.close()
  return latenciesMs
}

/**
 * One keep-alive connection with a minimal client. A request of node:http takes as long as the answer of a bare server, which
 * would hide the difference between the servers.
 */
class Connection {
  private received = ''
  private waiting: { resolve: () => void; reject: (error: Error) => void } | undefined

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.take(text))
    socket.on('error', (error) => this.waiting?.reject(error))
    socket.on('close', () => this.waiting?.reject(new Error('the server closed the connection')))
  }

  static open(origin: string): Promise<Connection> {
    const { hostname, port } = new URL(origin)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  send({ method, path, headers, body }: Call): Promise<void> {
    const fields = {
      host: 'bench',
      ...headers,
      ...(body === '' ? {} : { 'content-length': `${body.length}` }),
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      this.socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'))
    })
  }

  close(): void {
    this.waiting = undefined
    this.socket.destroy()
  }

  private take(text: string): void {
    this.received += text
    const end = this.received.indexOf(HEAD_END)
    if (end < 0) return
    const length = Number(/^content-length: (\d+)/im.exec(this.received.slice(0, end))?.[1] ?? 0)
    if (this.received.length < end + HEAD_END.length + length) return
    const status = this.received.slice(9, 12)
    if (status.startsWith('2')) this.waiting?.resolve()
    else this.waiting?.reject(new Error(this.received))
    this.received = ''
  }
}
