import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ScreeningRequest {
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = (response: ServerResponse, request: ScreeningRequest) => void

/** A screening service that answers as a test wants. */
export class ScreeningService {
  readonly requests: ScreeningRequest[] = []
  private constructor(
    readonly url: string,
    private answer: Answer,
  ) {}

  static async start(): Promise<ScreeningService> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8')
        const received = { method: request.method, headers: request.headers, body }
        service.requests.push(received)
        service.answer(response, received)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo // the server listens on TCP
    const service = new ScreeningService(`http://127.0.0.1:${port}/judge`, pass)
    return service
  }

  respond(answer: Answer): void {
    this.answer = answer
  }

  respondJson(value: unknown): void {
    this.respond((response) => response.end(JSON.stringify(value)))
  }
}

const pass: Answer = (response) => response.end('{"verdict":"pass"}')
