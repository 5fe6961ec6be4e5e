import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeCertificate } from '../../../../../test-support/net/certificate.js'
import { openNameServer } from '../webhooks/loopback-name-server.js'
import { pause } from './driver.js'
import type { Random } from './sites.js'

/** One POST at a receiver. Instants are of the wall clock, like those of the servers. */
export interface SeenPost {
  readonly attempt: number
  readonly cameAt: number
  readonly body: string
  /** Undefined while the POST is under way, and when its sender ended first. */
  readonly answer?: { readonly at: number; readonly isTaken: boolean }
}

/** A slow receiver that mostly refuses. It outlives the servers that call it. */
export interface AttemptLog {
  readonly origin: string
  /** The name server that resolves its name. */
  readonly nameServer: string
  /** The certificate that senders must trust. */
  readonly authority: string
  /** By webhook id, in order of arrival. */
  readonly posts: ReadonlyMap<string, readonly SeenPost[]>
  /** Webhook ids that arrived while an earlier POST of the same id was under way. */
  readonly twiceAtOnce: readonly string[]
  close(): void
}

const THINKS_MS = 200
/** One POST of this number is accepted. */
const TAKEN = 4

const NAME = 'hooks.shop.example'

type Written = { -readonly [Name in keyof SeenPost]: SeenPost[Name] }

export async function startAttemptLog(random: Random): Promise<AttemptLog> {
  const { key, cert } = await makeCertificate([NAME])
  const posts = new Map<string, Written[]>()
  const underWay = new Map<string, number>()
  const twiceAtOnce: string[] = []
  const server = createServer({ key, cert }, async (request, response) => {
    const id = String(request.headers['x-webhook-id'])
    const attempt = Number(request.headers['x-webhook-attempt'])
    const post: Written = { attempt, cameAt: Date.now(), body: '' }
    posts.set(id, [...(posts.get(id) ?? []), post])
    const others = underWay.get(id) ?? 0
    if (others > 0) twiceAtOnce.push(id)
    underWay.set(id, others + 1)
    response.once('close', () => underWay.set(id, (underWay.get(id) ?? 1) - 1))
    // A sender may be killed during a request.
    post.body = await text(request).catch(() => '')
    await pause(random(THINKS_MS))
    if (response.destroyed) return
    const isTaken = random(TAKEN) === 0
    post.answer = { at: Date.now(), isTaken }
    response.writeHead(isTaken ? 204 : 500).end()
  })
  server.on('clientError', (_, socket) => socket.destroy())
  // Senders must close idle connections first: they repeat a request whose socket closes.
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const nameServer = await openNameServer((type) => (type === 'A' ? ['127.0.0.1'] : []))
  return {
    origin: `https://${NAME}:${port}`,
    nameServer: nameServer.address,
    authority: cert,
    posts,
    twiceAtOnce,
    close() {
      nameServer.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
