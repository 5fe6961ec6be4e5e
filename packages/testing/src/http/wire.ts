/** A request as received. */
export interface WireRequest {
  /** Upper case. */
  readonly method: string
  /** Path and query exactly as sent, since the signature covers them. */
  readonly target: string
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined
}

/** Splits a target at its first question mark. */
export function splitTarget(target: string): [path: string, query: string] {
  const at = target.indexOf('?')
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

/** Converts the arguments of a `fetch` to the request that would be sent. @throws the reason of an aborted signal */
export async function readCall(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<WireRequest & { origin: string }> {
  const given = input instanceof Request ? input : undefined
  const url = new URL(given ? given.url : String(input))
  const signal = init.signal ?? given?.signal
  signal?.throwIfAborted()
  const headers = new Headers(init.headers ?? given?.headers)
  // A Response reads every kind of body, and knows its media type.
  const body = init.body ? new Response(init.body) : given
  const type = body?.headers.get('content-type')
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return {
    origin: url.origin,
    method: (init.method ?? given?.method ?? 'GET').toUpperCase(),
    target: url.pathname + url.search,
    headers,
    body: body ? new Uint8Array(await body.arrayBuffer()) : new Uint8Array(),
    signal: signal ?? undefined,
  }
}
