import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A request that passed the proxy, and its answer so far. */
export interface Exchange {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  sent: string
  /** Undefined until the answer begins. */
  status?: number
  answered: string
}

/** A proxy that passes bytes on unchanged and keeps a copy of them, so that tests see what a client really sends. */
export class RecordingProxy {
  /** In the order in which they began. */
  readonly exchanges: Exchange[] = []

  private constructor(
    readonly url: string,
    private readonly serverUrl: URL,
  ) {}

  static async start(serverUrl: string): Promise<RecordingProxy> {
    const server = createServer((incoming, answer) => proxy.pass(incoming, answer))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const proxy = new RecordingProxy(`http://127.0.0.1:${port}`, new URL(serverUrl))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return proxy
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url: target = '', headers } = incoming
    const exchange: Exchange = { method, target, headers, sent: '', answered: '' }
    this.exchanges.push(exchange)
    const { hostname, port } = this.serverUrl
    const passed = request({ hostname, port, method, path: target, headers }, (reply) => {
      exchange.status = reply.statusCode ?? 0
      answer.writeHead(exchange.status, reply.headers)
      reply.on('data', (chunk: Buffer) => {
        exchange.answered += chunk.toString('utf8')
      })
      // An error here means that the client has gone.
      pipeline(reply, answer, () => passed.destroy())
    })
    incoming.on('data', (chunk: Buffer) => {
      exchange.sent += chunk.toString('utf8')
    })
    pipeline(incoming, passed, (error) => {
      if (error) answer.destroy()
    })
  }
}
