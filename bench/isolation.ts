import { type DeliveryReceiver, startDeliveryReceiver } from './delivery-receiver.js'
import { quantile, type Result, ROUNDS } from './rounds.js'

const HEALTHY = 99
const LOAD = { perSecond: 300, deliveries: 1_800 }

/** How long events take to 99 healthy targets, beside one that accepts connections and says nothing, and without it. */
export async function isolation(): Promise<Result[]> {
  const receiver = await startDeliveryReceiver(HEALTHY + 1)
  try {
    const ratios: number[] = []
    const p99s: [alone: number, beside: number][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await p99Of(receiver, receiver.urls)
      const beside = await p99Of(
        receiver,
        [receiver.blackHole, ...receiver.urls.slice(1)],
        receiver.blackHole,
      )
      ratios.push(beside / alone)
      p99s.push([alone, beside])
    }
    const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2))
    const [alone, beside] = [0, 1].map((at) =>
      quantile(
        p99s.map((pair) => pair[at] ?? Number.NaN),
        0.5,
      ).toFixed(1),
    )
    return [
      {
        what: 'p99 from the event to its first byte, beside a black hole against without it',
        value: `${middle} ×`,
        spread: `p10 ${low}, p90 ${high}, ${ROUNDS} rounds; ${alone} and ${beside} ms`,
        goal: '≤ 1.2',
      },
    ]
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
