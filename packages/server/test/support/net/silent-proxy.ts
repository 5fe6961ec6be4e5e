import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Passes everything on, but holds back what event streams say: a proxy that gathers answers sends their heads alone. */
export class SilentProxy {
  private readonly held: (() => void)[] = []

  private constructor(
    /** The service's URL by way of the proxy. */
    readonly url: string,
  ) {}

  static async start(target: string): Promise<SilentProxy> {
    const server = createServer((asked, answer) => proxy.pass(asked, answer, target))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // it listens on TCP
    const proxy = new SilentProxy(Object.assign(new URL(target), { port: `${port}` }).href)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return proxy
  }

  /** The streams that are open say all that was held back, and go on. */
  speak(): void {
    for (const goOn of this.held.splice(0)) goOn()
  }

  private pass(asked: IncomingMessage, answer: ServerResponse, target: string): void {
    const { method, headers, url: path = '/' } = asked
    const sent = request(new URL(path, target), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      answer.flushHeaders()
      if (path.endsWith('/events')) this.held.push(() => got.pipe(answer))
      else got.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    answer.on('close', () => sent.destroy())
    asked.pipe(sent)
  }
}
