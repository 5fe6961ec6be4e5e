import type { Client } from 'openapi-fetch'
import type { paths } from './generated/contract.gen.js'
import type { Fetch, Settings } from './options.js'

/** What goes with a path, as far as it is looked at before the client is loaded. */
interface Init {
  readonly body?: unknown
  readonly bodySerializer?: (body: unknown) => unknown
  readonly signal?: AbortSignal | undefined
  readonly fetch?: Fetch | undefined
}

const MIDDLEWARE = /^(?:use|eject)$/
const NAMES = 'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE request use eject'.split(' ')

/**
 * Makes the path-based client. The library behind it is loaded with the first use, since most programs have
 * none. The body is written down at the call all the same: what becomes of the object afterwards does not
 * matter. The caller's signal goes past the library, whose requests would keep listening to it.
 */
export function createRaw(settings: Settings): Client<paths> {
  let loading: Promise<typeof import('./raw.js')> | undefined
  let client: Client<paths> | undefined
  const load = async () => {
    loading ??= import('./raw.js')
    const raw = await loading
    client ??= raw.createPathClient(settings)
    return { ...raw, client }
  }
  const fix = ({ body, bodySerializer = JSON.stringify, signal, fetch = settings.fetch, ...rest }: Init) => {
    const text = body === undefined ? undefined : bodySerializer(body)
    const send = async (request: Request) => (await load()).sendRaw({ ...settings, fetch }, request, signal)
    return { ...rest, body, bodySerializer: () => text, fetch: send }
  }
  const call =
    (name: string) =>
    async (...given: unknown[]) => {
      const paths = given.filter((one) => typeof one === 'string')
      const init = given[paths.length] ?? {}
      const fixed = MIDDLEWARE.test(name) ? given : [...paths, fix(init)]
      const { client } = await load()
      return Reflect.get(client, name).apply(client, fixed)
    }
  const methods = Object.fromEntries(NAMES.map((name) => [name, call(name)]))
  return methods as unknown as Client<paths> // each name hands on to the client's own
}
