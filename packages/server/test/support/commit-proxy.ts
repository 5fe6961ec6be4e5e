import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Where a URL without a port leads. */
const POSTGRES_PORT = 5_432

/** What happens to the next COMMIT: it arrives and its answer is lost, or it is lost itself. */
export type Loss = 'answer' | 'question'

export interface CommitProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string
  loseNext(loss: Loss): void
  /** How many were lost. */
  readonly lost: number
}

/** Stands between the store and PostgreSQL, and cuts the connection at a COMMIT when it is told to. */
export async function commitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state: { loss: Loss | undefined; lost: number } = { loss: undefined, lost: 0 }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || POSTGRES_PORT), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let isAnswerLost = false
    const cut = () => {
      state.lost += 1
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (bytes) => {
      const loss = bytes.includes('COMMIT\0') ? state.loss : undefined
      if (loss) state.loss = undefined
      if (loss === 'question') return cut()
      isAnswerLost = loss === 'answer'
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => (isAnswerLost ? cut() : client.write(bytes)))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: Object.assign(new URL(databaseUrl), { port: `${port}` }).href,
    loseNext(loss) {
      state.loss = loss
    },
    get lost() {
      return state.lost
    },
  }
}
