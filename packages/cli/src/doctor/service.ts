/** Checks of the service: a call without a key shows its address and its clock, a signed one whether it accepts the key. */
import { ApiError, MerchantPay, type Webhook } from '@merchantpay/sdk'
import type { PartialAccount } from '../account/account.js'
import { type Finding, fault, good } from './finding.js'

/** The service accepts timestamps of the last 300 s; with half of it left nothing fails yet. */
const CLOCK_TOLERANCE_MS = 150_000
const ANSWER_MS = 10_000
const BASE_URL_CURE =
  'MERCHANTPAY_BASE_URL is scheme, host and prefix without /v1; for a server of this folder run merchantpay dev.'
const KEY_CURES: Readonly<Record<string, string>> = {
  api_key_not_found: 'The service does not know the key: check the base URL, or log in with another key.',
  api_key_is_inactive: 'The key was revoked: create another, and store it with merchantpay login.',
  invalid_signature: 'The secret does not belong to the key id: store both again with merchantpay login.',
}

/** Whether the base URL leads to the API, and whether the clocks agree. */
export async function checkAddress(baseUrl: string | undefined, signal: AbortSignal): Promise<Finding[]> {
  if (baseUrl === undefined)
    return [fault('base_url', 'base_url_missing', 'no base URL is known', 'Set MERCHANTPAY_BASE_URL.')]
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  const target = `${baseUrl.replace(/\/$/, '')}/v1/merchants/me`
  const answer = await fetch(target, { signal: within, redirect: 'manual' }).catch((error: unknown) =>
    reasonOf(error),
  )
  if (typeof answer === 'string')
    return [
      fault('base_url', 'base_url_unreachable', `${baseUrl} cannot be reached: ${answer}`, BASE_URL_CURE),
    ]
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
    'Set it by NTP, for example with timedatectl set-ntp true: signatures are accepted for 300 s.',
  )
}

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
    const code = error instanceof ApiError ? error.code : reasonOf(error)
    const cure = KEY_CURES[code] ?? 'Store another key with merchantpay login.'
    return {
      finding: fault('access', 'key_refused', `the service refuses the key: ${code}`, cure),
      endpoints: [],
    }
  }
}

/** Node's fetch wraps the reason in a cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || String((cause as NodeJS.ErrnoException).code)
}
