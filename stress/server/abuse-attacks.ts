import fc from 'fast-check'
import {
  ATTACKS,
  type Attack,
  askOnce,
  attack,
  loopback,
  trickle,
} from '../../packages/server/test/support/abuse/attacks.js'
import {
  type CallerKeys,
  callServer,
  keysIn,
  type OpenStream,
  openStream,
  register,
} from '../../packages/server/test/support/abuse/caller.js'
import { hostileBodies } from '../../packages/server/test/support/abuse/hostile-bodies.js'
import { pause } from '../../packages/server/test/support/crash/driver.js'

export interface Size {
  readonly seed: number
  readonly seconds: number
  readonly size: number
}

const SECOND_MS = 1_000
/** Heads get 10 s and requests 15 s; the server checks both every 2 s. */
const SLOW_MS = 19 * SECOND_MS
/** Unread output ends after 30 s without progress, which is noticed within 30 s more. */
const UNREAD_MS = 65 * SECOND_MS
const ASK_EVERY_MS = 50
const REGISTRATIONS_EACH = 5
const SIGNERS = 40
const AT_ONCE = 4
const BODIES_SHARE = 0.3
const GOAL_MS = 100
const NEW_KEYS_PER_HOUR = 20
const STREAMS_PER_MERCHANT = 100
const STREAMS_PER_KEY = 50
const STREAMS_PER_ORDER = 5
const UNFINISHED_ORDERS = 1_000
const PRINTED_FAULTS = 3

let addresses = 256

/** Addresses that no earlier attack used. */
const freshAddresses = (count: number): string[] =>
  Array.from({ length: count }, () => {
    addresses += 1
    return loopback(addresses)
  })

/** The attacks on a server with default limits. @returns the faults */
export async function attackDefaults(url: string, { seed, seconds, size }: Size): Promise<string[]> {
  const honest = await followOrders(url)
  const readers = await open(url, 'slowReaders', size / 100, freshAddresses(10))
  for (let round = 1; askOnce(readers, round); round += 1) await pause(ASK_EVERY_MS)
  const readSince = performance.now()
  const crowd = await open(url, 'idle', size, [])
  await hold(await open(url, 'idle', size / 10, freshAddresses(size / 1_000)), 5 * SECOND_MS)
  await crowd.close()
  await hold(await open(url, 'slowHeads', size, []), SLOW_MS)
  await hold(await open(url, 'slowBodies', size / 40, freshAddresses(1)), SLOW_MS, trickle)
  await hold(await open(url, 'pipelines', size / 50, freshAddresses(10)), 3 * SECOND_MS)
  const faults = await sendBodies(url, seed, seconds * BODIES_SHARE * SECOND_MS)
  faults.push(...(await mintKeys(url)))
  await pause(readSince + UNREAD_MS - performance.now())
  await readers.close()
  faults.push(...honest.judge())
  return faults
}

/** The attacks that rate limits would stop too early. @returns the faults */
export const attackUnlimited = async (url: string): Promise<string[]> => [
  ...(await exhaustAddresses(url)),
  ...(await openStreams(url)),
]

async function open(url: string, name: keyof typeof ATTACKS, count: number, from: string[]): Promise<Attack> {
  const start = performance.now()
  const opened = await attack(url, { text: '', ...ATTACKS[name], count: Math.ceil(count), addresses: from })
  const took = Math.round(performance.now() - start)
  console.log(
    `${name}: ${opened.sockets.length} connections from ${from.length || 1} addresses in ${took} ms`,
  )
  return opened
}

/** Waits, for a limited time, until the server has ended every connection of an attack, and closes the rest. */
async function hold(held: Attack, ms: number, each: (held: Attack) => void = () => undefined): Promise<void> {
  const deadline = performance.now() + ms
  while (held.ended() < held.sockets.length && performance.now() < deadline) {
    await pause(SECOND_MS / 2)
    each(held)
  }
  console.log(`  ended by the server: ${held.ended()}`)
  await held.close()
}

