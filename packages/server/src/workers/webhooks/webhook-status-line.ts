import type { ClientRequest } from 'node:http'

const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?!\S)/
const SWITCHING_PROTOCOLS = 101
const FIRST_FINAL_STATUS = 200

/**
 * Watches the response to a request for its status line. Node's parser rejects heads that are malformed after that
 * line: lines that end with a bare line feed, a repeated length, a space before a colon, a folded field.
 *
 * @returns a function that returns the status of the final response, once its line is complete
 */
export function watchStatusLine(sent: ClientRequest): () => number | undefined {
  const line = new StatusLine()
  sent.once('socket', (socket) => {
    const read = (chunk: Buffer) => line.read(chunk)
    // Runs before the listener of the parser, which may reject the same bytes.
    socket.prependListener('data', read)
    sent.once('response', () => socket.off('data', read))
  })
  return () => line.status
}

/** Reads status lines. The parser limits the number of bytes. */
class StatusLine {
  status: number | undefined
  private isOver = false
  private isInterim = false
  private partial = ''

  read(chunk: Buffer): void {
    if (this.isOver) return
    const lines = (this.partial + chunk.toString('latin1')).split('\n')
    this.partial = lines.pop() ?? ''
    for (const line of lines) this.readLine(line.replace(/\r$/, ''))
  }

  private readLine(line: string): void {
    if (line === '') this.isInterim = false
    if (line === '' || this.isInterim || this.isOver) return
    const status = Number(STATUS_LINE.exec(line)?.[1])
    this.isInterim = status < FIRST_FINAL_STATUS && status !== SWITCHING_PROTOCOLS
    this.isOver = !this.isInterim
    if (status >= FIRST_FINAL_STATUS) this.status = status
  }
}
