import type { Client } from 'openapi-fetch'
import type { paths } from './generated/contract.gen.js'
import type { Settings } from './options.js'
import { withCaller } from './send.js'

/** What goes with a path, as far as it cannot wait. */
interface Init {
  readonly body?: unknown
  readonly bodySerializer?: (body: unknown) => unknown
}

const NAMES = 'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE request use eject'.split(' ')

/**
 * Makes the path-based client. The library behind it is loaded with the first use, since most programs have
 * none. The body is written down at the call all the same: what becomes of the object afterwards does not
 * matter.
 */
export function createRaw(settings: Settings): Client<paths> {
  let loading: Promise<(name: string, given: unknown[], body: unknown) => unknown> | undefined
  const call =
    (name: string) =>
    async (...given: unknown[]) => {
      const caller = new Error() // taken now, since an awaited promise no longer knows who called
      const { body, bodySerializer = JSON.stringify } = Object(given.at(-1)) as Init // or a path, which has neither
      const written = body === undefined ? undefined : bodySerializer(body)
      loading ??= import('./raw.js').then(({ createPathClient }) => createPathClient(settings))
      try {
        return await (await loading)(name, given, written)
      } catch (error) {
        throw withCaller(error, caller)
      }
    }
  const methods = Object.fromEntries(NAMES.map((name) => [name, call(name)]))
  return methods as unknown as Client<paths> // each name hands on to the client's own
}
