import { Agent, request } from 'node:http'

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MEASURE_MS = 1_500

/** Keeps `connections` busy with calls for a while. @returns answers per second; one that is not 2xx is an error */
export async function load(origin: string, connections: number, next: () => Call): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  const deadline = started + MEASURE_MS
  let answered = 0
  const work = async () => {
    while (performance.now() < deadline) {
      await send(origin, agent, next())
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return answered / ((performance.now() - started) / 1_000)
}

function send(origin: string, agent: Agent, { method, path, headers, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode && answer.statusCode < 300
          ? resolve()
          : reject(new Error(`HTTP ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
