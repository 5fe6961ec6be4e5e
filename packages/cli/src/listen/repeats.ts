import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.js'
import type { FailedForwards } from './failed-forwards.js'
import { forward } from './forward.js'
import { laterAttempt } from './later-attempt.js'
import type { Report } from './report.js'
import { repeatTime } from './service-time.js'

/** How often business time is read while a webhook waits: it can be moved at any time. */
const POLL_MS = 1_000

export interface Repeats {
  readonly baseUrl: string
  readonly webhookSecret: string
  readonly failed: FailedForwards
  readonly report: Report
}

/** Repeats failed forwards when they are due, as the service repeats its deliveries, until the signal ends it. */
export async function repeatFailed(
  context: Context,
  { baseUrl, webhookSecret, failed, report }: Repeats,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(POLL_MS, undefined, { signal })
    if (!failed.hasPending) continue
    for (const { delivery, url, attempts } of failed.due(await repeatTime(context, baseUrl))) {
      const answer = await forward(url, laterAttempt(delivery, attempts + 1, webhookSecret), signal)
      report(delivery, answer, failed.record(delivery, answer, await repeatTime(context, baseUrl)))
    }
  }
}
