import { memberOf } from '../util/lookup.js'
import type { AttemptOutcome, Phase, TransportFailure } from './attempt-outcome.js'
import type { RequestState } from './request-state.js'

const NEVER_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/
/** An established connection reports these too, so they count only when `connect` itself failed. */
const UNREACHABLE = /^E(?:HOST|NET)UNREACH$/
/** The codes of OpenSSL's verification, and Node's own. */
const CERTIFICATE =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|ERR_TLS_CERT|ERROR_IN_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/

/**
 * Decides how an attempt ended that was rejected with `cause`. The caller's abort comes first, then a refusing
 * status, which outranks its unreadable body.
 */
export function outcomeOf(
  { stage, answer, tooLongMs }: RequestState,
  cause: unknown,
  signal: AbortSignal | undefined,
  isTimedOut: boolean,
): AttemptOutcome {
  const reached = answer ? 'body' : 'request'
  const phase = stage === 'limiter' ? 'queue' : reached
  const sent = stage === 'sent' ? 'maybe' : 'no'
  if (signal?.aborted) return aborted(signal, phase, sent)
  if (answer && answer.status >= 400) return answer
  if (isTimedOut) return { ...timedOut(phase, tooLongMs), sent, mayPass: phase !== 'queue' }
  // Until a request is sent, only code of the caller can fail: the limiter, the signer or `fetch` itself.
  if (sent === 'no') return { reason: 'usage', sent, phase, code: `${stage}_failed`, cause }
  return { reason: 'connection', phase, cause, ...readFailure(cause), ...(answer && { sent }) }
}

/** The outcome of an attempt that the caller aborted. @param sent `maybe` once the request may have left */
export function aborted(
  { reason: cause }: AbortSignal,
  phase: Phase = 'request',
  sent: TransportFailure['sent'] = 'no',
): TransportFailure {
  return { reason: 'abort', sent, phase, code: 'aborted', cause }
}

/** The time is over before anything was sent. @param retryAfterMs the wait there was no time for, milliseconds */
export function timedOut(phase: Phase, retryAfterMs?: number): TransportFailure {
  return { reason: 'timeout', sent: 'no', phase, code: 'timeout', retryAfterMs }
}

/**
 * Reads the error of `fetch`: whether the request can have reached the server, and why it failed. Bytes of an answer
 * that Node's parser keeps on its errors are removed: they may hold a secret.
 */
function readFailure(cause: unknown): Pick<TransportFailure, 'sent' | 'code' | 'mayPass'> {
  const chain = [cause, memberOf(cause, 'cause')]
  for (const each of chain) Reflect.deleteProperty(Object(each), 'data')
  const error = chain.find((each) => typeof memberOf(each, 'code') === 'string')
  const code = String(memberOf(error, 'code') ?? 'connection_failed')
  const mayPass = !CERTIFICATE.test(code)
  const atConnect = UNREACHABLE.test(code) && memberOf(error, 'syscall') === 'connect'
  return { sent: !mayPass || atConnect || NEVER_CONNECTED.test(code) ? 'no' : 'maybe', code, mayPass }
}
