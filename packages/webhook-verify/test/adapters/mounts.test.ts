import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import express4 from 'express-4'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import serverless, { type Application } from 'serverless-http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expressWebhook } from '../../src/adapters/express.js'
import { fastifyWebhook } from '../../src/adapters/fastify.js'
import { honoWebhook } from '../../src/adapters/hono.js'
import { koaWebhook } from '../../src/adapters/koa.js'
import { nodeWebhook } from '../../src/adapters/node.js'
import { webWebhook } from '../../src/adapters/web.js'
import { createReceiver, type Receiver } from '../../src/index.node.js'
import { BODY, headerOf, SECRET, T } from '../support/webhooks.js'
import { deliver, FORGED } from './exchange.js'
import { serve } from './frameworks.js'

const RECEIVED = { status: 200, text: '{"received":true}' }
const receiver = createReceiver({ secrets: SECRET, on: {}, onError: () => undefined, dedupe: false })

async function start(listener: RequestListener): Promise<number> {
  const { port, close } = await serve(listener)
  onTestFinished(() => void close())
  return port
}

function keepRawBody(request: object, _response: unknown, rawBody: Buffer): void {
  Object.assign(request, { rawBody })
}

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('%s', (_, framework) => {
  test('a JSON parser that keeps rawBody leaves enough to verify', async () => {
    const app = framework().use(framework.json({ verify: keepRawBody }))
    const port = await start(app.post('/webhooks', expressWebhook(receiver)))

    expect(await deliver(port)).toEqual(RECEIVED)
    expect((await deliver(port, { headers: FORGED })).status).toBe(401)
  })

  test('so does a parser of raw bodies', async () => {
    const parser = framework.raw({ type: 'application/json' })
    const port = await start(framework().post('/webhooks', parser, expressWebhook(receiver)))

    expect(await deliver(port)).toEqual(RECEIVED)
  })

  test('a parser of text leaves nothing to verify', async () => {
    const app = framework().use(framework.text({ type: 'application/json' }))
    const port = await start(app.post('/webhooks', expressWebhook(receiver)))

    expect(await deliver(port)).toEqual({ status: 500, text: '{"error":"raw_body_required"}' })
  })

  test('a route for POST alone leaves GET to the framework, which answers 404', async () => {
    const port = await start(framework().post('/webhooks', expressWebhook(receiver)))

    expect((await deliver(port, { method: 'GET', body: null })).status).toBe(404)
    expect(await deliver(port)).toEqual(RECEIVED)
  })

  test('a parser of other content types changes nothing', async () => {
    const app = framework().use(framework.urlencoded({ extended: true }))
    const port = await start(app.post('/webhooks', expressWebhook(receiver)))

    expect(await deliver(port)).toEqual(RECEIVED)
  })

  test('an answer that a middleware gave first stands', async () => {
    const app = framework().use((_request, response, next) => {
      response.status(503).end('late')
      next()
    })
    const port = await start(app.post('/webhooks', expressWebhook(receiver)))

    expect(await deliver(port)).toEqual({ status: 503, text: 'late' })
  })
})

test('a route of Hono for POST alone leaves GET to Hono, which answers 404', async () => {
  const app = new Hono().post('/webhooks', honoWebhook(receiver))
  const port = await start(getRequestListener(app.fetch))

  expect((await deliver(port, { method: 'GET', body: null })).status).toBe(404)
  expect(await deliver(port)).toEqual(RECEIVED)
})

test('Fastify parses the bodies of its other routes as before', async () => {
  const app = fastify()
  app.register(fastifyWebhook, { path: '/webhooks', receiver })
  app.post('/orders', async ({ body }) => body)
  await app.ready()
  const port = await start(app.routing)

  expect(await deliver(port)).toEqual(RECEIVED)
  expect(await deliver(port, { path: '/orders', body: '{ "a": 1 }' })).toEqual({
    status: 200,
    text: '{"a":1}',
  })
})

test.each(['text/plain', 'application/x-unheard-of'])('Fastify hands a body of type %s on', async (type) => {
  const app = fastify()
  app.register(fastifyWebhook, { path: '/webhooks', receiver })
  await app.ready()

  expect(await deliver(await start(app.routing), { headers: { 'content-type': type } })).toEqual(RECEIVED)
})

test('a fetch handler stops reading when the signal of its request is aborted', async () => {
  const leaving = new AbortController()
  const { signal } = leaving
  const headers = { 'x-merchant-signature': headerOf(T) }
  const request = { method: 'POST', headers, body: new ReadableStream(), duplex: 'half', signal }
  const answer = webWebhook(receiver)(new Request('https://shop.example/webhooks', request))

  leaving.abort()

  expect(await (await answer).text()).toBe('{"error":"body_aborted"}')
})

test('Koa’s own text of a body is never taken, even beside an unread stream', async () => {
  const app = new Koa().use((context, next) => {
    Object.assign(context.request, { rawBody: '{}', body: {} })
    return next()
  })
  const port = await start(app.use(koaWebhook(receiver)).callback())

  expect(await deliver(port, { body: BODY })).toEqual(RECEIVED)
})

describe.each<[string, (receiver: Receiver) => Application]>([
  ['Express 5', (to) => express().post('/webhooks', expressWebhook(to))],
  ['Koa', (to) => new Koa().use(koaWebhook(to))],
  ['node', (to) => createServer(nodeWebhook(to))],
])('%s behind serverless-http, whose requests have no raw headers', (_, mount) => {
  const handler = serverless(mount(receiver))
  const deliverTo = (signature: string) =>
    handler(
      {
        version: '2.0',
        rawPath: '/webhooks',
        headers: { 'content-type': 'application/json', 'x-merchant-signature': signature },
        requestContext: { http: { method: 'POST', path: '/webhooks' } },
        body: BODY,
        isBase64Encoded: false,
      },
      {},
    )

  test('takes what is signed, and nothing else', async () => {
    const now = Math.floor(Date.now() / 1_000)
    expect(await deliverTo(headerOf(now))).toMatchObject({ statusCode: 200, body: '{"received":true}' })
    expect(await deliverTo(headerOf(now, 'another body'))).toMatchObject({ statusCode: 401 })
  })
})
