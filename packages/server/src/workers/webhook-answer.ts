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
    const chunks: Buffer[] = []
    let left = MAX_BYTES
    const timer = setTimeout(() => answer.destroy(), MAX_MS)
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, left))
      left -= chunk.byteLength
      if (left < 0) answer.destroy()
    })
    answer.on('error', () => undefined)
    answer.once('close', () => {
      clearTimeout(timer)
      resolve({ bytes: Buffer.concat(chunks), isTruncated: !answer.complete || left < 0 })
    })
  })
}
