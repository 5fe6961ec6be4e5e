import type { AttemptTimings, AttemptTrace } from '../../domain/webhooks/webhook-attempt.js'
import { sampleText } from '../../domain/webhooks/webhook-sample.js'
import type { AnswerSample } from './webhook-answer.js'

/** Longer than any date or number of seconds. */
const MAX_RETRY_AFTER = 128

type TimedPart = Exclude<keyof AttemptTimings, 'whole'>

/** Times at which the phases of an attempt ended, milliseconds from its start. */
export class AttemptTimer {
  private readonly startedAt = performance.now()
  private readonly at: Record<TimedPart, number | null> = {
    dns: null,
    connect: null,
    tls: null,
    firstByte: null,
  }

  mark(part: TimedPart): void {
    this.at[part] = this.elapsed()
  }

  elapsed(): number {
    return Math.floor(performance.now() - this.startedAt)
  }

  /** Returns the duration of each phase; a phase begins when the previous one ends. */
  timings(): AttemptTimings {
    const { dns, connect, tls, firstByte } = this.at
    return {
      dns,
      connect: connect === null ? null : connect - (dns ?? 0),
      tls: tls === null ? null : tls - (connect ?? 0),
      firstByte,
      whole: this.elapsed(),
    }
  }
}

/** The recorded part of a response head. */
interface AnswerHead {
  readonly status: number
  readonly retryAfter: string | undefined
}

export function traceOf(timer: AttemptTimer, head?: AnswerHead, sample?: AnswerSample): AttemptTrace {
  const retryAfter = head?.retryAfter?.slice(0, MAX_RETRY_AFTER)
  return {
    status: head?.status ?? null,
    timings: timer.timings(),
    retryAfter: retryAfter === undefined ? null : sampleText(Buffer.from(retryAfter, 'latin1')),
    sample: sample ? sampleText(sample.bytes) : null,
    sampleBytes: sample?.bytes.byteLength ?? 0,
    isTruncated: sample?.isTruncated ?? false,
  }
}
