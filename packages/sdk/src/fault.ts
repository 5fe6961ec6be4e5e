import type { Exchange, Fault, Phase } from './exchange.js'
import type { NotLoaded } from './load.js'
import { memberOf } from './member.js'
import type { Run } from './request.js'

const NEVER_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/
/** An established connection reports these too, so they count only when `connect` itself failed. */
const UNREACHABLE = /^E(?:HOST|NET)UNREACH$/
/** The codes of OpenSSL's verification, and Node's own. */
const CERTIFICATE =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|ERR_TLS_CERT|ERROR_IN_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/

/**
 * What a failed `fetch` tells about the request: whether it can have reached the server, and why not. Bytes of
 * an answer that Node's parser keeps on its errors are taken off: they may be a secret on its way.
 */
function readFault(cause: unknown): Pick<Fault, 'sent' | 'code' | 'mayPass'> {
  const chain = [cause, memberOf(cause, 'cause')]
  for (const each of chain) Reflect.deleteProperty(Object(each), 'data')
  const error = chain.find((each) => typeof memberOf(each, 'code') === 'string')
  const code = String(memberOf(error, 'code') ?? 'connection_failed')
  const mayPass = !CERTIFICATE.test(code)
  const atConnect = UNREACHABLE.test(code) && memberOf(error, 'syscall') === 'connect'
  return { sent: !mayPass || atConnect || NEVER_CONNECTED.test(code) ? 'no' : 'maybe', code, mayPass }
}

/** The caller's abort comes first, then a refusing status, which outranks its unreadable body. */
export function explain(
  { stage, answer, tooLongMs }: Run,
  cause: unknown,
  signal: AbortSignal | undefined,
  timedOut: boolean,
): Exchange {
  const reached = answer ? 'body' : 'request'
  const phase = stage === 'limiter' ? 'queue' : reached
  const sent = stage === 'sent' ? 'maybe' : 'no'
  if (signal?.aborted) return abortFault(signal, phase, sent)
  if (answer && answer.status >= 400) return answer
  if (timedOut) return { ...lateFault(phase, tooLongMs), sent, mayPass: phase !== 'queue' }
  // Until a request is sent, only what the caller handed over can fail, or a file that signing takes.
  if (sent === 'no') {
    const code = `${stage}_failed`
    const why = memberOf(cause, 'code') === 'not_loaded' ? (cause as NotLoaded) : { code, cause } // by its only name
    return { reason: 'usage', sent, phase, ...why }
  }
  return { reason: 'connection', phase, cause, ...readFault(cause), ...(answer && { sent }) }
}

/** The caller gave up, unless said otherwise before anything was sent. */
export function abortFault(
  { reason: cause }: AbortSignal,
  phase: Phase = 'request',
  sent: Fault['sent'] = 'no',
): Fault {
  return { reason: 'abort', sent, phase, code: 'aborted', cause }
}

/** There is no time left to send anything. */
export function lateFault(phase: Phase, retryAfterMs?: number): Fault {
  return { reason: 'timeout', sent: 'no', phase, code: 'timeout', retryAfterMs }
}
