import type { Call } from './call.js'
import type { Exchange } from './exchange.js'
import { load } from './load.js'
import { emit, guard } from './logging.js'
import type { Settings } from './options.js'
import type { Run } from './request.js'
import { restOf } from './retry-after.js'

const deprecated = new Set<string>()

/** Operations with limits of their own, whose wait can last an hour. Open streams have one too. */
const OWN_LIMIT: ReadonlySet<string> = new Set([
  'createApiKey',
  'sendTestWebhook',
  'redeliverWebhookDelivery',
])

/** Tells the limiter of a 429, unless it says nothing about other requests. */
export async function block(
  settings: Settings,
  { operation, operationId }: Call,
  permit: Run['permit'],
  headers: Headers,
): Promise<void> {
  if (operation.stream || OWN_LIMIT.has(operationId)) return
  const restMs = restOf(headers, settings.clock.now())
  const given = await permit
  await guard(settings, 'rateLimit', () => given?.blocked(restMs))
}

/** Tells of an attempt that has ended. */
export async function announce(
  settings: Settings,
  call: Call,
  { requestId }: Run,
  number: number,
  exchange: Exchange,
  ms: number,
): Promise<void> {
  const { operationId } = call
  const { status, code: error, headers } = exchange
  const deprecation = headers?.get('deprecation') ?? undefined
  const sunset = headers?.get('sunset') ?? undefined
  if (deprecation ?? sunset) {
    // Logged once for each operation, as it would come with every answer.
    const level = deprecated.has(operationId) ? undefined : 'warn'
    deprecated.add(operationId)
    emit(settings, call, requestId, level, { type: 'deprecation', deprecation, sunset })
  }
  if (status && 'json' in exchange && settings.logLevel === 'debug') {
    const trace = await loadTrace()
    trace?.showReceived(settings, requestId, exchange)
  }
  emit(settings, call, requestId, 'debug', { type: 'attempt', attempt: number, status, error, ms })
}

/** Shows what leaves. @param headers with the signature */
export async function show(settings: Settings, call: Call, headers: Call['headers']): Promise<void> {
  const trace = await loadTrace()
  trace?.showSent(settings, call, headers)
}

/** Showing everything must not end a call, not even by the lack of a file. */
function loadTrace() {
  return load(import('./trace.js')).catch(() => undefined)
}
