import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Broadcast, broadcastIn } from '../withdrawals/payout-faults.js'

/** Answer of the node; undefined closes the connection without one. */
export type GateAnswer = string | undefined

/** Handles a broadcast. @param pass sends it on to the node */
export type OnBroadcast = (broadcast: Broadcast, pass: () => Promise<string>) => Promise<GateAnswer>

const SIMULATIONS = /eth_estimateGas|triggerconstantcontract/

/** A proxy between a server and its node, which lets a test act at a broadcast or at the simulation of a transfer. */
export class BroadcastGate {
  /** Handles the next broadcast only. */
  private next: OnBroadcast | undefined
  /** Called instead of the next simulation of a transfer only. */
  private nextSimulation: (() => Promise<void>) | undefined
  /** Bytes that never reach the node, though the server gets an answer that they did. */
  private readonly lost = new Set<string>()
  /** Called after each broadcast that was passed on and answered. */
  onPassed: () => void = () => undefined

  private constructor(
    private readonly target: string,
    readonly url: string,
    private readonly close: () => Promise<void>,
  ) {}

  static async start(target: string): Promise<BroadcastGate> {
    let gate: BroadcastGate | undefined
    const server = createServer((request, response) => {
      gate?.serve(request, response).catch(() => response.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    gate = new BroadcastGate(target, `http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    return gate
  }

  onNextBroadcast(act: OnBroadcast): void {
    this.next = act
  }

  onNextSimulation(act: () => Promise<void>): void {
    this.nextSimulation = act
  }

  /** Loses the next transaction at every broadcast. */
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
    const answer = await this.answer(path, text)
    if (answer === undefined) {
      response.destroy()
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  }

  private async answer(path: string, text: string): Promise<GateAnswer> {
    const pass = async () => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${this.target}${path}`, { method: 'POST', headers, body: text })).text()
    }
    const broadcast = broadcastIn(path, text)
    if (broadcast) return this.answerBroadcast(broadcast, pass)
    const { nextSimulation } = this
    if (nextSimulation && SIMULATIONS.test(path + text)) {
      this.nextSimulation = undefined
      await nextSimulation()
      return undefined
    }
    return pass()
  }

  private async answerBroadcast(broadcast: Broadcast, pass: () => Promise<string>): Promise<GateAnswer> {
    if (this.lost.has(broadcast.bytes)) return JSON.stringify(broadcast.accepted)
    const { next } = this
    this.next = undefined
    if (next) return next(broadcast, pass)
    const answer = await pass()
    this.onPassed()
    return answer
  }
}
