import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import express, { type Response } from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { messageClasses } from '../../../src/http/message-classes.js'
import { OpenStreams } from '../../../src/http/streams/open-streams.js'

/** Frees what nothing refers to any more. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // with the flag it exists
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn()
    collect()
  }
}

it('nothing of a stream is left after it closes, and its end is counted once', async () => {
  const streams = new OpenStreams({ key: 5 })
  const responses: WeakRef<Response>[] = []
  const over: string[] = []
  const app = express()
  app.get('/', async (_request, response) => {
    responses.push(new WeakRef(response))
    const owner = { beat: () => undefined, over: () => void over.push('one') }
    const stream = await streams.start({ key: 'one' }, response, owner)
    stream.send(1, { status: 'OPEN' })
  })
  const server = createServer({ ...messageClasses(app) }, app).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  for (let opened = 0; opened < 5; opened += 1) {
    const request = get({ port, host: '127.0.0.1', agent: false })
    request.on('error', () => undefined) // it is destroyed below
    const [answer] = await once(request, 'response')
    expect(String((await once(answer, 'data'))[0])).toBe('id: 1\ndata: {"status":"OPEN"}\n\n')
    request.destroy()
  }
  await expect
    .poll(async () => {
      await collectGarbage()
      return responses.filter((response) => response.deref() !== undefined).length
    })
    .toBe(0)
  expect(over).toHaveLength(5)
})
