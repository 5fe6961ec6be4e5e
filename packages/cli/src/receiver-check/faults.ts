import { rawBodyCures } from './cures.js'
import type { Framework } from './frameworks.js'
import type { ProbeAnswer } from './probe-request.js'
import type { Probe, ProbeName } from './probes.js'

/** A fault of a receiver. */
export interface Finding {
  readonly code: string
  readonly problem: string
  /** Corrections; several where they depend on the framework. */
  readonly cures: readonly string[]
  /** Whether further probes would show the same. */
  readonly isFinal?: true
}

/** Findings for a refused good event, beyond the cases that every probe shares. */
const REFUSED: Partial<Record<ProbeName, Omit<Finding, 'problem'>>> = {
  twice: {
    code: 'repeat_refused',
    cures: ['Answer 2xx to an event that was handled before: every other answer brings it again.'],
  },
  unknown: {
    code: 'unknown_refused',
    cures: ['Answer 2xx to an event that the receiver does not know, and log it.'],
  },
  slow: {
    code: 'body_incomplete',
    cures: ['Read the body to its end before the signature is checked: it may arrive in several pieces.'],
  },
}

/** The finding for a repeat that was accepted without a sign that it was not handled again. */
const REPEAT_UNPROVEN: Omit<Finding, 'problem'> = {
  code: 'repeat_unproven',
  cures: [
    'Record each event with its order or withdrawal in the transaction that handles it, and answer a repeat with 2xx and {"duplicate": true}. createReceiver of @merchantpay/webhook-verify does for each event that has a handler: give it one for payment.expired.',
    'Or look in the log of the receiver: if it handled the event of this order once, run the check again with --handled-once.',
  ],
}

/** Findings for an accepted bad request. */
const ACCEPTED: Partial<Record<ProbeName, Omit<Finding, 'problem'>>> = {
  forged: {
    code: 'signature_unchecked',
    cures: [
      'Check the signature before anything else: anyone can send this request. createReceiver of @merchantpay/webhook-verify does.',
    ],
  },
  old: {
    code: 'age_unchecked',
    cures: [
      'Refuse a signature whose t is more than 300 s in the past: a recorded request can be sent again.',
    ],
  },
  ahead: {
    code: 'age_unchecked',
    cures: ['Refuse a signature whose t is more than 300 s in the future.'],
  },
}

/** The receiver and the event of a probe, as far as they are known. */
export interface ProbeContext {
  readonly framework: Framework | undefined
  readonly orderNumber: string
  /** Whether a person saw that the receiver handles a repeated event once. */
  readonly isHandledOnce: boolean
}

/** The fault that an answer shows; undefined for the expected answer. */
export function findFault(
  probe: Probe,
  answer: ProbeAnswer,
  { framework, orderNumber, isHandledOnce }: ProbeContext,
): Finding | undefined {
  const { status, text } = answer
  if (status === undefined) return noAnswer(probe, text)
  const isAccepted = status >= 200 && status < 300
  if (!probe.isAccepted) {
    const finding = isAccepted ? ACCEPTED[probe.name] : undefined
    return finding && { ...finding, problem: `${probe.does} was accepted with ${status}` }
  }
  if (isAccepted) {
    if (probe.name !== 'twice' || isHandledOnce || isDuplicate(text)) return undefined
    const problem = `the answers do not show that the event of order ${orderNumber} was handled once`
    return { ...REPEAT_UNPROVEN, problem }
  }
  const problem = `${probe.does} was refused with ${status}`
  if (text.includes('raw_body_required') || probe.name === 'spacing')
    return {
      code: 'parsed_body',
      problem: `${problem}: a parser ran before the check of the signature`,
      cures: rawBodyCures(framework),
    }
  const special = REFUSED[probe.name]
  if (special) return { ...special, problem }
  return { ...refusal(status, framework), problem }
}

/** Whether an answer says that its event was handled before. */
function isDuplicate(text: string): boolean {
  try {
    return (JSON.parse(text) as { duplicate?: unknown } | null)?.duplicate === true
  } catch {
    return false
  }
}

function noAnswer({ name, does }: Probe, reason: string): Finding {
  if (name === 'slow')
    return {
      code: 'body_incomplete',
      problem: `${does} got no answer: ${reason}`,
      cures: REFUSED.slow?.cures ?? [],
    }
  const isLate = reason.startsWith('no answer within')
  return {
    code: isLate ? 'too_late' : 'unreachable',
    problem: `${does} got no answer: ${reason}`,
    cures: [
      isLate
        ? 'Store the event, answer 2xx, and do the work afterwards: the service waits 10 s.'
        : 'Start the receiver, and compare host and port with the line in which it says where it listens.',
    ],
    isFinal: true,
  }
}

/** The finding for the status of a refused valid event. */
function refusal(status: number, framework: Framework | undefined): Omit<Finding, 'problem'> {
  if (status >= 300 && status < 400)
    return {
      code: 'redirected',
      cures: ['Use the final URL: the service follows no redirect.'],
      isFinal: true,
    }
  if (status === 404 || status === 405)
    return {
      code: 'no_route',
      cures: ['Check the path: the receiver has no route for POST there.'],
      isFinal: true,
    }
  if (status >= 500)
    return {
      code: 'receiver_failed',
      cures: [
        'Read the log of the receiver: it failed, or its webhook secret is missing.',
        ...rawBodyCures(framework),
      ],
    }
  return {
    code: 'signature_refused',
    cures: [
      'Compare the webhook secret of the receiver with the one of this check, whsec_ included.',
      ...rawBodyCures(framework),
    ],
  }
}
