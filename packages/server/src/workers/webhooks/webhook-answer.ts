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
    let kept: Buffer = Buffer.alloc(0)
    let length = 0
    let left = MAX_BYTES
    const timer = setTimeout(() => answer.destroy(), MAX_MS)
    answer.on('data', (chunk: Buffer) => {
      kept = withRoom(kept, length, length + chunk.byteLength)
      length += chunk.copy(kept, length)
      left -= chunk.byteLength
      if (left < 0) answer.destroy()
    })
    answer.on('error', () => undefined)
    answer.once('close', () => {
      clearTimeout(timer)
      resolve({ bytes: Buffer.from(kept.subarray(0, length)), isTruncated: !answer.complete || left < 0 })
    })
  })
}

/**
 * One buffer for all, which grows: a body of single-byte chunks would cost a hundred times its size in buffers of their
 * own, and the largest for every short answer would keep the collector busy.
 */
function withRoom(kept: Buffer, length: number, wanted: number): Buffer {
  if (wanted <= kept.byteLength || kept.byteLength === MAX_BYTES) return kept
  const larger = Buffer.allocUnsafe(Math.min(2 * wanted, MAX_BYTES))
  kept.copy(larger, 0, 0, length)
  return larger
}
