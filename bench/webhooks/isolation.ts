import { quantile, type Result, ROUNDS, waitsOf } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'
import { type DeliveryReceiver, startDeliveryReceiver } from './delivery-receiver.js'

const HEALTHY = 99
const LOAD = { perSecond: 300, deliveries: sized(1_800, 99) }

/** Latency of events to 99 healthy targets, with and without another target that never answers. */
export async function isolation(): Promise<Result[]> {
  const receiver = await startDeliveryReceiver(HEALTHY + 1)
  try {
    const pairs: [alone: number, beside: number][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await p99Of(receiver, receiver.urls)
      const beside = await p99Of(
        receiver,
        [receiver.blackHole, ...receiver.urls.slice(1)],
        receiver.blackHole,
      )
      pairs.push([alone, beside])
    }
    const what = 'p99 from the event to its first byte, beside a black hole against without it'
    return [waitsOf({ what, goal: '≤ 1.2' }, pairs)]
  } finally {
    receiver.close()
  }
}

async function p99Of(
  receiver: DeliveryReceiver,
  urls: readonly string[],
  blackHole?: string,
): Promise<number> {
  await receiver.run({ kind: 'queue', urls, ...LOAD, ...(blackHole && { blackHole }) })
  return quantile(receiver.latenciesMs, 0.99)
}
