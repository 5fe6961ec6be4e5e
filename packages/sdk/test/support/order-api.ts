import { MerchantPay } from '../../src/client.js'
import type { ClientOptions, Fetch } from '../../src/options.js'
import { KEY_ID, SECRET } from './keys.js'
import { VirtualClock } from './virtual-clock.js'

/** One request that an API saw. */
export interface Asked {
  readonly kind: 'list' | 'get' | 'stream'
  /** Path and query. */
  readonly target: string
  /** Milliseconds since the API began. */
  readonly at: number
}

interface OpenStream {
  readonly id: string
  readonly controller: ReadableStreamDefaultController<Uint8Array>
}

/**
 * How streams come to the client: as they should; without the comments in between; as comments alone; held
 * back by a proxy; or not at all, since their opening is answered with 503 or another status.
 */
export type Streams = 'live' | 'uncommented' | 'comments' | 'held back' | number

const TERMINAL = ['PAID', 'EXPIRED', 'UNDERPAID', 'FROZEN', 'EXPIRED_PAID']
const COMMENT_MS = 15_000

/** The orders of one merchant on virtual time, newest first, as far as waiting looks at them. */
export class OrderApi {
  readonly clock = new VirtualClock()
  readonly asked: Asked[] = []
  streams: Streams = 'live'
  /** Answers instead of the API, where it answers at all. */
  override: ((asked: Asked) => Response | Promise<Response> | undefined) | undefined
  readonly #orders = new Map<string, { id: string; status: string; version: number }>()
  readonly #open = new Set<OpenStream>()

  /** Options of its clients. */
  get options(): ClientOptions {
    const { clock, fetch } = this
    return { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET, clock, fetch }
  }

  /** A client of this API. */
  client(more: ClientOptions = {}): MerchantPay {
    return new MerchantPay({ ...this.options, ...more })
  }

  get openStreams(): number {
    return this.#open.size
  }

  count(kind: Asked['kind']): number {
    return this.asked.filter((asked) => asked.kind === kind).length
  }

  /** Gives an order a status; a new id is a new order. */
  set(id: string, status: string): void {
    const version = (this.#orders.get(id)?.version ?? 0) + 1
    this.#orders.set(id, { id, status, version })
    for (const stream of this.#open) if (stream.id === id && this.#hasEvents) this.#push(stream)
  }

  /** Sends on its open streams how an order was at first. */
  repeat(id: string, status: string): void {
    for (const stream of this.#open) {
      if (stream.id === id)
        this.#write(stream, `id: 1\ndata: ${JSON.stringify({ id, status, version: 1 })}\n\n`)
    }
  }

  /** Breaks all open streams. */
  cut(): void {
    for (const { controller } of this.#open) controller.error(new TypeError('terminated'))
    this.#open.clear()
  }

  readonly fetch: Fetch = async (url, { signal }) => {
    const { pathname, search, searchParams } = new URL(url)
    const [, , , id = '', events] = pathname.split('/')
    const kind = id === '' ? 'list' : events === undefined ? 'get' : 'stream'
    const asked = { kind, target: pathname + search, at: this.clock.monotonic() } as const
    this.asked.push(asked)
    signal?.throwIfAborted()
    const answer = this.override?.(asked)
    if (answer) return answer
    if (kind === 'list')
      return this.#list(Number(searchParams.get('limit')), Number(searchParams.get('offset')))
    const order = this.#orders.get(id)
    if (!order) return refusal(404, 'order not found')
    if (kind === 'get') return Response.json(order)
    if (typeof this.streams === 'number') return refusal(this.streams, 'service unavailable')
    return this.#openStream(id, signal)
  }

  #list(limit: number, offset: number): Response {
    const newestFirst = [...this.#orders.values()].reverse()
    return Response.json({ orders: newestFirst.slice(offset, offset + limit), total: newestFirst.length })
  }

  #openStream(id: string, signal: AbortSignal | null | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const stream = { id, controller }
        this.#open.add(stream)
        signal?.addEventListener('abort', () => {
          if (this.#open.delete(stream)) controller.error(signal.reason)
        })
        if (this.#hasEvents) this.#push(stream)
        if (this.#hasComments) this.#comment(stream)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  get #hasEvents(): boolean {
    return this.streams === 'live' || this.streams === 'uncommented'
  }

  get #hasComments(): boolean {
    return this.streams === 'live' || this.streams === 'comments'
  }

  #push(stream: OpenStream): void {
    const order = this.#orders.get(stream.id)
    this.#write(stream, `id: ${order?.version}\ndata: ${JSON.stringify(order)}\n\n`)
    if (!TERMINAL.includes(order?.status ?? '')) return
    this.#open.delete(stream)
    stream.controller.close()
  }

  #comment(stream: OpenStream): void {
    this.clock.setTimeout(() => {
      if (!this.#open.has(stream)) return
      if (this.#hasComments) this.#write(stream, ':\n\n')
      this.#comment(stream)
    }, COMMENT_MS)
  }

  #write({ controller }: OpenStream, text: string): void {
    controller.enqueue(new TextEncoder().encode(text))
  }
}

/** Makes a refusal. */
export function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers })
}
