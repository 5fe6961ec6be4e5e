import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../lib/load.js'
import { cpuSeconds, openFiles, residentMib } from '../lib/process.js'
import { quantile, type Result } from '../lib/rounds.js'
import { type BenchServer, startBare, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'

/** Streams per order: the server's limit. */
const PER_ORDER = 10
/** The server's limit. */
const PER_ADDRESS = 60
const OPENING_AT_ONCE = 50
const WARM_SHARE = 20
/** Idle streams that are open at once. */
const COUNT = sized(10_000, 200)
/** Duration of the CPU measurement. */
const IDLE_MS = sized(30_000, 1_000)
const PUSHES = sized(100, 4)
/** Part of the measured time that passes before memory is read. */
const SETTLE_SHARE = 15
const KIB_PER_MIB = 1_024
const WAIT_MS = 30_000

/** Measures idle checkout streams: memory, CPU, and the delay of a change. */
export async function streams(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'streams-'))
  const settings = {
    MERCHANTPAY_DATABASE_URL: `file:${join(folder, 'books.db')}`,
    MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
  }
  try {
    // A new process, because the heap of a server that created the orders would already have room for the streams.
    const maker = await startServer(undefined, settings)
    const paths = await checkoutPaths(maker, Math.ceil(COUNT / PER_ORDER))
    await maker.stop()
    const bareCost = await costOfBare(maker)
    const server = await startServer(undefined, settings, maker.keys)
    try {
      const quietShare = await cpuShare(server)
      const held: OpenStream[] = []
      await post(server, server.signOrder()) // its connection stays open for the posts that follow
      const filesBefore = openFiles(server.pid)
      const cost = await idleCost(server, (n) => `${paths[n % paths.length]}`, held)
      const latency = await pushLatency(server)
      for (const stream of held) stream.close()
      await sleep(IDLE_MS / SETTLE_SHARE)
      const left = openFiles(server.pid) - filesBefore
      return resultsOf({ bareCost, cost, quietShare, latency, left })
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function costOfBare({ order }: BenchServer): Promise<IdleCost> {
  const bare = await startBare(order)
  try {
    return await idleCost(bare, () => `/pay/${order.id}/events`)
  } finally {
    bare.stop()
  }
}

interface IdleCost {
  readonly kibPerStream: number
  /** As a share of one core. */
  readonly cpuShare: number
}
interface Latency {
  readonly pushMs: readonly number[]
  readonly answerMs: readonly number[]
}

function resultsOf(measured: {
  bareCost: IdleCost
  cost: IdleCost
  quietShare: number
  latency: Latency
  /** Connections that are still open after all streams were closed. */
  left: number
}): Result[] {
  const { bareCost, cost, quietShare, latency, left } = measured
  const kib = (one: IdleCost) => one.kibPerStream.toFixed(1)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const ratios = latency.pushMs.map((ms, at) => ms / (latency.answerMs[at] ?? Number.NaN))
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2))
  const [push, answer, worst] = [
    quantile(latency.pushMs, 0.5),
    quantile(latency.answerMs, 0.5),
    quantile(latency.pushMs, 0.99),
  ].map((ms) => ms.toFixed(1))
  const streams = `${COUNT} idle checkout streams`
  return [
    {
      what: `memory of ${streams}, each, against streams of bare Express 5`,
      value: `${(cost.kibPerStream / bareCost.kibPerStream).toFixed(2)} ×`,
      spread: `${kib(bareCost)} and ${kib(cost)} KiB of resident memory`,
      goal: '≤ 20 KiB',
    },
    {
      what: `CPU of ${streams}, of one core`,
      value: percent(cost.cpuShare - quietShare),
      spread: `${percent(quietShare)} without and ${percent(cost.cpuShare)} with them`,
      goal: '≤ 4 %',
    },
    {
      what: `from a request to the stream of its order, beside ${streams}, against its answer`,
      value: `${middle} ×`,
      spread: `p10 ${low}, p90 ${high}, ${ratios.length} changes; ${answer} and ${push} ms, p99 ${worst} ms`,
      goal: 'p99 < 250 ms',
    },
    {
      what: `connections that ${streams} leave after they close`,
      value: `${Math.max(0, left)}`,
      spread: `${left} open files more than before`,
      goal: '0',
    },
  ]
}

