import type { Request } from 'express'
import type { Context } from '../domain/context.js'
import type { Caller } from '../domain/merchants/api-key.js'
import { authenticate } from '../domain/merchants/authentication.js'
import type { KeyUse } from '../domain/merchants/key-use.js'
import { DomainError } from '../domain/shared/errors.js'
import { scopeName } from '../domain/shared/types.js'
import { DecryptionError } from '../domain/shared/vault.js'
import type { Store } from '../domain/store/store.js'
import type { AddressOf } from './client-address.js'
import type { FailedAuthentications } from './limits/failed-authentications.js'
import type { RateLimit } from './limits/rate-limit.js'

export interface GateServices {
  readonly store: Store
  readonly context: Context
  readonly keyUse: KeyUse
  readonly addressOf: AddressOf
  readonly failedAuthentications: FailedAuthentications
  /** Per key. */
  readonly requests: RateLimit
  /** Per merchant and environment, so that more keys do not allow more requests. */
  readonly merchantRequests: RateLimit
  /** Failed authentications per address. They do not count against a key, since anyone may send its id. */
  readonly failures: RateLimit
}

/** Authenticates a request and counts it. @returns its caller @throws the 401 codes, rate_limit_exceeded */
export async function admitCaller(services: GateServices, request: Request, body: Buffer): Promise<Caller> {
  const caller = await findCaller(services, request, body).catch(async (error: unknown) => {
    const address = services.addressOf(request)
    if (error instanceof DomainError)
      services.failedAuthentications.note(error.code, address, request.headers.authorization)
    if (error instanceof DomainError || error instanceof DecryptionError)
      await services.failures.take(address)
    throw error
  })
  services.keyUse.note(caller.keyId, services.context.clock.now())
  await countRequest(services, caller)
  return caller
}

/**
 * Counts both limits at once, since shared limits cost a statement. A request that the limit of its key refuses does not
 * count for its merchant.
 */
export async function countRequest(
  { requests, merchantRequests }: Pick<GateServices, 'requests' | 'merchantRequests'>,
  caller: Caller,
): Promise<void> {
  const scope = scopeName(caller)
  await requests.requireNotRefused(caller.keyId)
  const [ofKey, ofMerchant] = await Promise.allSettled([
    requests.take(caller.keyId),
    merchantRequests.take(scope),
  ])
  if (ofKey.status === 'rejected') {
    if (ofMerchant.status === 'fulfilled') await merchantRequests.giveBack(scope)
    throw ofKey.reason
  }
  if (ofMerchant.status === 'rejected') throw ofMerchant.reason
}

async function findCaller({ store, context }: GateServices, request: Request, body: Buffer): Promise<Caller> {
  const { method, originalUrl: target } = request
  const authorization = valuesOf(request.rawHeaders, 'authorization')
  const findKey = (keyId: string) => store.read((tx) => tx.apiKeys.findOwned(keyId))
  const key = await authenticate(context, { authorization, method, target, body }, findKey)
  const { keyId, merchantId, environment, scopes, issuedBy, merchant } = key
  return { keyId, merchantId, environment, scopes, issuedBy, merchant }
}

/** Returns the values of every header of that name: Node keeps only the first Authorization header. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}
