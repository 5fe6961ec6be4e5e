import { createSecretKey } from 'node:crypto'
import { signWebhook } from '@merchantpay/webhook-verify'
import { verifySignature } from '@merchantpay/webhook-verify/signature'
import { quantile, type Result } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

const SECRET = `whsec_${'bench'.repeat(8)}abc`
const SAMPLES = sized(200_000)
/** Slower samples were interrupted and do not count. */
const KEPT = 0.95

/** Compares the time to refuse MACs that are wrong in the first byte with MACs that are wrong in the last. */
export async function verifyTiming(): Promise<Result[]> {
  const body = Buffer.alloc(1_024, 'x')
  const timestamp = Math.floor(Date.now() / 1_000)
  const header = signWebhook({ body, secrets: SECRET, timestamp })
  const secrets = createSecretKey(SECRET, 'utf8')
  const start = header.indexOf('v1=') + 3
  const places = [start, header.length - 1].map((place) => {
    const digit = header[place] === '0' ? '1' : '0'
    return header.slice(0, place) + digit + header.slice(place + 1)
  })
  const times: number[][] = [[], []]
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // In random order, so that periodic load affects both.
    const place = Math.random() < 0.5 ? 0 : 1
    const forged = places[place] ?? header
    const started = process.hrtime.bigint()
    try {
      verifySignature({ body, headers: forged, secrets, toleranceSeconds: Infinity })
    } catch {
      times[place]?.push(Number(process.hrtime.bigint() - started))
    }
  }
  const limit = quantile(times.flat(), KEPT)
  const kept = times.map((all) => all.filter((nanos) => nanos <= limit))
  const [first, last] = kept.map(momentsOf)
  if (!first || !last || times.flat().length !== SAMPLES) throw new Error('a forged MAC was accepted')
  const t = (first.mean - last.mean) / Math.sqrt(first.variance / first.count + last.variance / last.count)
  const spread = `mean ${first.mean.toFixed(0)} and ${last.mean.toFixed(0)} ns, ${SAMPLES} samples`
  return [
    {
      what: 'wrong first byte against wrong last',
      value: `Welch t ${t.toFixed(2)}`,
      spread,
      goal: '|t| < 4.5',
    },
  ]
}

function momentsOf(values: readonly number[]): { count: number; mean: number; variance: number } {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
}
