import type { Fault } from './exchange.js'

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])
/** An established connection reports these too, so they count only when `connect` itself failed. */
const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH'])
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

/** What a failed `fetch` tells about the request: whether it can have reached the server, and why not. */
export function readFault(cause: unknown): Pick<Fault, 'sent' | 'code' | 'isFinal'> {
  for (const error of [cause, memberOf(cause, 'cause')]) {
    const code = memberOf(error, 'code')
    if (typeof code !== 'string') continue
    const isFinal = CERTIFICATE.test(code)
    const atConnect = UNREACHABLE.has(code) && memberOf(error, 'syscall') === 'connect'
    return { sent: isFinal || atConnect || NEVER_CONNECTED.has(code) ? 'no' : 'maybe', code, isFinal }
  }
  return { sent: 'maybe', code: 'connection_failed', isFinal: false }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
