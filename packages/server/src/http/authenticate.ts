import type { Request } from 'express'
import type { Caller, KeyUse } from '../domain/api-keys.js'
import { authenticate } from '../domain/authentication.js'
import { DomainError } from '../domain/errors.js'
import { parseIp, unwrapIpv4 } from '../domain/ip.js'
import type { Context, Store } from '../domain/ports.js'
import type { RateLimit } from './rate-limit.js'

export interface GateServices {
  readonly store: Store
  readonly context: Context
  readonly keyUse: KeyUse
  /** Per key. */
  readonly requests: RateLimit
  /** Failed authentications per address: they cannot count against a key that anybody may name. */
  readonly failures: RateLimit
}

/** Who signed this request. @throws the 401 codes, rate_limit_exceeded */
export async function admitCaller(services: GateServices, request: Request, body: Buffer): Promise<Caller> {
  const caller = await findCaller(services, request, body).catch(async (error: unknown) => {
    if (error instanceof DomainError) await services.failures.take(addressOf(request))
    throw error
  })
  services.keyUse.note(caller.keyId, services.context.clock.now())
  await services.requests.take(caller.keyId)
  return caller
}

async function findCaller({ store, context }: GateServices, request: Request, body: Buffer): Promise<Caller> {
  const { method, originalUrl: target } = request
  const authorization = valuesOf(request.rawHeaders, 'authorization')
  const findKey = (keyId: string) => store.read((tx) => tx.apiKeys.findOwned(keyId))
  const key = await authenticate(context, { authorization, method, target, body }, findKey)
  const { keyId, merchantId, environment, merchant } = key
  return { keyId, merchantId, environment, merchant }
}

/** Whom a limit counts: an IPv4 address, or the /64 that one IPv6 customer has to itself. */
export function addressOf(request: Request): string {
  const ip = parseIp(request.socket.remoteAddress ?? '')
  if (!ip) return 'unknown'
  const plain = unwrapIpv4(ip)
  return plain.version === 4 ? `${plain.bits}` : `${plain.bits >> 64n}::/64`
}

/** Every field of that name: Node itself keeps only the first Authorization header. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}
