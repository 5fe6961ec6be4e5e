import type { Received } from '../../../packages/sdk/test/support/peer.js'
import type { Report } from './report.js'

/** Formats milliseconds as seconds. */
export const seconds = (ms: number): string => (ms / 1_000).toFixed(2)

/** Describes the end of a call, its time and its requests. */
export const storyOf = ({ end, ms, error, received }: Report): string =>
  `${end === 'resolved' ? 'success' : (error?.name ?? end)} ${seconds(ms)} s, ${countOf(received)}`

/** Describes the number of requests and their times. */
export function countOf(received: readonly Received[]): string {
  const times = received.map(({ at }) => seconds(at - (received[0]?.at ?? at)))
  if (times.length > 1) return `${times.length} requests at ${times.join(', ')} s`
  return times.length === 1 ? '1 request' : 'no request'
}

/** Milliseconds between the first two requests; NaN without a second one. */
export const firstGapMs = ([first, second]: readonly Received[]): number =>
  first && second ? second.at - first.at : Number.NaN
