import type { Role } from '../../../src/console/access/roles.js'
import { createSignInLink } from '../../../src/domain/sessions/sessions.js'
import type { Answer, Harness } from '../server/harness.js'
import { changeSecretsBeside, MANDATE } from '../server/operator-change.js'

export const WITH_CONSOLE = { MERCHANTPAY_CONSOLE: 'on' }

/** Makes a sign-in link beside the server, as the command does. @returns its path */
export async function linkFor(harness: Harness, holder = 'mira.k', role: Role = 'admin'): Promise<string> {
  const wanted = { area: 'console', holder, grants: role } as const
  const { token } = await changeSecretsBeside(harness, (tx, context) =>
    createSignInLink(tx, context, wanted, MANDATE),
  )
  return `/console/sign-in/${token}`
}

/** Signs an operator in. */
export async function signInAs(
  harness: Harness,
  holder = 'mira.k',
  role: Role = 'admin',
): Promise<ConsoleClient> {
  const client = new ConsoleClient(harness)
  await client.post(await linkFor(harness, holder, role))
  return client
}

/** A browser without a script: it keeps the cookie and submits the forms of pages. */
export class ConsoleClient {
  /** `name=value`; undefined when not signed in. */
  cookie: string | undefined
  /** The cookie of a browser that has asked for a mail. */
  browser: string | undefined
  /** The cookie of a browser that has just sent a form, where lists come from a replica. */
  acted: string | undefined

  constructor(readonly harness: Harness) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers })
  }

  /** Submits fields as a form. */
  post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const bytes = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.send('POST', path, { bytes, headers: { ...type, ...headers } })
  }

  /** Submits fields and a file as `multipart/form-data`. */
  async upload(path: string, fields: Record<string, string>, file: Buffer): Promise<Answer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([Uint8Array.from(file)]), 'a name "with quotes".png')
    const encoded = new Response(form)
    const bytes = Buffer.from(await encoded.arrayBuffer())
    return this.send('POST', path, {
      bytes,
      headers: { 'content-type': `${encoded.headers.get('content-type')}` },
    })
  }

  /** Submits a form with the token of a page. */
  async submit(path: string, fields: Record<string, string>, page = '/console'): Promise<Answer> {
    return this.post(path, { token: tokenIn((await this.get(page)).text), ...fields })
  }

  private async send(
    method: string,
    path: string,
    { bytes, headers }: { bytes?: string | Buffer; headers: Record<string, string> },
  ): Promise<Answer> {
    const cookies = [this.cookie, this.browser, this.acted].filter((each) => each !== undefined)
    const cookie = cookies.length === 0 ? {} : { cookie: cookies.join('; ') }
    const options = { isSigned: false, headers: { ...cookie, ...headers } }
    const answer = await this.harness.call(
      method,
      path,
      bytes === undefined ? options : { ...options, bytes },
    )
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const value = set.includes('Max-Age=0') ? undefined : set.split(';')[0]
      if (/^[\w-]+-browser=/.test(set)) this.browser = value
      else if (/^[\w-]+-acted=/.test(set)) this.acted = value
      else this.cookie = value
    }
    return answer
  }
}

/** Returns the token of the forms of a page. */
export function tokenIn(page: string): string {
  const [, token] = /name="token" value="([^"]+)"/.exec(page) ?? []
  if (token === undefined) throw new Error('the page has no form')
  return token
}
