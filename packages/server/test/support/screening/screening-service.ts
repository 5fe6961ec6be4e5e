import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Question {
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = (response: ServerResponse, question: Question) => void

/** A service that judges payments, and answers whatever a test wants. */
export class ScreeningService {
  readonly questions: Question[] = []
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
        const question = { method: request.method, headers: request.headers, body }
        service.questions.push(question)
        service.answer(response, question)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo // it listens on a port
    const service = new ScreeningService(`http://127.0.0.1:${port}/judge`, passes)
    return service
  }

  says(answer: Answer): void {
    this.answer = answer
  }

  saysJson(value: unknown): void {
    this.says((response) => response.end(JSON.stringify(value)))
  }
}

const passes: Answer = (response) => response.end('{"verdict":"pass"}')
