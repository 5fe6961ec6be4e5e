import type { Response } from 'express'

const COMMENT_EVERY_MS = 15_000
/** A reader that is this far behind is cut off; it reconnects and goes on from its last id. */
const MAX_BUFFERED_BYTES = 65_536

/** One open event stream. */
export class EventStream {
  private readonly timer: NodeJS.Timeout

  /** @param onComment runs before each keep-alive comment: the moment to look whether the stream may stay open */
  constructor(
    private readonly response: Response,
    onComment: () => void,
  ) {
    // Express itself would append a charset, which the media type does not have. Whoever transforms a stream holds it back.
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    response.flushHeaders()
    this.timer = setInterval(() => {
      onComment()
      this.write(': keep-alive\n\n')
    }, COMMENT_EVERY_MS)
    whenClosed(response, () => clearInterval(this.timer))
  }

  get isOpen(): boolean {
    return !this.response.closed && !this.response.writableEnded
  }

  send(id: number | string, data: unknown): void {
    this.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
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
    clearInterval(this.timer)
    if (this.isOpen) this.response.end()
  }

  private write(text: string): void {
    if (!this.isOpen) return
    this.response.write(text)
    if (this.response.writableLength > MAX_BUFFERED_BYTES) this.response.destroy()
  }
}

/**
 * Runs when the response ends or its connection does: one that waits behind another on its connection never ends itself.
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
  response.once('close', done)
  socket.once('close', done)
  return forget
}
