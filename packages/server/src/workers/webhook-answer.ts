import type { IncomingMessage } from 'node:http'

/** Of an answer's body this much is read, for this long; then the connection is cut. */
const MAX_BYTES = 65_536
const MAX_MS = 2_000

/** The beginning of an answer's body. */
export interface AnswerSample {
  readonly bytes: Buffer
  readonly isTruncated: boolean
}

/** Reads what comes after the head, within its bounds. Never fails: the outcome is known, and the rest changes nothing. */
export function readSample(answer: IncomingMessage): Promise<AnswerSample> {
  return new Promise((resolve) => {
    // One buffer for all: a body of single-byte chunks would cost a hundred times its size in buffers of their own.
    let kept: Buffer | undefined
    let length = 0
    let left = MAX_BYTES
    const timer = setTimeout(() => answer.destroy(), MAX_MS)
    answer.on('data', (chunk: Buffer) => {
      kept ??= Buffer.allocUnsafe(MAX_BYTES)
      length += chunk.copy(kept, length)
      left -= chunk.byteLength
      if (left < 0) answer.destroy()
    })
    answer.on('error', () => undefined)
    answer.once('close', () => {
      clearTimeout(timer)
      const bytes = kept === undefined ? Buffer.alloc(0) : Buffer.from(kept.subarray(0, length))
      resolve({ bytes, isTruncated: !answer.complete || left < 0 })
    })
  })
}
