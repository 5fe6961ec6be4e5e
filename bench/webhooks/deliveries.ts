import { compare, medianOf, quantile, type Result, ROUNDS, type Sample } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'
import { type DeliveryReceiver, startDeliveryReceiver } from './delivery-receiver.js'

const TARGETS = 16
/** Enough for V8 to finish compiling, whose CPU time would count for the run. */
const STEADY = { warmUp: sized(12_000), deliveries: sized(8_000) }
const ON_NEW_CONNECTIONS = sized(1_000)
const PACED = { perSecond: 500, deliveries: sized(2_000) }

/**
 * Webhook deliveries of 1 KiB over HTTPS, recorded with every commit synced, 64 at once to 16 targets, against a client
 * that posts the same bodies without recording them.
 */
export async function deliveries(): Promise<Result[]> {
  const receiver = await startDeliveryReceiver(TARGETS)
  const { urls } = receiver
  try {
    return [
      await compare(
        'deliveries, against posting with no queue',
        '≥ 0.6; ≥ 2,500/s, ≤ 200 µs CPU',
        () => receiver.run({ kind: 'no queue', urls, ...STEADY }),
        () => receiver.run({ kind: 'queue', urls, ...STEADY }),
      ),
      await onNewConnections(receiver),
      await enqueueToFirstByte(receiver),
    ]
  } finally {
    receiver.close()
  }
}

async function onNewConnections(receiver: DeliveryReceiver): Promise<Result> {
  receiver.closes = true
  const samples: Sample[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.push(await receiver.run({ kind: 'queue', urls: receiver.urls, deliveries: ON_NEW_CONNECTIONS }))
  }
  receiver.closes = false
  const rates = samples.map(({ perSecond }) => perSecond)
  return {
    what: 'deliveries, each on a new connection',
    value: `${quantile(rates, 0.5).toFixed(0)}/s`,
    spread: `p10 ${quantile(rates, 0.1).toFixed(0)}, p90 ${quantile(rates, 0.9).toFixed(0)}; CPU ${medianOf(samples, 'cpuMicros').toFixed(0)} µs`,
    goal: '≥ 500/s',
  }
}

async function enqueueToFirstByte(receiver: DeliveryReceiver): Promise<Result> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await receiver.run({ kind: 'queue', urls: receiver.urls, ...PACED })
    rounds.push(quantile(receiver.latenciesMs, 0.99))
  }
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(rounds, share).toFixed(1))
  return {
    what: `from the event to its first byte at ${PACED.perSecond}/s, p99`,
    value: `${middle} ms`,
    spread: `p10 ${low}, p90 ${high}, ${ROUNDS} rounds`,
    goal: '< 50 ms',
  }
}
