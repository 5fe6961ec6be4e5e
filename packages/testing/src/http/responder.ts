import type { OperationId } from '@merchantpay/sdk'
import {
  answerInstead,
  type FaultPlan,
  NO_FAULTS,
  precedesOperation,
  type RequestFaults,
} from '../faults/faults.js'
import { createIds } from '../ids.js'
import { answerLinkForm } from '../links/link-page.js'
import type { World } from '../world.js'
import type { Answer } from './answer.js'
import { createApi } from './api.js'
import { connectionError, internalError, isConnectionError } from './connection.js'
import { refuseRoute } from './refusal.js'
import { toResponse } from './response.js'
import { findRoute, type NoRoute, type Route } from './router.js'
import { splitTarget, type WireRequest } from './wire.js'

/** A request that reached the service. */
export interface TestCall {
  /** Undefined for a path or method that the contract does not have. */
  readonly operationId: OperationId | undefined
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** As text; empty without one. */
  readonly body: string
  /** Time of arrival, Unix milliseconds of the service's clock. */
  readonly at: number
  /** Status of the answer; undefined before it and for a reset. */
  status: number | undefined
}

/** Answers requests. */
export interface Responder {
  /** An error of the service itself is a 500. @throws TypeError for a connection that breaks */
  respond(request: WireRequest): Promise<Response>
  /** Whether a request is in progress. A stalled request is not. */
  isBusy(): boolean
}

const REQUEST_ID = /^[A-Za-z0-9._~:/+=-]{1,128}$/

/** Makes the responder of a service, which applies the planned faults. */
export function createResponder(world: World, plan: FaultPlan, calls: TestCall[]): Responder {
  const api = createApi(world)
  const prefix = new URL(world.baseUrl).pathname.replace(/\/$/, '')
  const requestIds = createIds(0)
  let working = 0

  /** @returns undefined for a request that is never answered */
  const work = async (
    route: Route,
    request: WireRequest,
    faults: RequestFaults,
  ): Promise<Answer | undefined> => {
    const { ending, skewMs } = faults
    const instead = ending && answerInstead(route.operationId, ending)
    const isReset = ending && 'reset' in ending
    if (ending && precedesOperation(ending)) {
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
    const faults = isKnown ? plan.take(route.operationId) : NO_FAULTS
    working += 1
    const answering = isKnown ? work(route, request, faults) : Promise.resolve(refuseRoute(route.allowed))
    const answered = await answering.finally(() => {
      working -= 1
    })
    if (!answered) return new Promise<never>(() => {}) // a stall before the head lasts until the client gives up
    call.status = answered.status
    const given = request.headers.get('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : requestIds.uuid()
    const now = world.clock.now() + faults.skewMs
    return toResponse(answered, { requestId, now }, faults, request.signal)
  }
  return {
    isBusy: () => working > 0,
    async respond(request) {
      const path = pathOf(request, prefix)
      const route = findRoute(request.method, path)
      const call: TestCall = { ...describe(request, route), at: world.clock.now(), status: undefined }
      calls.push(call)
      const page = request.method === 'POST' ? answerLinkForm(world, path, call.body) : undefined
      if (page) {
        call.status = page.status
        return page
      }
      try {
        return await answer(route, request, call)
      } catch (error) {
        if (isConnectionError(error)) throw error
        call.status = 500
        return internalError(error)
      }
    },
  }
}

function pathOf({ target }: WireRequest, prefix: string): string {
  const [path] = splitTarget(target)
  return path.startsWith(prefix) ? path.slice(prefix.length) : ''
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
