import type { Client, Middleware } from 'openapi-fetch'
import { UsageError } from './errors.js'
import type { paths } from './generated/contract.gen.js'
import { loadFeature } from './load-feature.js'
import { memberOf } from './member.js'
import type { Settings } from './options.js'
import type { PathClient } from './raw.js'

/** What goes with a path, as far as it cannot wait. */
interface Init {
  readonly body?: unknown
  readonly bodySerializer?: (body: unknown) => unknown
}

const HOOKS = ['onRequest', 'onResponse', 'onError']

/**
 * Makes the path-based client. The library behind it is loaded with the first call, since most programs have
 * none. The body is written down at the call all the same: what becomes of the object afterwards does not
 * matter. Middleware is kept here, so that it counts at once.
 */
export function createRaw(settings: Settings): Client<paths> {
  let client: PathClient | undefined
  let middleware: readonly Middleware[] = []
  const call =
    (name: string) =>
    async (...given: unknown[]) => {
      const { body, bodySerializer = JSON.stringify }: Init = Object(given.at(-1)) // or a path, which has neither
      const caller = new Error() // taken now, since an awaited promise no longer knows who called
      const written = body === undefined ? undefined : bodySerializer(body)
      const used = middleware
      client ??= (await loadFeature(import('./raw.js'), caller)).createPathClient(settings)
      return client(name, given, written, used, caller)
    }
  const methods = {
    GET: call('GET'),
    POST: call('POST'),
    PATCH: call('PATCH'),
    DELETE: call('DELETE'),
    request: call('request'),
  }
  const use = (...given: Middleware[]) => {
    // The library passes over `isDebug && middleware`.
    if (given.some((one) => one && !HOOKS.some((hook) => memberOf(one, hook)))) {
      throw new UsageError('invalid_option', `middleware has none of ${HOOKS}`)
    }
    middleware = [...middleware, ...given]
  }
  const eject = (...given: Middleware[]) => {
    middleware = middleware.filter((one) => !given.includes(one))
  }
  return { ...methods, use, eject } as unknown as Client<paths> // each name hands on to the client's own
}
