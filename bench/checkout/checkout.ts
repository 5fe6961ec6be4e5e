import { openBrowser } from '../../packages/server/test/support/checkout/chromium.js'
import { type Visit, visitSlowly } from '../../packages/server/test/support/checkout/slow-page.js'
import { quantile, type Result, ROUNDS } from '../lib/rounds.js'
import { startServer } from '../lib/servers.js'

const PEERS: readonly Result[] = [
  {
    what: 'bepusdt’s page for TRC20, as published, not measured here',
    value: 'LCP 932 ms',
    spread: '46 KB, 7 requests',
    goal: 'none',
  },
  {
    what: 'BTCPay Server’s checkout, as published, not measured here',
    value: '229 KB gzip',
    spread: 'without its time',
    goal: 'none',
  },
]

/** The first visit of a payer with a phone on a poor network, with the published figures of other checkouts. */
export async function checkout(): Promise<Result[]> {
  const server = await startServer()
  const { browser, stop } = await openBrowser()
  try {
    await visitSlowly(browser, server.order.payment_url)
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      visits.push(await visitSlowly(browser, server.order.payment_url))
    }
    return [
      resultOf(visits, 'largestPaintMs', 'largest paint (LCP)', 'ms', '< 800 ms'),
      resultOf(visits, 'bytes', 'bytes on the wire', 'B', '≤ 14,336 B'),
      resultOf(visits, 'requests', 'requests', '', '1'),
      resultOf(visits, 'streams', 'streams', '', '1'),
      ...PEERS,
    ]
  } finally {
    await stop()
    await server.stop()
  }
}

function resultOf(
  visits: readonly Visit[],
  name: keyof Visit,
  what: string,
  unit: string,
  goal: string,
): Result {
  const values = visits.map((visit) => visit[name])
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(0))
  return {
    what: `checkout at 1.6 Mbit/s, 150 ms, CPU 4 × slower: ${what}`,
    value: `${middle} ${unit}`.trim(),
    spread: `p10 ${low}, p90 ${high}, ${visits.length} rounds`,
    goal,
  }
}
