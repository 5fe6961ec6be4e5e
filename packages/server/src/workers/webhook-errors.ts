import { TargetError } from './webhook-resolver.js'

/** A system's error and not TLS's, whose codes have underscores, but for the one that wraps any fault of the protocol. */
const isOfSystem = (code: string): boolean => /^E[A-Z\d]+$/.test(code) && code !== 'EPROTO'

/** Short codes for the merchant's log: no address, no path, nothing of the operator's network. */
export function errorCode(error: unknown): string {
  if (error instanceof TargetError) return error.code
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'connection_refused'
  if (isReset(error)) return 'connection_reset'
  if (isOfSystem(code) || code === 'ERR_SOCKET_CONNECTION_TIMEOUT') return 'network_unreachable'
  if (code.startsWith('HPE_')) return 'response_invalid'
  return 'tls_error'
}

/** Whether a head was refused for what it says. One that is too large is refused whatever it says. */
export const isMalformedHead = (error: Error): boolean =>
  'code' in error && `${error.code}`.startsWith('HPE_') && error.code !== 'HPE_HEADER_OVERFLOW'

export const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
