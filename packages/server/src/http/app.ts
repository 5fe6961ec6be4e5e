import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { DomainError } from '../domain/errors.js'
import { type ContractServices, serveContract } from './contract.js'
import { toErrorReply } from './errors.js'
import { MethodNotAllowed } from './operations.js'

export interface AppOptions extends ContractServices {
  /** The contract as it is served. */
  readonly contractText: string
  /** Undefined while no token opens it: its paths are unknown then. */
  readonly operator: ContractServices | undefined
  readonly checkout: Router
  readonly log: Logger
  /** True once the server is stopping: new calls are sent away. */
  readonly isStopping: () => boolean
}

const REQUEST_ID = /^[A-Za-z0-9._~:/+=-]{1,128}$/
const RETRY_WHEN_STOPPING_SECONDS = 5

/** The whole HTTP surface: health, contract, checkout page and the API. */
export async function createHttpApp(options: AppOptions): Promise<Express> {
  const { basePath, contractText, log, isStopping } = options
  const app = express()
  app.set('query parser', 'simple')
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(requestLog(log))
  app.use(helmet())
  app.use(noStore)
  app.get(`${basePath}/healthz`, (_request, response) => void response.json({ status: 'ok' }))
  app.get(
    `${basePath}/openapi.yaml`,
    (_request, response) => void response.type('application/yaml').send(contractText),
  )
  app.use(`${basePath}/pay`, options.checkout)
  app.use(refuseWhen(isStopping))
  if (options.operator) app.use(`${basePath}/operator`, await serveContract(options.operator))
  app.use(await serveContract(options))
  app.use(answerError(log))
  return app
}

/** Names each request and logs it when it is answered; targets may hold capabilities, so only their shape is logged. */
function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId(request, response) {
      const given = request.headers['x-request-id']
      const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: ({ id, method, url }) => ({ id, method, path: pathShape(url) }),
      res: ({ statusCode }) => ({ status: statusCode }),
    },
  })
}

/** `/pay/<token>` is a capability, and a query may hold anything. */
const pathShape = (url: string): string => (url.split('?')[0] ?? '').replace(/\/pay\/.*/, '/pay/…')

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}

function refuseWhen(isStopping: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    next(new DomainError('service_unavailable', { retryAfterSeconds: RETRY_WHEN_STOPPING_SECONDS }))
  }
}

/** The one place that writes error bodies. */
function answerError(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { status, message, headers } = toErrorReply(error)
    if (status >= 500) log.error({ err: error, requestId: request.id }, message)
    if (response.headersSent) return next(error)
    if (error instanceof MethodNotAllowed) response.set('Allow', error.allowed.join(', '))
    // The rest of a body that is too large is not read; the connection cannot be used again.
    if (status === 413) response.set('Connection', 'close')
    response.status(status).set(headers).json({ error: message })
  }
}
