import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeCertificate } from '../../test-support/net/certificate.js'
import { builtProgram } from '../lib/built.js'

/** One name in the certificate, because each handshake would have to read a hundred. */
const DOMAIN = 'receiver.localhost'

/** The targets of a receiver, and its certificate. */
export interface ReceiverPlace {
  readonly urls: readonly string[]
  readonly caFile: string
}

/** An HTTPS receiver with many names, each of which is a target. */
export interface Receiver extends ReceiverPlace {
  /** The folder of its files, removed on close. */
  readonly folder: string
  /** Milliseconds from the creation of each event to its first byte here. */
  readonly latenciesMs: number[]
  /** Whether each answer closes its connection. */
  closes: boolean
  close(): void
}

export async function startReceiver(targets: number): Promise<Receiver> {
  const names = Array.from({ length: targets }, (_, n) => `shop-${n}.${DOMAIN}`)
  const certificate = await makeCertificate([`*.${DOMAIN}`])
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-bench-'))
  const caFile = join(folder, 'receiver.pem')
  writeFileSync(caFile, certificate.cert)
  const server = createServer({ key: certificate.key, cert: certificate.cert }, async (request, answer) => {
    const cameAt = performance.timeOrigin + performance.now()
    const { made_at: madeAt } = JSON.parse(await text(request)) as { made_at: number } // created by the engine
    receiver.latenciesMs.push(cameAt - madeAt)
    if (receiver.closes) answer.setHeader('connection', 'close')
    answer.writeHead(204).end()
  })
  const port = await listen(server)
  const receiver: Receiver = {
    urls: names.map((name) => `https://${name}:${port}/hooks`),
    caFile,
    folder,
    latenciesMs: [],
    closes: false,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return receiver
}

/**
 * A receiver in a process of its own, for a bench that measures latencies. The handshakes of hundreds of connections would
 * delay the clock of the bench.
 */
export async function startReceiverApart(targets: number): Promise<ReceiverPlace & { close(): void }> {
  const args = [await builtProgram('webhooks/receiver-process.ts'), `${targets}`]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  // Figures without a running receiver would look too good.
  const fail = () => {
    throw new Error('the receiver ended')
  }
  child.once('exit', fail)
  const [line] = (await once(child.stdout, 'data')) as [Buffer] // its printed address
  return {
    ...(JSON.parse(line.toString('utf8')) as ReceiverPlace),
    close() {
      child.off('exit', fail)
      child.stdin.end()
    },
  }
}

/** @returns the port it listens on */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on TCP
}
