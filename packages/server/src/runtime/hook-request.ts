/** A signed call to a service that the operator names. Its host may be private, and its URL may hold a login. */
export interface HookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * POSTs JSON and follows no redirect.
 *
 * @param call replaces the HTTP client
 * @throws what `fetch` throws; {@link hookFailure} describes it
 */
export function postToHook(
  { url, headers, body }: HookRequest,
  signal: AbortSignal,
  call: typeof fetch = fetch,
): Promise<Response> {
  const { href, login } = withoutLogin(url)
  return call(href, {
    method: 'POST',
    headers: { ...login, 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal,
  })
}

/** GETs a document and follows no redirect. @throws what `fetch` throws */
export function getFromHook(url: string, signal: AbortSignal, call: typeof fetch = fetch): Promise<Response> {
  const { href, login } = withoutLogin(url)
  return call(href, { headers: { ...login, Accept: 'application/json' }, redirect: 'manual', signal })
}

/** Describes a failed call without its URL. */
export function hookFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const isCoded = typeof cause === 'object' && cause !== null && 'code' in cause
  return isCoded && typeof cause.code === 'string' ? cause.code : 'the connection failed'
}

/** `fetch` rejects URLs with a login. */
function withoutLogin(text: string): { href: string; login: Record<string, string> } {
  const url = new URL(text)
  const login = [url.username, url.password].map(decodeURIComponent).join(':')
  url.username = ''
  url.password = ''
  return {
    href: url.href,
    login: login === ':' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` },
  }
}
