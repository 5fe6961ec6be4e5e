import type { Context } from '../../domain/context.js'
import { recordRates } from '../../domain/rates/rate-recording.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'
import { askForRates, type RateSourceOptions } from './rate-source.js'

const MINUTE_MS = 60_000
/** How often a server looks whether the source is to be asked. */
const EVERY_MS = 10_000

/** Reads the rates of the source every minute and stores them. Of several servers one asks in each minute. */
export function rateReader(
  store: Store,
  { clock, policy }: Pick<Context, 'clock' | 'policy'>,
  source: Pick<RateSourceOptions, 'url' | 'fetch'>,
): Worker {
  const { host } = new URL(source.url)
  return {
    name: 'rate-reader',
    everyMs: EVERY_MS,
    async tick(signal) {
      const now = clock.real()
      const dueAt = now - MINUTE_MS
      // Reads before it claims, so that most ticks write nothing. A turn in the future is left to the claim.
      const { askedAt } = await store.read((tx) => tx.rates.source())
      if (askedAt > dueAt && askedAt <= now) return 0
      if (!(await store.write((tx) => tx.rates.claimTurn({ now, dueAt })))) return 0
      const answer = await askForRates({ ...source, clock, maxAgeMs: policy.ratesMaxAgeMs }, signal)
      await store.write(async (tx) => {
        if (typeof answer !== 'string') await recordRates(tx, answer, host)
        await tx.rates.recordAnswer(typeof answer === 'string' ? answer : null, now)
      })
      return 0
    },
  }
}
