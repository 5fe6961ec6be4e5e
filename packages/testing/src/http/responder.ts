import type { OperationId } from '@merchantpay/sdk'
import { answerInstead, comesFirst, type FaultPlan, NO_STRIKE, type Strike } from '../faults/faults.js'
import { createIds } from '../ids.js'
import type { World } from '../world.js'
import { type Answer, createApi } from './api.js'
import { connectionError, isConnectionError, ownMistake } from './connection.js'
import { refuseRoute } from './refusal.js'
import { toResponse } from './response.js'
import { findRoute, type NoRoute, type Route } from './router.js'
import { splitTarget, type WireRequest } from './wire.js'

/** A request that reached the double. */
export interface TestCall {
  /** Undefined where the contract has no such path or method. */
  readonly operationId: OperationId | undefined
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** As text; empty without one. */
  readonly body: string
  /** When it came, Unix milliseconds of the double's clock. */
  readonly at: number
  /** What was answered; undefined while nothing was, and for a reset. */
  status: number | undefined
}

/** Answers requests. */
export interface Responder {
  /** A mistake of the double itself is a 500. @throws TypeError for a connection that breaks */
  respond(request: WireRequest): Promise<Response>
  /** Whether a request is being worked on. One that stalls is not. */
  isBusy(): boolean
}

const REQUEST_ID = /^[A-Za-z0-9._~:/+=-]{1,128}$/

/** Makes what answers requests as the service does, and as badly as the plan says. */
export function createResponder(world: World, plan: FaultPlan, calls: TestCall[]): Responder {
  const api = createApi(world)
  const prefix = new URL(world.baseUrl).pathname.replace(/\/$/, '')
  const requestIds = createIds(0)
  let working = 0

  /** @returns undefined where nothing is answered at all */
  const work = async (route: Route, request: WireRequest, strike: Strike): Promise<Answer | undefined> => {
    const { ending, skewMs } = strike
    const instead = ending && answerInstead(route.operationId, ending)
    const isReset = ending && 'reset' in ending
    if (ending && comesFirst(ending)) {
      if (isReset) throw connectionError()
      return instead
    }
    const answered = await api(route, request, world.clock.now() + skewMs)
    const isLost = isReset || instead || (ending && 'stall' in ending && ending.stall === 'head')
    if (!isLost) return answered
    if (answered.body instanceof ReadableStream) await answered.body.cancel()
    if (isReset) throw connectionError()
    return instead
  }

  const answer = async (route: Route | NoRoute, request: WireRequest, call: TestCall): Promise<Response> => {
    const isKnown = 'operationId' in route
    const strike = isKnown ? plan.take(route.operationId) : NO_STRIKE
    working += 1
    const answering = isKnown ? work(route, request, strike) : Promise.resolve(refuseRoute(route.allowed))
    const answered = await answering.finally(() => {
      working -= 1
    })
    if (!answered) return new Promise<never>(() => {}) // whoever called gives up one day
    call.status = answered.status
    const given = request.headers.get('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : requestIds.uuid()
    const now = world.clock.now() + strike.skewMs
    return toResponse(answered, { requestId, now }, strike, request.signal)
  }
  return {
    isBusy: () => working > 0,
    async respond(request) {
      const route = routeOf(request, prefix)
      const call: TestCall = { ...describe(request, route), at: world.clock.now(), status: undefined }
      calls.push(call)
      try {
        return await answer(route, request, call)
      } catch (error) {
        if (isConnectionError(error)) throw error
        call.status = 500
        return ownMistake(error)
      }
    },
  }
}

function routeOf({ method, target }: WireRequest, prefix: string): Route | NoRoute {
  const [path] = splitTarget(target)
  return findRoute(method, path.startsWith(prefix) ? path.slice(prefix.length) : '')
}

function describe({ method, target, headers, body }: WireRequest, route: Route | NoRoute) {
  return {
    operationId: 'operationId' in route ? route.operationId : undefined,
    method,
    target,
    headers: Object.fromEntries(headers),
    body: new TextDecoder().decode(body),
  }
}
