/** Checks of the service: a call without a key shows its address and its clock, a signed one whether it accepts the key. */
import { ApiError, MerchantPay, type Webhook } from '@merchantpay/sdk'
import type { PartialAccount } from '../account/account.js'
import { ANSWER_MS, noAnswerReason } from '../receiver-answer.js'
import { type Finding, fault, good } from './finding.js'

/** The service accepts timestamps of the last 300 s; with half of it left nothing fails yet. */
const CLOCK_TOLERANCE_MS = 150_000
const BASE_URL_CURE =
  'MERCHANTPAY_BASE_URL is scheme, host and prefix without /v1; for a server of this folder run merchantpay dev.'
const KEY_CURES: Readonly<Record<string, string>> = {
  api_key_not_found: 'The service does not know the key: check the base URL, or log in with another key.',
  api_key_is_inactive: 'The key was revoked: create another, and store it with merchantpay login.',
  invalid_signature: 'The secret does not belong to the key id: store both again with merchantpay login.',
  forbidden: 'The key lacks the scope read: create one that has it, or check with another key.',
}
const CLOCK_CURE =
  'Set it by NTP, for example with timedatectl set-ntp true: signatures are accepted for 300 s.'
const CLOCK_CODES = ['request_timestamp_too_old', 'request_timestamp_in_the_future']
const SERVER_CURE =
  'Try again in a minute. If it stays, ask the operator of the service with the time of this check; a server of your own tells why in its log.'

/** Whether the base URL leads to the API, and whether the clocks agree. */
export async function checkAddress(baseUrl: string | undefined, signal: AbortSignal): Promise<Finding[]> {
  if (baseUrl === undefined)
    return [fault('base_url', 'base_url_missing', 'no base URL is known', 'Set MERCHANTPAY_BASE_URL.')]
  const deadline = AbortSignal.timeout(ANSWER_MS)
  const within = AbortSignal.any([signal, deadline])
  const target = `${baseUrl.replace(/\/$/, '')}/v1/merchants/me`
  const answer = await fetch(target, { signal: within, redirect: 'manual' }).catch((error: unknown) => {
    signal.throwIfAborted()
    return noAnswerReason(error, deadline)
  })
  if (typeof answer === 'string') return [unreachable('base_url', baseUrl, answer)]
  if (isServerFault(answer.status)) return [serverFault('base_url', baseUrl, answer.status)]
  const { error } = (await answer.json().catch(() => ({}))) as { error?: unknown }
  if (answer.status !== 401 || error !== 'missing authorization header')
    return [
      fault(
        'base_url',
        'base_url_wrong',
        `${baseUrl} is not the API: it answers ${answer.status}`,
        BASE_URL_CURE,
      ),
    ]
  return [good('base_url', `${baseUrl} answers`), checkClock(answer.headers.get('date'), Date.now())]
}

function checkClock(date: string | null, now: number): Finding {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return good('clock', 'the answer has no usable time to compare with')
  const ahead = now - at
  if (Math.abs(ahead) <= CLOCK_TOLERANCE_MS) return good('clock', 'the clock agrees with the service')
  return fault(
    'clock',
    'clock_skew',
    `the clock of this machine is ${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead' : 'behind'}`,
    CLOCK_CURE,
  )
}

const unreachable = (check: string, baseUrl: string, reason: string): Finding =>
  fault(check, 'base_url_unreachable', `${baseUrl} cannot be reached: ${reason}`, BASE_URL_CURE)

/** Whether an answer shows trouble of the service, whatever the request was. */
const isServerFault = (status: number): boolean => status >= 500 || status === 429

const serverFault = (check: string, baseUrl: string, status: number): Finding =>
  fault(check, 'service_fault', `${baseUrl} is there, and answers ${status}`, SERVER_CURE)

/** Whether the service accepts the key, and the endpoints of its merchant. */
export async function checkAccess(
  { baseUrl, keyId, secret }: PartialAccount,
  signal: AbortSignal,
): Promise<{ readonly finding: Finding; readonly endpoints: readonly Webhook[] }> {
  const mp = new MerchantPay({ baseUrl, keyId, secret, timeoutMs: ANSWER_MS, maxRetries: 0, logLevel: 'off' })
  try {
    const endpoints = await mp.webhooks.list({ signal })
    return { finding: good('access', 'the service accepts the key'), endpoints }
  } catch (error) {
    signal.throwIfAborted()
    return { finding: refusal(`${baseUrl}`, error), endpoints: [] }
  }
}

/** The fault that a failed call with the key shows. */
function refusal(baseUrl: string, error: unknown): Finding {
  if (!(error instanceof ApiError))
    return unreachable('access', baseUrl, error instanceof Error ? error.message : String(error))
  const { code, status } = error
  if (isServerFault(status)) return serverFault('access', baseUrl, status)
  if (CLOCK_CODES.includes(code))
    return fault('access', 'clock_skew', `the service refuses the time of this machine: ${code}`, CLOCK_CURE)
  const cure = KEY_CURES[code] ?? 'Store another key with merchantpay login.'
  return fault('access', 'key_refused', `the service refuses the key: ${code}`, cure)
}