/** Opens some streams first, so that code that is loaded once is not counted for each. */
async function idleCost(
  target: Target,
  pathOf: (n: number) => string,
  held: OpenStream[] = [],
): Promise<IdleCost> {
  for (const stream of await openMany(target, Math.ceil(COUNT / WARM_SHARE), pathOf)) stream.close()
  await sleep(IDLE_MS / SETTLE_SHARE)
  const before = residentMib(target.pid)
  held.push(...(await openMany(target, COUNT, pathOf)))
  await sleep(IDLE_MS / SETTLE_SHARE)
  const share = await cpuShare(target)
  return { kibPerStream: ((residentMib(target.pid) - before) * KIB_PER_MIB) / COUNT, cpuShare: share }
}

async function cpuShare({ pid }: Target): Promise<number> {
  const [cpu, started] = [cpuSeconds(pid), performance.now()]
  await sleep(IDLE_MS)
  return (cpuSeconds(pid) - cpu) / ((performance.now() - started) / 1_000)
}

async function checkoutPaths(server: BenchServer, orders: number): Promise<string[]> {
  const paths: string[] = []
  for (let made = 0; made < orders; made += 1) {
    const { payment_url } = await post<{ payment_url: string }>(server, server.signOrder())
    paths.push(`${new URL(payment_url).pathname}/events`)
  }
  return paths
}

/** Ends the windows of orders one after another while a stream follows each. */
async function pushLatency(server: BenchServer): Promise<Latency> {
  const pushMs: number[] = []
  const answerMs: number[] = []
  for (let pushed = 0; pushed < PUSHES; pushed += 1) {
    const { id } = await post<{ id: string }>(server, server.signOrder())
    const { headers } = server.sign({ method: 'GET', path: `/v1/orders/${id}/events` })
    const stream = await OpenStream.open(server, `/v1/orders/${id}/events`, headers)
    const told = stream.next()
    const sentAt = performance.now()
    const path = `/v1/test_helpers/orders/${id}/simulate`
    const answered = post(server, server.sign({ method: 'POST', path, body: '{"action":"expire"}' })).then(
      () => answerMs.push(performance.now() - sentAt),
    )
    await told
    pushMs.push(performance.now() - sentAt)
    await answered
    stream.close()
  }
  return { pushMs, answerMs }
}

async function post<Answer>(
  { origin }: Target,
  { method, path, headers, body }: ReturnType<BenchServer['sign']>,
): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, { method, headers, body })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer // as in the contract
}

async function openMany(target: Target, count: number, pathOf: (n: number) => string): Promise<OpenStream[]> {
  const opened: OpenStream[] = []
  let next = 0
  const open = async () => {
    for (let n = next++; n < count; n = next++) {
      const address = `10.0.${Math.floor(n / PER_ADDRESS / 250)}.${Math.floor(n / PER_ADDRESS) % 250}`
      opened.push(await OpenStream.open(target, pathOf(n), { 'x-forwarded-for': address }))
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, open))
  return opened
}

/** A reader that keeps no message and answers none. */
class OpenStream {
  private heard: () => void = () => undefined

  private constructor(private readonly socket: Socket) {}

  /** Resolves with the first message. @throws Error for an answer that is no stream, or none in time */
  static open(
    { origin }: Pick<Target, 'origin'>,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<OpenStream> {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    const stream = new OpenStream(socket)
    const lines = Object.entries({ host: 'bench', ...headers }).map(([name, value]) => `${name}: ${value}`)
    return new Promise((resolve, reject) => {
      let head: string | undefined = ''
      const late = setTimeout(() => reject(new Error(`no stream of ${path} in time`)), WAIT_MS)
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('data', (text: string) => {
        if (text.includes('\ndata: ')) stream.heard()
        if (head === undefined) return
        head += text
        if (head.length > 12 && !head.startsWith('HTTP/1.1 200')) reject(new Error(head))
        if (!head.includes('\ndata: ')) return
        head = undefined
        clearTimeout(late)
        resolve(stream)
      })
      socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    })
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.heard = resolve
    })
  }

  close(): void {
    this.socket.destroy()
  }
}
