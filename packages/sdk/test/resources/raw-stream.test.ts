import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { AbortError } from '../../src/errors/errors.js'
import type { MerchantPay } from '../../src/index.js'
import { client, loopback, rejection } from '../support/loopback.js'
import { events } from '../support/peer.js'
import { requireClosed } from '../support/progress.js'

/** Opens the events of an order by `raw`. */
async function open(mp: MerchantPay, signal?: AbortSignal) {
  const params = { path: { id: 'o1' } }
  const call = mp.raw.GET('/v1/orders/{id}/events', { params, parseAs: 'stream', signal: signal ?? null })
  const { data } = await call
  if (!data) throw new Error('no stream')
  return data
}

const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

describe('a raw stream', () => {
  it('comes unbuffered until it is cancelled', async () => {
    const server = await loopback(events('data: 1\n\n', true))
    const reader = (await open(client(server))).getReader()
    expect(new TextDecoder().decode((await reader.read())?.value)).toBe('data: 1\n\n')
    await reader.cancel()
    await requireClosed(server.seen)
  })

  it('a raw stream that ended or was cancelled leaves nothing on the signal', async () => {
    const server = await loopback(events('data: 1\n\n'), events('data: 1\n\n', true))
    const mp = client(server)
    const { signal } = new AbortController()
    const listeners = () => getEventListeners(signal, 'abort').length
    const ending = await open(mp, signal)
    expect(listeners()).toBe(1)
    expect(await read(ending)).toBe('data: 1\n\n')
    expect(listeners()).toBe(0)
    const endless = await open(mp, signal)
    expect(listeners()).toBe(1)
    await endless.cancel()
    expect(listeners()).toBe(0)
  })

  it('a raw stream that breaks fails and leaves nothing on the signal', async () => {
    const server = await loopback((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1', () => response.socket?.destroy())
    })
    const { signal } = new AbortController()
    expect(await rejection(read(await open(client(server), signal)))).toBeInstanceOf(Error)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('is closed by an abort, which its reader gets as an error', async () => {
    const server = await loopback(events('data: 1\n\n', true))
    const controller = new AbortController()
    const text = rejection(read(await open(client(server), controller.signal)))
    controller.abort('enough')
    expect(await text).toBeInstanceOf(AbortError)
    expect(await text).toMatchObject({ cause: 'enough', operationId: 'streamOrderEvents' })
    await requireClosed(server.seen)
  })

  it('is closed by an abort that came right after its head', async () => {
    const server = await loopback(events('data: 1\n\n', true))
    const controller = new AbortController()
    const mp = client(server, {
      onEvent: ({ type }) => {
        if (type === 'attempt') controller.abort('enough')
      },
    })
    const error = await rejection(open(mp, controller.signal).then(read))
    expect(error).toBeInstanceOf(AbortError)
    await requireClosed(server.seen)
  })
})
