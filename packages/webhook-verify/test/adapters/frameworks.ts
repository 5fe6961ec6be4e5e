import 'reflect-metadata'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { All, Controller, type INestApplication, Module, Req, Res } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import express from 'express'
import express4 from 'express-4'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { expressWebhook } from '../../src/adapters/express.js'
import { fastifyWebhook } from '../../src/adapters/fastify.js'
import { honoWebhook } from '../../src/adapters/hono.js'
import { koaWebhook } from '../../src/adapters/koa.js'
import { nestWebhook } from '../../src/adapters/nest.js'
import { nodeWebhook } from '../../src/adapters/node.js'
import { webWebhook } from '../../src/adapters/web.js'
import type { Receiver } from '../../src/receiver/receiver.js'

/** A framework with the receiver at /webhooks, for every method. */
export interface Framework {
  name: string
  serve(receiver: Receiver): Promise<Served>
  /** The same behind a JSON parser. */
  serveParsed(receiver: Receiver): Promise<Served>
  /** Its own parser refuses a compressed body before the receiver is called. */
  refusesGzip?: boolean
}

/** A server on loopback. */
export interface Served {
  port: number
  close(): unknown
}

/** Frameworks that pass the stream on, so that the receiver's limit and deadline apply. */
export const streaming: Framework[] = [
  framework('node', nodeWebhook, async (receiver) => {
    const answer = nodeWebhook(receiver)
    return async (request, response) => {
      for await (const _ of request);
      await answer(request, response)
    }
  }),
  framework(
    'Express 5',
    (receiver) => express().all('/webhooks', expressWebhook(receiver)),
    (receiver) => express().use(express.json()).all('/webhooks', expressWebhook(receiver)),
  ),
  framework(
    'Express 4',
    (receiver) => express4().all('/webhooks', expressWebhook(receiver)),
    (receiver) => express4().use(express4.json()).all('/webhooks', expressWebhook(receiver)),
  ),
  framework('Fastify', fastifyListener, (receiver) => fastifyListener(receiver, true)),
  framework(
    'Koa',
    (receiver) => koa().use(koaWebhook(receiver)).callback(),
    (receiver) => koa().use(readAsKoaDoes).use(koaWebhook(receiver)).callback(),
  ),
  framework(
    'Hono',
    (receiver) => getRequestListener(new Hono().all('/webhooks', honoWebhook(receiver)).fetch),
    (receiver) => {
      const app = new Hono().use(async ({ req }, next) => {
        await req.json()
        await next()
      })
      return getRequestListener(app.all('/webhooks', honoWebhook(receiver)).fetch)
    },
  ),
  framework(
    'fetch',
    (receiver) => getRequestListener(webWebhook(receiver)),
    (receiver) => {
      const answer = webWebhook(receiver)
      return getRequestListener(async (request) => {
        await request.json()
        return answer(request)
      })
    },
  ),
  {
    name: 'Nest on Express without its parser',
    serve: (receiver) => serveNest(receiver, new ExpressAdapter(), { bodyParser: false }),
    serveParsed: (receiver) => serveNest(receiver, new ExpressAdapter(), {}),
  },
]

/** Frameworks whose parser runs first and keeps the bytes. */
export const keeping: Framework[] = [
  {
    name: 'Nest on Express',
    serve: (receiver) => serveNest(receiver, new ExpressAdapter(), { rawBody: true }),
    serveParsed: (receiver) => serveNest(receiver, new ExpressAdapter(), {}),
  },
  {
    name: 'Nest on Fastify',
    serve: (receiver) => serveNest(receiver, new FastifyAdapter(), { rawBody: true }),
    serveParsed: (receiver) => serveNest(receiver, new FastifyAdapter(), {}),
    refusesGzip: true,
  },
]

/** Serves a listener on a free port. */
export async function serve(listener: RequestListener): Promise<Served> {
  return listening(createServer(listener))
}

type MakeListener = (receiver: Receiver) => RequestListener | Promise<RequestListener>

function framework(name: string, plain: MakeListener, parsed: MakeListener): Framework {
  return {
    name,
    serve: async (receiver) => serve(await plain(receiver)),
    serveParsed: async (receiver) => serve(await parsed(receiver)),
  }
}

async function listening(server: Server): Promise<Served> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, close }
}

async function fastifyListener(receiver: Receiver, isRead = false): Promise<RequestListener> {
  const app = fastify()
  if (isRead) {
    app.addHook('onRequest', async ({ raw }) => {
      for await (const _ of raw.iterator({ destroyOnReturn: false }));
    })
  }
  app.register(fastifyWebhook, { path: '/webhooks', receiver })
  await app.ready()
  return app.routing
}

/** Ignores clients that disconnect. */
function koa(): Koa {
  return Object.assign(new Koa(), { silent: true })
}

// Like @koa/bodyparser: keeps the parsed body and its text.
async function readAsKoaDoes({ req, request }: Koa.Context, next: Koa.Next): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const rawBody = Buffer.concat(chunks).toString()
  Object.assign(request, { rawBody, body: JSON.parse(rawBody) })
  await next()
}

async function serveNest(
  receiver: Receiver,
  adapter: ExpressAdapter | FastifyAdapter,
  options: { rawBody?: boolean; bodyParser?: boolean },
): Promise<Served> {
  class Webhooks {
    receive = nestWebhook(receiver)
    answer(request: Parameters<typeof this.receive>[0], response: Parameters<typeof this.receive>[1]) {
      return this.receive(request, response)
    }
  }
  class App {}
  // Called as functions: decorator syntax needs a compiler option that is not set here.
  Controller()(Webhooks)
  Req()(Webhooks.prototype, 'answer', 0)
  Res()(Webhooks.prototype, 'answer', 1)
  const answer = Object.getOwnPropertyDescriptor(Webhooks.prototype, 'answer')
  if (answer) All('webhooks')(Webhooks.prototype, 'answer', answer)
  Module({ controllers: [Webhooks] })(App)
  const app = await NestFactory.create<INestApplication>(App, adapter, { logger: false, ...options })
  await app.listen(0, '127.0.0.1')
  const { port } = app.getHttpServer().address() as AddressInfo // it listens on TCP
  return { port, close: () => app.close() }
}
