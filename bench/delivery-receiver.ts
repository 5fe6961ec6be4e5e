import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeCertificate } from '../test-support/certificate.js'
import { builtProgram } from './built.js'
import type { EngineRun } from './delivery-engine.js'
import type { Sample } from './rounds.js'

const WARM_UP = 4_000

/** An HTTPS receiver with many names, each a target of its own. */
export interface DeliveryReceiver {
  readonly urls: readonly string[]
  /** The certificate that vouches for it. */
  readonly caFile: string
  /** A place that accepts connections and says nothing. */
  readonly blackHole: string
  /** Milliseconds from the making of each event of the last run to its first byte here. */
  readonly latenciesMs: number[]
  /** Whether each answer closes its connection. */
  closes: boolean
  /** Runs an engine of its own on a new database. */
  run(
    options: Omit<EngineRun, 'folder' | 'caFile' | 'warmUp'> & Partial<Pick<EngineRun, 'warmUp'>>,
  ): Promise<Sample>
  close(): void
}

export async function startDeliveryReceiver(targets: number): Promise<DeliveryReceiver> {
  const names = Array.from({ length: targets }, (_, n) => `shop-${n}.localhost`)
  const certificate = await makeCertificate(names)
  const engine = await builtProgram('delivery-engine.ts')
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-bench-'))
  const caFile = join(folder, 'receiver.pem')
  writeFileSync(caFile, certificate.cert)
  const server = createServer({ key: certificate.key, cert: certificate.cert }, async (request, answer) => {
    const cameAt = performance.timeOrigin + performance.now()
    const { made_at: madeAt } = JSON.parse(await text(request)) as { made_at: number } // what the engine makes
    receiver.latenciesMs.push(cameAt - madeAt)
    if (receiver.closes) answer.setHeader('connection', 'close')
    answer.writeHead(204).end()
  })
  const hole = createTcpServer((socket) => void socket.resume().on('error', () => undefined))
  for (const listener of [server, hole]) {
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
  }
  const portOf = (listener: Server) => (listener.address() as AddressInfo).port // both listen on TCP
  const receiver: DeliveryReceiver = {
    urls: names.map((name) => `https://${name}:${portOf(server)}/hooks`),
    caFile,
    blackHole: `https://hole.localhost:${portOf(hole)}/hooks`,
    latenciesMs: [],
    closes: false,
    async run(options) {
      receiver.latenciesMs.length = 0
      const run = { warmUp: WARM_UP, ...options, caFile, folder: mkdtempSync(join(folder, 'run-')) }
      const sample = await runEngine(engine, run)
      receiver.latenciesMs.splice(0, run.warmUp)
      return sample
    },
    close() {
      server.closeAllConnections()
      server.close()
      hole.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return receiver
}

async function runEngine(program: string, run: EngineRun): Promise<Sample> {
  const child = spawn(process.execPath, [program, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Sample // what the engine prints
}
