import { Agent, request } from 'node:http'
import type { Answer } from './answers.js'
import type { Wire } from './cases.js'

/** Sends requests to one server, over connections that are used again. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 })

  constructor(private readonly url: string) {}

  /** Sends a request. A stream is left after its first message, or with its head where no message comes at once. */
  send(wire: Wire, awaitsMessage: boolean): Promise<Answer> {
    const { method, target, headers, bytes } = wire
    const { hostname, port } = new URL(this.url)
    const all = { ...headers, 'content-length': `${bytes.byteLength}` }
    const where = { hostname, port, path: target, method, headers: all, agent: this.agent }
    return new Promise((resolve, reject) => {
      const sent = request(where, (answer) => {
        const isStream = answer.headers['content-type'] === 'text/event-stream'
        let text = ''
        const finish = () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
          if (isStream) sent.destroy()
        }
        if (isStream && !awaitsMessage) return finish()
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
          if (isStream && text.includes('\n\n')) finish()
        })
        answer.once('end', finish)
        answer.once('error', reject)
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The server closed a connection that was idle, just when it was used again.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
        if (isStale) this.send(wire, awaitsMessage).then(resolve, reject)
        else reject(error)
      })
      sent.end(bytes)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}
