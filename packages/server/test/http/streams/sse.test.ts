import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Response } from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { EventStream } from '../../../src/http/streams/sse.js'

/** Opens a stream whose client does not read yet. */
async function openStream() {
  const app = express()
  const opened = new Promise<Response>((resolve) => app.get('/', (_request, response) => resolve(response)))
  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // TCP, not a pipe
  const reader = request({ port, host: '127.0.0.1' }).end()
  onTestFinished(() => {
    reader.destroy()
    server.close()
  })
  const response = await opened
  return { response, reader, stream: new EventStream(response) }
}

it('an event stream that waits for a slow client many times keeps no listeners', async () => {
  const { response, reader, stream } = await openStream()
  const { socket } = response.req
  const listeners = () => [
    response.listenerCount('close'),
    response.listenerCount('drain'),
    socket.listenerCount('close'),
  ]
  const before = listeners()
  while (!response.writableNeedDrain) stream.send(1, 'x'.repeat(16_000))
  const waits = Array.from({ length: 5 }, () => stream.drained())
  expect(listeners()).toEqual(before.map((count) => count + 5))
  const [answer] = await once(reader, 'response')
  answer.resume()
  await Promise.all(waits)
  expect(listeners()).toEqual(before)
})
