import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { type Harness, type Keys, sign } from '../server/harness.js'

export const WITH_METRICS = { MERCHANTPAY_METRICS_PORT: '0' }

/** Returns the metrics of a server as text. */
export async function scrape({ server }: Harness): Promise<string> {
  const answer = await fetch(server.metricsUrl ?? '')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  return answer.text()
}

/** Returns the samples of one metric as text. */
export const samplesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(name))

/** Returns the value of one sample, or undefined. */
export function sampleValue(text: string, sample: string): number | undefined {
  const [line] = samplesOf(text, `${sample} `)
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

/** Opens a stream without a connection pool, which would keep the stop of the server waiting. */
export function openRaw({ server }: Harness, target: string, keys?: Keys): Promise<IncomingMessage> {
  const headers = keys && {
    authorization: sign({ ...keys, method: 'GET', target, bytes: Buffer.alloc(0) }),
  }
  return new Promise((resolve, reject) =>
    get(`${server.url}${target}`, { headers }, resolve).on('error', reject),
  )
}
