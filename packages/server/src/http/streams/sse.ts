import type { Response } from 'express'

/** A client that is this far behind is disconnected; it reconnects and continues from its last id. */
const MAX_BUFFERED_BYTES = 65_536

/** Formats one message for the wire. */
export const messageOf = (id: number | string, data: unknown): string =>
  `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** One open event stream. */
export class EventStream {
  constructor(private readonly response: Response) {
    // `writeHead`, because Express would append a charset, which this media type does not have. `no-transform`, because
    // proxies that transform a stream delay it.
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    response.flushHeaders()
    forgetHead(response)
    response.isEventStream = true
  }

  get isOpen(): boolean {
    const { closed, writableEnded, req } = this.response
    return !closed && !writableEnded && !req.socket.destroyed
  }

  /** Sends a comment, which keeps proxies awake. */
  comment(): void {
    this.write(': keep-alive\n\n')
  }

  send(id: number | string, data: unknown): void {
    this.write(messageOf(id, data))
  }

  /** Sends a message of {@link messageOf}, which several streams may share. */
  sendMessage(message: string): void {
    this.write(message)
  }

  /** Tells the client how long to wait before it reconnects, in milliseconds. */
  retry(ms: number): void {
    this.write(`retry: ${ms}\n\n`)
  }

  /** Resolves when the client has read the buffered output, or is gone. For streams that send much. */
  drained(): Promise<void> {
    if (!this.isOpen || !this.response.writableNeedDrain) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        forget()
        this.response.off('drain', done)
        resolve()
      }
      const forget = whenClosed(this.response, done)
      this.response.once('drain', done)
    })
  }

  end(): void {
    if (this.isOpen) this.response.end()
  }

  private write(text: string): void {
    if (!this.isOpen) return
    this.response.write(text)
    if (this.response.writableLength > MAX_BUFFERED_BYTES) this.response.destroy()
  }
}

/**
 * Runs `clean` when the response or its connection closes, or at once if either is closed. Both are watched, because a
 * response that waits behind another one on its connection never closes itself.
 *
 * @returns a function that removes the listeners
 */
export function whenClosed(response: Response, clean: () => void): () => void {
  const { socket } = response.req
  // The connection may carry more responses, so it keeps no listener of this one.
  let isForgotten = false
  const forget = () => {
    isForgotten = true
    response.off('close', done)
    socket.off('close', done)
  }
  const done = () => {
    // An event calls listeners that were removed while it runs, and the socket's closes the response.
    if (isForgotten) return
    forget()
    clean()
  }
  if (response.closed || socket.closed) clean()
  else {
    response.once('close', done)
    socket.once('close', done)
  }
  return forget
}

/**
 * Frees the head of a response and the routing of its request, which stay in memory as long as the stream: 5 KiB. Node's
 * fields are undocumented; if they are renamed, only the saving is lost.
 */
function forgetHead(response: Response): void {
  const { req } = response
  const headers = Object.getOwnPropertySymbols(response).find(
    ({ description }) => description === 'kOutHeaders',
  )
  if (headers) Reflect.set(response, headers, null)
  // Still true, since Node asks by it whether the head was sent.
  if (Reflect.has(response, '_header')) Reflect.set(response, '_header', 'sent')
  Reflect.set(req, 'next', undefined)
}
