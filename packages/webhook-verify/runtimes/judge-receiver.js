const SECRET = 'whsec_of_every_runtime'
const RECEIVED = '200 {"received":true}'

/**
 * Sends deliveries to a receiver of one copy of the package, on any runtime.
 *
 * @param parts the functions under test: createReceiver, signWebhookAsync, memoryDedupe
 * @param mount serves a receiver; resolves to a function that takes what `fetch` does after the URL, and resolves to a Response
 * @returns {Promise<string[]>} a line for each wrong answer
 */
export async function judgeReceiver({ createReceiver, signWebhookAsync, memoryDedupe }, mount) {
  const { handlers, entered, leave } = plannedHandlers()
  const receiver = createReceiver({
    secrets: SECRET,
    dedupe: memoryDedupe(),
    maxBodyBytes: 1_000,
    on: handlers,
    onError: () => undefined,
  })
  const send = await mount(receiver)
  const faults = []

  /** Sends an event as the service does, with the given changes. */
  async function answerTo(event, { age = 0, ...changes } = {}) {
    const body = bodyOf(event)
    const signature = await signWebhookAsync({ body, secrets: SECRET, timestamp: now() - age })
    const headers = {
      'content-type': 'application/json',
      'x-merchant-signature': signature,
      ...changes.headers,
    }
    const response = await send({ method: 'POST', body, ...changes, headers })
    return `${response.status} ${await response.text()}`
  }
  async function expect(what, answer, wanted) {
    const found = await answer
    if (found !== wanted) faults.push(`${what}: answered ${found}, wanted ${wanted}`)
  }

  const event = 'payment.confirmed'
  await expect('a delivery', answerTo(event), RECEIVED)
  await expect('the same again', answerTo(event), '200 {"received":true,"duplicate":true}')
  await expect('an unknown event', answerTo('order.archived'), RECEIVED)
  const forged = { headers: { 'x-merchant-signature': `t=${now()},v1=${'0'.repeat(64)}` } }
  await expect('a forged one', answerTo(event, forged), '401 {"error":"signature_mismatch"}')
  const altered = { body: `${bodyOf(event)} ` }
  await expect('an altered body', answerTo(event, altered), '401 {"error":"signature_mismatch"}')
  await expect('an old one', answerTo(event, { age: 400 }), '401 {"error":"timestamp_too_old"}')
  const large = { body: ' '.repeat(1_001) }
  await expect('a large body', answerTo(event, large), '413 {"error":"body_too_large"}')
  const encoded = { headers: { 'content-encoding': 'gzip' } }
  await expect('an encoded body', answerTo(event, encoded), '415 {"error":"unsupported_encoding"}')
  await expect('a handler that fails', answerTo('payment.expired'), '500 {"error":"handler_failed"}')
  await expect('a handler that failed before', answerTo('payment.expired'), RECEIVED)
  const first = answerTo('payment.frozen')
  await Promise.race([entered, first])
  await expect('one that is being handled', answerTo('payment.frozen'), '503 {"error":"in_progress"}')
  leave()
  await expect('one that took long', first, RECEIVED)
  return faults
}

/** Mounts a receiver with an adapter for fetch handlers. */
export const mountedAs = (webWebhook) => (receiver) => {
  const handle = webWebhook(receiver)
  return (init) => handle(new Request('https://shop.example/webhooks', init))
}

/** A handler that works, one that fails once, and one that runs until it is released. */
function plannedHandlers() {
  let failures = 0
  let enter
  let leave
  const entered = new Promise((resolve) => {
    enter = resolve
  })
  const left = new Promise((resolve) => {
    leave = resolve
  })
  const handlers = {
    'payment.confirmed': () => undefined,
    'payment.expired': () => {
      failures += 1
      if (failures === 1) throw new Error('planted')
    },
    'payment.frozen': () => {
      enter()
      return left
    },
  }
  return { handlers, entered, leave }
}

const now = () => Math.floor(Date.now() / 1000)

const bodyOf = (event) =>
  JSON.stringify({ event, timestamp: '2026-01-01T00:00:00.000Z', data: { order_id: 'ord_1' } })
