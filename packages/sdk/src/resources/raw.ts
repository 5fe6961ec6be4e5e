import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { UsageError } from '../errors/base-error.js'
import { withCaller } from '../errors/caller.js'
import type { paths } from '../generated/contract.gen.js'
import { fillPath } from '../http/paths.js'
import { sendRaw } from '../http/raw-request.js'
import type { Fetch, Settings } from '../options.js'
import { memberOf } from '../util/lookup.js'

/** The options of a call by path that are read here. */
interface Init {
  readonly body?: unknown
  readonly bodySerializer?: ((body: unknown) => unknown) | undefined
  readonly signal?: AbortSignal | null | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  readonly middleware?: readonly Middleware[] | undefined
  readonly headers?: unknown
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'request'] as const
const HOOKS = ['onRequest', 'onResponse', 'onError']

/** Makes the path-based client: openapi-fetch over the transport of every other call. */
export function createRaw(settings: Settings): Client<paths> {
  const { origin, prefix, headers } = settings
  let client: Client<paths> | undefined
  let middleware: readonly Middleware[] = []
  const call =
    (name: (typeof METHODS)[number]) =>
    async (...given: unknown[]) => {
      const caller = new Error() // captured here: the stack of an awaited promise no longer shows the caller
      // Made with the first call, so that it takes the global `Request` of that time.
      client ??= createClient<paths>({ baseUrl: origin + prefix, headers, pathSerializer: fillPath })
      const names = given.filter((one) => typeof one === 'string')
      const init: Init = Object(given[names.length])
      try {
        return await Reflect.apply(client[name], client, [...names, toInit(settings, init, middleware)])
      } catch (error) {
        throw withCaller(error, caller)
      }
    }
  const use = (...given: Middleware[]) => {
    // openapi-fetch ignores a falsy middleware, such as that of `isDebug && middleware`, so it is allowed here too.
    if (given.some((one) => one && !HOOKS.some((hook) => memberOf(one, hook)))) {
      throw new UsageError('invalid_option', `middleware has none of ${HOOKS}`)
    }
    middleware = [...middleware, ...given]
  }
  const eject = (...given: Middleware[]) => {
    middleware = middleware.filter((one) => !given.includes(one))
  }
  const methods = Object.fromEntries(METHODS.map((name) => [name, call(name)]))
  return { ...methods, use, eject } as unknown as Client<paths> // each method hands on to the client's own
}

/**
 * The options that openapi-fetch gets. The body is serialized now, so that later changes of the object do not matter.
 * The caller's signal bypasses the library, whose requests would keep listening to it.
 */
function toInit(
  settings: Settings,
  { signal, fetch, body, bodySerializer = JSON.stringify, ...rest }: Init,
  middleware: readonly Middleware[],
) {
  checkHeaders(rest.headers)
  const serialized = body === undefined ? undefined : bodySerializer(body)
  const own: Fetch | undefined = fetch && ((url, init) => fetch(new Request(url, init)))
  const fixed = { ...settings, fetch: own ?? settings.fetch }
  return {
    ...rest,
    ...(body !== undefined && { body }),
    middleware: [...middleware, ...(rest.middleware ?? [])],
    bodySerializer: () => serialized,
    fetch: (request: Request) => sendRaw(fixed, request, signal ?? undefined),
  }
}

/** @throws UsageError for a header that HTTP does not allow; the value stays out of the message */
function checkHeaders(headers: unknown): void {
  try {
    for (const [name, value] of Object.entries(Object(headers)))
      for (const one of [value].flat()) new Headers([[name, `${one}`]])
  } catch {
    throw new UsageError('invalid_header', 'invalid header')
  }
}
