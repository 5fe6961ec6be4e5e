import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a node. */
export interface NodeRequest {
  readonly path: string
  /** Empty for a GET. */
  readonly body: string
}

export interface NodeAnswer {
  readonly status: number
  readonly body: string
}

export interface NodeRelay {
  readonly url: string
  close(): void
}

/** Serves a node at another URL. `answer` sees each request, and passes it on or answers in place of the node. */
export async function startNodeRelay(
  target: string,
  answer: (request: NodeRequest, pass: () => Promise<NodeAnswer>) => NodeAnswer | Promise<NodeAnswer>,
): Promise<NodeRelay> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer) // no encoding is set
    const body = Buffer.concat(chunks).toString('utf8')
    const path = incoming.url ?? '/'
    const pass = async () => {
      const url = `${target.replace(/\/$/, '')}${path}`
      const init = incoming.method === 'GET' ? {} : { method: incoming.method ?? 'POST', body }
      const answered = await fetch(url, { headers: { 'content-type': 'application/json' }, ...init })
      return { status: answered.status, body: await answered.text() }
    }
    try {
      const answered = await answer({ path, body }, pass)
      outgoing.writeHead(answered.status, { 'content-type': 'application/json' }).end(answered.body)
    } catch {
      outgoing.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
