import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Handover, handoverIn } from '../withdrawals/payout-faults.js'

/** An answer of the node, or nothing where nobody is left to hear it. */
export type Told = string | undefined

/** What happens to a handover on its way. @param pass hands it on to the node */
export type OnHandover = (handover: Handover, pass: () => Promise<string>) => Promise<Told>

const TRIALS = /eth_estimateGas|triggerconstantcontract/

/** Stands between a server and its node: passes everything on, and lets a test do something at what counts. */
export class HandoverGate {
  /** For the next handover only. */
  private next: OnHandover | undefined
  /** For the next trial of a transfer only, in the place of its answer. */
  private nextTrial: (() => Promise<void>) | undefined
  /** Bytes that never arrive, though the server is told that they did. */
  private readonly lost = new Set<string>()
  /** After each that was passed on and answered. */
  onPassed: () => void = () => undefined

  private constructor(
    private readonly target: string,
    readonly url: string,
    private readonly close: () => Promise<void>,
  ) {}

  static async start(target: string): Promise<HandoverGate> {
    let gate: HandoverGate | undefined
    const server = createServer((request, response) => {
      gate?.serve(request, response).catch(() => response.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    gate = new HandoverGate(target, `http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    return gate
  }

  atHandover(act: OnHandover): void {
    this.next = act
  }

  atTrial(act: () => Promise<void>): void {
    this.nextTrial = act
  }

  /** The next transaction is lost, however often it is handed over. */
  loseNext(): void {
    this.next = async ({ bytes, accepted }) => {
      this.lost.add(bytes)
      return JSON.stringify(accepted)
    }
  }

  stop(): Promise<void> {
    return this.close()
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? '/'
    const text = Buffer.concat(chunks).toString('utf8')
    const told = await this.answer(path, text)
    if (told === undefined) {
      response.destroy()
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(told)
  }

  private async answer(path: string, text: string): Promise<Told> {
    const pass = async () => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${this.target}${path}`, { method: 'POST', headers, body: text })).text()
    }
    const handover = handoverIn(path, text)
    if (handover) return this.handOver(handover, pass)
    const { nextTrial } = this
    if (nextTrial && TRIALS.test(path + text)) {
      this.nextTrial = undefined
      await nextTrial()
      return undefined
    }
    return pass()
  }

  private async handOver(handover: Handover, pass: () => Promise<string>): Promise<Told> {
    if (this.lost.has(handover.bytes)) return JSON.stringify(handover.accepted)
    const { next } = this
    this.next = undefined
    if (next) return next(handover, pass)
    const told = await pass()
    this.onPassed()
    return told
  }
}
