import { OPERATIONS } from '../generated/operations.gen.js'
import type { ApiKey } from './api-keys.js'
import { type Order, presentOrder } from './orders.js'
import { Refusal } from './refusal.js'
import type { World } from './world.js'

/** An event stream that somebody reads. */
export interface OpenStream {
  readonly key: ApiKey
  readonly order: Order
  /** The version that was sent last; 0 before the first. */
  version: number
  send(text: string): void
  end(): void
}

const STREAMS_PER_ORDER = 5
const STREAMS_PER_KEY = 50
const RETRY_AFTER_SECONDS = 5
const COMMENT_EVERY_MS = 15_000

/**
 * Opens an order's event stream: its present state unless the reader has it, then every change.
 *
 * @param lastEventId the version that the reader says it has
 * @throws Refusal rate_limit_exceeded when the order or the key has too many
 */
export function openStream(
  world: World,
  key: ApiKey,
  order: Order,
  lastEventId: string | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const open = [...world.streams]
  const isFull =
    open.filter((stream) => stream.order === order).length >= STREAMS_PER_ORDER ||
    open.filter((stream) => stream.key === key).length >= STREAMS_PER_KEY
  if (isFull) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  const version = lastEventId === `${order.version}` ? order.version : 0
  let stream: OpenStream | undefined
  return new ReadableStream({
    start(controller) {
      stream = followOrder(world, controller, { key, order, version })
    },
    cancel: () => stream?.end(),
  })
}

/** Tells the streams of an order what has become of it. */
export function tellStreams(world: World, order: Order): void {
  for (const stream of [...world.streams]) if (stream.order === order) tell(world, stream)
}

function followOrder(
  world: World,
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
  { key, order, version }: Pick<OpenStream, 'key' | 'order' | 'version'>,
): OpenStream {
  const { clock, streams } = world
  const encoder = new TextEncoder()
  let timer: unknown
  const stream: OpenStream = {
    key,
    order,
    version,
    send: (text) => controller.enqueue(encoder.encode(text)),
    end() {
      clock.clearTimeout(timer)
      if (!streams.delete(stream)) return
      try {
        controller.close()
      } catch {
        // The reader has gone: there is nothing left to close.
      }
    },
  }
  const comment = () => {
    tell(world, stream)
    if (!streams.has(stream)) return
    stream.send(': keep-alive\n\n')
    timer = clock.setTimeout(comment, COMMENT_EVERY_MS)
  }
  timer = clock.setTimeout(comment, COMMENT_EVERY_MS)
  streams.add(stream)
  tell(world, stream)
  return stream
}

/** Sends the order if it is news, while the key is active; ends the stream with the order. */
function tell(world: World, stream: OpenStream): void {
  const { order, key } = stream
  const isRevoked = key.revokedAt !== null
  if (!isRevoked && order.version > stream.version) {
    stream.version = order.version
    stream.send(`id: ${order.version}\ndata: ${JSON.stringify(presentOrder(world, order))}\n\n`)
  }
  const isOver = OPERATIONS.streamOrderEvents.terminal.some((status) => status === order.status)
  if (isRevoked || isOver) stream.end()
}
