import { randomUUID } from 'node:crypto'
import { frameworkOf } from './cures.js'
import { type Finding, findFault } from './faults.js'
import type { Framework } from './frameworks.js'
import { type ProbeAnswer, sendProbe } from './probe-request.js'
import { PROBES, type Probe, type ProbeName, probeBody, signProbe } from './probes.js'

/** Long enough that a receiver which reads what has arrived so far has answered. */
const PAUSE_MS = 1_000
/** How often the probe of the future is sent, while the second ends on its way. */
const TRIES = 5

export interface ReceiverCheck {
  readonly url: URL
  readonly secret: string
  /** Chooses the cure; otherwise the answers show the framework, or all cures are named. */
  readonly framework?: Framework | undefined
  /** Whether a person saw that the receiver handles a repeated event once; otherwise its answer has to say so. */
  readonly isHandledOnce?: boolean
  readonly signal?: AbortSignal
  readonly pauseMs?: number
}

/** The outcome of one probe. */
export interface ProbeResult {
  readonly probe: ProbeName
  readonly does: string
  readonly ok: boolean
  readonly status: number | undefined
  readonly ms: number
  /** The fault and its cure, unless `ok`. */
  readonly finding?: Finding
}

/**
 * Sends signed probes to a receiver, one after the other. It stops after the first when the URL does not lead to a receiver.
 */
export async function* checkReceiver(check: ReceiverCheck): AsyncGenerator<ProbeResult> {
  const { isHandledOnce = false } = check
  let framework = check.framework
  /** The fault of the first probe, which then is that of every event that is refused. */
  let general: Finding | undefined
  for (const probe of PROBES) {
    const orderNumber = `ord_check${randomUUID().slice(0, 8)}`
    const answer = await answerTo(probe, probeBody(probe, orderNumber), check)
    framework ??= frameworkOf(answer.headers)
    const found = findFault(probe, answer, { framework, orderNumber, isHandledOnce })
    const finding = found && probe.isAccepted ? (general ?? found) : found
    if (probe.name === 'valid') general = finding
    yield {
      probe: probe.name,
      does: probe.does,
      ok: !finding,
      status: answer.status,
      ms: answer.ms,
      ...(finding && { finding }),
    }
    if (finding?.isFinal) return
  }
}

/** The answer to a probe: to its last request, or to the first that was refused. */
async function answerTo(probe: Probe, body: Buffer, check: ReceiverCheck): Promise<ProbeAnswer> {
  let answer = await send(probe, body, check)
  for (let sent = 1; sent < (probe.times ?? 1) && isAccepted(answer); sent += 1)
    answer = await send(probe, body, check)
  return answer
}

async function send(probe: Probe, body: Buffer, check: ReceiverCheck): Promise<ProbeAnswer> {
  const { url, secret, signal = new AbortController().signal, pauseMs = PAUSE_MS } = check
  const half = Math.ceil(body.length / 2)
  const chunks = probe.isSlow ? [body.subarray(0, half), body.subarray(half)] : [body]
  for (let tries = 1; ; tries += 1) {
    const { headers, timestamp } = signProbe(probe, body, secret, Date.now())
    const answer = await sendProbe({ url, headers, chunks, pauseMs, signal })
    // While it was on its way the second ended, and the signature came within the tolerance.
    const isStillAhead = timestamp - Math.floor(Date.now() / 1_000) >= (probe.shiftSeconds ?? 0)
    if ((probe.shiftSeconds ?? 0) <= 0 || isStillAhead || tries === TRIES) return answer
  }
}

const isAccepted = ({ status = 0 }: ProbeAnswer): boolean => status >= 200 && status < 300
