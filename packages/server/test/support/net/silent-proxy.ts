import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that holds back the bodies of event streams, as a buffering proxy does, and passes everything else on. */
export class SilentProxy {
  private readonly held: (() => void)[] = []

  private constructor(
    /** The service's URL by way of the proxy. */
    readonly url: string,
  ) {}

  static async start(target: string): Promise<SilentProxy> {
    const server = createServer((asked, answer) => proxy.pass(asked, answer, target))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // the server listens on TCP
    const proxy = new SilentProxy(Object.assign(new URL(target), { port: `${port}` }).href)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return proxy
  }

  /** Sends everything that was held back; the open streams go on. */
  release(): void {
    for (const resume of this.held.splice(0)) resume()
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
