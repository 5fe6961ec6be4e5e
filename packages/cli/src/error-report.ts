/** Errors as the command shows them. Loaded with the first error, since it needs the SDK. */
import {
  ApiError,
  ConnectionError,
  MerchantPayError,
  OutcomeUnknownError,
  StreamError,
  TimeoutError,
  UsageError,
  WaitError,
} from '@merchantpay/sdk'
import { type Account, ENV_FILE } from './account/account.js'
import { EXIT } from './exit-codes.js'
import { Failure } from './failure.js'

/** Codes of the SDK's `UsageError` that name a fault of the configuration and not of the arguments. */
const CONFIGURATION_CODES: ReadonlySet<string> = new Set([
  'missing_base_url',
  'invalid_base_url',
  'insecure_base_url',
  'incomplete_key',
  'invalid_secret',
  'invalid_key_id',
  'environment_mismatch',
])

/** The exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode
  if (error instanceof ApiError) return error.status === 401 ? EXIT.authentication : EXIT.api
  if (error instanceof ConnectionError || error instanceof StreamError) return EXIT.network
  if (error instanceof TimeoutError) return EXIT.timeout
  if (error instanceof WaitError) return error.reason === 'timeout' ? EXIT.timeout : EXIT.api
  if (error instanceof OutcomeUnknownError) return exitCodeOf(error.cause)
  if (error instanceof UsageError)
    return CONFIGURATION_CODES.has(error.code) ? EXIT.configuration : EXIT.usage
  return EXIT.api
}

/** Names the address that a call did not reach, and where it was set; other errors stay as they are. */
export function withAddress(error: unknown, { baseUrl, source }: Account): unknown {
  if (!(error instanceof ConnectionError) || error.sent !== 'no') return error
  const reason = error.attempts.at(-1)?.error ?? error.code
  const cure = source === ENV_FILE ? ': start its server with merchantpay dev' : ''
  return new Failure(
    'unreachable',
    `${baseUrl} of ${source} cannot be reached (${reason})${cure}`,
    EXIT.network,
  )
}

/** The fields of an error, absent ones left out. */
export function fieldsOf(error: unknown): Record<string, unknown> & { message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Failure) return { code: error.code, message }
  if (!(error instanceof MerchantPayError)) return { code: 'failed', message }
  const { code, outcome, requestId, idempotencyKey } = error
  const { status, param, detail, docsUrl } = error instanceof ApiError ? error : ({} as Partial<ApiError>)
  const remedy = error instanceof OutcomeUnknownError ? error.remedy : undefined
  const fields = { code, status, param, detail, remedy, outcome, requestId, idempotencyKey, docsUrl }
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { message, ...Object.fromEntries(present) }
}

/** The text of an error: its message, and the fields that it does not contain. */
export function textOf(error: unknown): string {
  const { message, remedy, requestId, docsUrl } = fieldsOf(error)
  const more = Object.entries({ remedy, 'request id': requestId, see: docsUrl })
  return [message, ...more.flatMap(([name, value]) => (value ? [`  ${name}: ${value}`] : []))].join('\n')
}
