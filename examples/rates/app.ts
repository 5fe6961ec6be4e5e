import { createServer, type Server } from 'node:http'
import {
  documentOf,
  type RateDocument,
  type ReferenceRates,
  readReferenceRates,
  readTicker,
} from './rates.js'

export interface Sources {
  readonly referenceRates: string
  readonly ticker: string
}

interface Options {
  readonly sources: Sources
  readonly fetch?: typeof fetch
  readonly now?: () => Date
}

/** The ECB publishes once a day. */
const HOUR_MS = 3_600_000
const ANSWER_MS = 5_000

/** Makes a server that answers every request with a document of rates, or 502 where a source does not answer. */
export function createApp(options: Options): Server {
  const read = reader(options)
  return createServer((_, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    read().then(
      (document) => reply(200, document),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        reply(502, { error: 'no rates' })
      },
    )
  })
}

function reader({
  sources,
  fetch: call = fetch,
  now = () => new Date(),
}: Options): () => Promise<RateDocument> {
  let kept: { readonly rates: ReferenceRates; readonly at: number } | undefined
  const get = async (url: string) => {
    const { host } = new URL(url)
    const response = await call(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error: unknown) => {
      throw new Error(`${host} does not answer: ${error instanceof Error ? error.message : error}`)
    })
    if (!response.ok) throw new Error(`${host} answers ${response.status}`)
    return response.text()
  }
  return async () => {
    const at = now()
    if (!kept || at.getTime() - kept.at > HOUR_MS)
      kept = { rates: readReferenceRates(await get(sources.referenceRates)), at: at.getTime() }
    return documentOf(kept.rates, readTicker(await get(sources.ticker)), at)
  }
}
