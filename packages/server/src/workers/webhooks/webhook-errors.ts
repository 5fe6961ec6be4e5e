import { TargetError } from './webhook-resolver.js'

/** How an attempt failed: a code, and the cause for TLS errors. Neither contains an address. */
export interface AttemptError {
  readonly error: string
  readonly detail?: string
}

/** Certificate errors that a merchant can fix, by the codes of Node and OpenSSL. The first match counts. */
const CERTIFICATE_CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'certificate expired'],
  [/^CERT_NOT_YET_VALID$/, 'certificate not yet valid'],
  [/^CERT_REVOKED$/, 'certificate revoked'],
  [/^(?:ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/, 'wrong host name'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'self-signed certificate'],
  [/^(?:SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED)$/, 'unknown authority'],
  [/^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF)/, 'unknown authority or missing intermediate certificate'],
  [/^(?:CERT_|INVALID_|CA_|EE_|PATH_LENGTH_|UNABLE_TO_|ERROR_IN_)/, 'certificate not accepted'],
]
/** The same for protocol errors, whose code is mostly EPROTO, by OpenSSL's message. */
const PROTOCOL_CAUSES: typeof CERTIFICATE_CAUSES = [
  [/:(?:wrong version number|packet length too long|http request):/, 'no TLS'],
  [/:(?:unsupported protocol|tlsv1 alert protocol version):/, 'TLS 1.2 or later needed'],
]
const OTHER_TLS_CAUSE = 'handshake failed'

/** Whether a code is a system error. TLS codes contain underscores, except EPROTO, which wraps any protocol error. */
const isSystemError = (code: string): boolean => /^E[A-Z\d]+$/.test(code) && code !== 'EPROTO'

/** Returns the error for the merchant's log: no address, no path, nothing about the operator's network. */
export function errorOf(error: unknown): AttemptError {
  if (error instanceof TargetError) return { error: error.code }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return { error: 'connection_refused' }
  if (isReset(error)) return { error: 'connection_reset' }
  if (isSystemError(code) || code === 'ERR_SOCKET_CONNECTION_TIMEOUT') return { error: 'network_unreachable' }
  if (code.startsWith('HPE_')) return { error: 'response_invalid' }
  return { error: 'tls_error', detail: tlsCauseOf(code, String(error)) }
}

function tlsCauseOf(code: string, text: string): string {
  const [, cause = OTHER_TLS_CAUSE] =
    CERTIFICATE_CAUSES.find(([codes]) => codes.test(code)) ??
    PROTOCOL_CAUSES.find(([reasons]) => reasons.test(text)) ??
    []
  return cause
}

/** Whether the parser rejected the content of a head. A head that is too large is rejected whatever it contains. */
export const isMalformedHead = (error: Error): boolean =>
  'code' in error && `${error.code}`.startsWith('HPE_') && error.code !== 'HPE_HEADER_OVERFLOW'

export const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
