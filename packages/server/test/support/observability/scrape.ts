import { expect } from 'vitest'
import type { Harness } from '../server/harness.js'

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
