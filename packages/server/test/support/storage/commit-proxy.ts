import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Port of a URL without one. */
const POSTGRES_PORT = 5_432

/** The part of the next COMMIT that is lost: its answer, after it arrived, or the COMMIT itself. */
export type Loss = 'answer' | 'question'

export interface CommitProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string
  loseNext(loss: Loss): void
  /** Loses the next COMMIT, and lets no connection through afterwards. */
  loseAllFromNext(loss: Loss): void
  /** Lets connections through again. */
  restart(): void
  /** Number of lost commits. */
  readonly lost: number
}

/** Starts a proxy to PostgreSQL that can cut the connection at the COMMIT of a transaction that writes. */
export async function commitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state: { loss: Loss | undefined; goesDown: boolean; isDown: boolean; lost: number } = {
    loss: undefined,
    goesDown: false,
    isDown: false,
    lost: 0,
  }
  const server = createServer((client) => {
    if (state.isDown) return void client.destroy()
    const upstream = connect(Number(target.port || POSTGRES_PORT), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let isAnswerLost = false
    let isWriting = false
    const cut = () => {
      state.lost += 1
      state.isDown = state.goesDown
      for (const socket of state.isDown ? sockets : [client, upstream]) socket.destroy()
    }
    client.on('data', (bytes) => {
      // A hint to other servers is a script that begins with `BEGIN;`. It stores nothing.
      if (bytes.includes('BEGIN')) isWriting = bytes.includes('BEGIN ') && !bytes.includes('READ ONLY')
      const loss = isWriting && bytes.includes('COMMIT\0') ? state.loss : undefined
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
      Object.assign(state, { loss, goesDown: false })
    },
    loseAllFromNext(loss) {
      Object.assign(state, { loss, goesDown: true })
    },
    restart() {
      state.isDown = false
    },
    get lost() {
      return state.lost
    },
  }
}
