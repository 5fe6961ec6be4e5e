import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { ANSWER_MS, noAnswerReason, SHOWN_CHARACTERS } from '../receiver-answer.js'

export interface ProbeRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Sent one after the other, with a pause in between. */
  readonly chunks: readonly Uint8Array[]
  readonly pauseMs: number
  readonly signal: AbortSignal
}

/** The answer of the receiver. */
export interface ProbeAnswer {
  /** Undefined without an answer. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ms: number
  /** The beginning of the body, or the reason why there was no answer. */
  readonly text: string
}

/** Posts a probe as the service posts a webhook: no redirect is followed, and the answer has 10 s. */
export async function sendProbe({
  url,
  headers,
  chunks,
  pauseMs,
  signal,
}: ProbeRequest): Promise<ProbeAnswer> {
  const startedAt = performance.now()
  const passed = () => Math.round(performance.now() - startedAt)
  const deadline = AbortSignal.timeout(ANSWER_MS)
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest
  try {
    return await new Promise((resolve, reject) => {
      const request = begin(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': length },
        agent: false, // a connection of its own, since a receiver may close one after a refusal
        signal: AbortSignal.any([signal, deadline]),
      })
      request.once('error', reject)
      request.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          if (text.length < SHOWN_CHARACTERS) text += part
        })
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            ms: passed(),
            text: text.slice(0, SHOWN_CHARACTERS),
          }),
        )
      })
      const send = (at: number) => {
        if (request.destroyed) return
        request.write(chunks[at])
        if (at + 1 < chunks.length) setTimeout(send, pauseMs, at + 1)
        else request.end()
      }
      send(0)
    })
  } catch (error) {
    signal.throwIfAborted()
    return { status: undefined, headers: {}, ms: passed(), text: noAnswerReason(error, deadline) }
  }
}
