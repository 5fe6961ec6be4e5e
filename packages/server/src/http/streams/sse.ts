import type { Response } from 'express'

/** A reader that is this far behind is cut off; it reconnects and goes on from its last id. */
const MAX_BUFFERED_BYTES = 65_536

/** One message as it goes over the wire. */
export const messageOf = (id: number | string, data: unknown): string =>
  `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** One open event stream. */
export class EventStream {
  constructor(private readonly response: Response) {
    // Express itself would append a charset, which the media type does not have. Proxies that transform a stream hold it back.
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    response.flushHeaders()
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

  /** Sends what {@link messageOf} made, which several streams may share. */
  sendMessage(message: string): void {
    this.write(message)
  }

  /** Tells the reader how long to wait before it comes again, milliseconds. */
  retry(ms: number): void {
    this.write(`retry: ${ms}\n\n`)
  }

  /** Resolves when the reader keeps up, or is gone: for streams that have much to tell. */
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
 * Runs when the response ends or its connection does, at once where either has: a response that waits behind another on its
 * connection never ends itself.
 *
 * @returns a function that forgets about it
 */
export function whenClosed(response: Response, clean: () => void): () => void {
  const { socket } = response.req
  // The connection may carry many more responses: it keeps nothing of this one.
  const forget = () => {
    response.off('close', done)
    socket.off('close', done)
  }
  const done = () => {
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
