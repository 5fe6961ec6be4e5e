import { TERMINAL } from '../generated/routes.gen.js'
import type { ApiKey } from '../merchants/api-key.js'
import type { Order } from '../orders/order.js'
import { presentOrder } from '../orders/orders.js'
import { isOf } from '../scope.js'
import type { World } from '../world.js'
import type { OpenStream } from './open-stream.js'
import { Refusal } from './refusal.js'

const STREAMS_PER_SUBJECT = 5
const STREAMS_PER_KEY = 50
const STREAMS_PER_SCOPE = 100
const RETRY_AFTER_SECONDS = 5
const COMMENT_EVERY_MS = 15_000
export const STREAM_HEADERS = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }

/**
 * Opens an order's event stream: its current state unless the reader has it already, then every change.
 *
 * @param lastEventId the version that the reader claims to have
 * @throws Refusal rate_limit_exceeded when the order, the key or the merchant's environment has too many
 */
export function openOrderStream(
  world: World,
  key: ApiKey,
  order: Order,
  lastEventId: string | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let version = lastEventId === `${order.version}` ? order.version : 0
  const sendPending = (stream: OpenStream) => {
    if (order.version > version) {
      version = order.version
      stream.send(`id: ${version}\ndata: ${JSON.stringify(presentOrder(world, order))}\n\n`)
    }
    if (TERMINAL.includes(order.status)) stream.end()
  }
  return openStream(world, { key, subject: order, sendPending })
}

/** Opens an event stream that sends its pending messages now and at each notification. @throws Refusal rate_limit_exceeded */
export function openStream(
  world: World,
  about: Pick<OpenStream, 'key' | 'subject' | 'sendPending'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const open = [...world.streams]
  const isFull =
    open.filter((stream) => stream.subject === about.subject).length >= STREAMS_PER_SUBJECT ||
    open.filter((stream) => stream.key === about.key).length >= STREAMS_PER_KEY ||
    open.filter((stream) => isOf(stream.key, about.key)).length >= STREAMS_PER_SCOPE
  if (isFull) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  let stream: OpenStream | undefined
  return new ReadableStream({
    start(controller) {
      stream = follow(world, controller, about)
    },
    cancel: () => stream?.end(),
  })
}

/** Makes the streams of an order or a merchant send their pending messages. */
export function notifyStreams(world: World, subject: unknown): void {
  for (const stream of [...world.streams]) if (stream.subject === subject) update(stream)
}

function follow(
  world: World,
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
  about: Pick<OpenStream, 'key' | 'subject' | 'sendPending'>,
): OpenStream {
  const { clock, streams } = world
  const encoder = new TextEncoder()
  let timer: unknown
  const stream: OpenStream = {
    ...about,
    send: (text) => controller.enqueue(encoder.encode(text)),
    end() {
      clock.clearTimeout(timer)
      if (!streams.delete(stream)) return
      try {
        controller.close()
      } catch {
        // The reader has cancelled the stream.
      }
    },
  }
  const comment = () => {
    update(stream)
    if (!streams.has(stream)) return
    stream.send(': keep-alive\n\n')
    timer = clock.setTimeout(comment, COMMENT_EVERY_MS)
  }
  timer = clock.setTimeout(comment, COMMENT_EVERY_MS)
  streams.add(stream)
  update(stream)
  return stream
}

/** Streams of a revoked key end. */
function update(stream: OpenStream): void {
  if (stream.key.revokedAt !== null) stream.end()
  else stream.sendPending(stream)
}