/** Sends bodies of every hostile shape to every operation with a body, within the rate limits. */
async function sendBodies(url: string, seed: number, ms: number): Promise<string[]> {
  const signers: CallerKeys[] = []
  const from = freshAddresses(Math.ceil(SIGNERS / REGISTRATIONS_EACH))
  for (let at = 0; at < SIGNERS; at += 1)
    signers.push(await register(url, `signer-${at}`, from[Math.floor(at / REGISTRATIONS_EACH)] ?? ''))
  const faults: string[] = []
  const times: number[] = []
  let slowest = ''
  const deadline = performance.now() + ms
  let sent = 0
  const send = async () => {
    while (performance.now() < deadline) {
      const [body] = fc.sample(hostileBodies(), { numRuns: 1, seed: seed + sent })
      if (!body) return
      sent += 1
      const { target, text, name } = body
      const keys = signers[sent % SIGNERS]
      const caller =
        target === '/v1/merchants' || !keys ? { localAddress: freshAddresses(1)[0] ?? '' } : { keys }
      const answer = await callServer(url, { method: 'POST', target, body: text, ...caller })
      if (answer.status >= 500) faults.push(`${answer.status} for ${name} of ${target}`)
      if (answer.ms > Math.max(0, ...times)) slowest = `${name} of ${target}`
      times.push(answer.ms)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  console.log(
    `bodies: ${sent} hostile ones, the slowest in ${Math.max(...times).toFixed(0)} ms (goal ${GOAL_MS}): ${slowest}`,
  )
  return faults.slice(0, PRINTED_FAULTS)
}

/** An honest merchant's streams, which no attack may end. */
async function followOrders(url: string): Promise<{ judge(): string[] }> {
  const [localAddress = ''] = freshAddresses(1)
  const keys = await register(url, 'honest', localAddress)
  const streams: OpenStream[] = []
  let ended = 0
  for (let made = 0; made < 4; made += 1) {
    const id = await createOrder(url, keys)
    for (let count = 0; count < STREAMS_PER_ORDER; count += 1)
      streams.push(await openStream(url, { target: `/v1/orders/${id}/events`, keys, localAddress }))
  }
  for (const { closed } of streams) void closed.then(() => (ended += 1))
  return {
    judge() {
      console.log(`honest streams: ${streams.length}, ended ${ended}`)
      const faults = ended > 0 ? [`${ended} of ${streams.length} honest streams were ended`] : []
      for (const { close } of streams) close()
      return faults
    },
  }
}

async function mintKeys(url: string): Promise<string[]> {
  const first = await register(url, 'minter', freshAddresses(1)[0] ?? '')
  let keys = first
  let minted = 0
  let calls = 0
  const body = JSON.stringify({ environment: 'test' })
  for (; minted < 2 * NEW_KEYS_PER_HOUR; minted += 1) {
    const made = await callServer(url, { method: 'POST', target: '/v1/merchants/api-keys', body, keys })
    if (made.status === 429) break
    if (made.status !== 201) return [`a new key answered ${made.status}: ${made.text}`]
    const old = keys
    keys = keysIn(made.text)
    const revoked = await callServer(url, {
      method: 'DELETE',
      target: `/v1/merchants/api-keys/${old.keyId}`,
      keys,
    })
    if (revoked.status === 200) calls += 2
  }
  console.log(`minting: ${minted} new keys, ${calls} calls`)
  return minted > NEW_KEYS_PER_HOUR
    ? [`${minted} keys were minted within an hour, ${NEW_KEYS_PER_HOUR} are allowed`]
    : []
}

async function exhaustAddresses(url: string): Promise<string[]> {
  const other = await register(url, 'other', '127.0.0.1')
  const hoarder = await register(url, 'hoarder', '127.0.0.1')
  await createOrder(url, other)
  let made = 0
  let refusal = ''
  const make = async () => {
    while (refusal === '' && made <= UNFINISHED_ORDERS) {
      made += 1
      const answer = await postOrder(url, hoarder)
      if (answer.status === 201) continue
      made -= 1
      refusal = `${answer.status} ${answer.text}`
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, make))
  const next = await postOrder(url, other)
  console.log(
    `addresses: ${made} orders of one merchant, then ${refusal || 'no refusal'}; another merchant: ${next.status}`,
  )
  const faults =
    next.status === 201 ? [] : [`another merchant had no address left: ${next.status} ${next.text}`]
  const isRefused = refusal.startsWith('400 ') && refusal.includes('no available address')
  return isRefused ? faults : [...faults, `${made} unfinished orders of one merchant were not refused`]
}

async function openStreams(url: string): Promise<string[]> {
  const first = await register(url, 'listener', '127.0.0.1')
  const keys = [first]
  const body = JSON.stringify({ environment: 'test' })
  for (let made = 0; made < 3; made += 1) {
    const answer = await callServer(url, {
      method: 'POST',
      target: '/v1/merchants/api-keys',
      body,
      keys: first,
    })
    keys.push(keysIn(answer.text))
  }
  const opened = []
  const refused = new Set<number>()
  for (const key of keys) {
    for (let order = 0; order < STREAMS_PER_KEY / STREAMS_PER_ORDER; order += 1) {
      const target = `/v1/orders/${await createAppOrder(url, first)}/events`
      for (let count = 0; count < STREAMS_PER_ORDER; count += 1) {
        const stream = await openStream(url, { target, keys: key, localAddress: '127.0.0.1' })
        if (stream.status === 200) opened.push(stream)
        else refused.add(stream.status)
      }
    }
  }
  const asked = keys.length * STREAMS_PER_KEY
  console.log(
    `streams: ${opened.length} of ${asked} of one merchant, refused with ${[...refused].join() || 'nothing'}`,
  )
  for (const { close } of opened) close()
  if (opened.length > STREAMS_PER_MERCHANT) return [`one merchant opened ${opened.length} streams`]
  return [...refused].some((status) => status !== 429)
    ? [`streams were refused with ${[...refused].join()}`]
    : []
}

const postOrder = (url: string, keys: CallerKeys) => {
  const body = JSON.stringify({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  return callServer(url, { method: 'POST', target: '/v1/orders', body, keys })
}

async function createOrder(url: string, keys: CallerKeys): Promise<string> {
  const answer = await postOrder(url, keys)
  if (answer.status !== 201) throw new Error(`an order answered ${answer.status}: ${answer.text}`)
  return idIn(answer.text)
}

async function createAppOrder(url: string, keys: CallerKeys): Promise<string> {
  const body = JSON.stringify({ amount_mode: 'CUSTOM', currency: 'USDT' })
  const answer = await callServer(url, { method: 'POST', target: '/v1/app/orders', body, keys })
  if (answer.status !== 201) throw new Error(`an order answered ${answer.status}: ${answer.text}`)
  return idIn(answer.text)
}

const idIn = (text: string): string => `${(JSON.parse(text) as { id?: unknown }).id}`
