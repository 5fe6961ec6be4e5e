import type { IncomingMessage } from 'node:http'

/** Limits of the body that is read, in bytes and time; then the connection is cut. */
const MAX_BYTES = 65_536
const MAX_MS = 2_000

/** The beginning of a response body. */
export interface AnswerSample {
  readonly bytes: Buffer
  readonly isTruncated: boolean
}

/** Reads the body within its limits. Never fails: the outcome is already known, and the body does not change it. */
export function readSample(answer: IncomingMessage): Promise<AnswerSample> {
  return new Promise((resolve) => {
    let sample: Buffer = Buffer.alloc(0)
    let length = 0
    let left = MAX_BYTES
    const timer = setTimeout(() => answer.destroy(), MAX_MS)
    answer.on('data', (chunk: Buffer) => {
      sample = withCapacity(sample, length, length + chunk.byteLength)
      length += chunk.copy(sample, length)
      left -= chunk.byteLength
      if (left < 0) answer.destroy()
    })
    answer.on('error', () => undefined)
    answer.once('close', () => {
      clearTimeout(timer)
      resolve({ bytes: Buffer.from(sample.subarray(0, length)), isTruncated: !answer.complete || left < 0 })
    })
  })
}

/**
 * Grows one shared buffer. Separate buffers for single-byte chunks would cost a hundred times their size, and a
 * full-size buffer for every short response would burden the garbage collector.
 */
function withCapacity(sample: Buffer, length: number, needed: number): Buffer {
  if (needed <= sample.byteLength || sample.byteLength === MAX_BYTES) return sample
  const larger = Buffer.allocUnsafe(Math.min(2 * needed, MAX_BYTES))
  sample.copy(larger, 0, 0, length)
  return larger
}
