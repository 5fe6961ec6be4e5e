import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Result {
  readonly data: Readonly<Record<string, unknown>>
  readonly errors?: readonly { readonly message: string }[]
}

/** A customer or an administrator of a shop, who keeps a session. */
export class ShopClient {
  #token: string | undefined

  constructor(
    private readonly url: string,
    private readonly ca: string,
  ) {}

  /**
   * Sends a query. @returns its only field
   *
   * @throws Error with the messages of GraphQL errors
   */
  async send<Field = Readonly<Record<string, unknown>>>(
    query: string,
    variables: object = {},
  ): Promise<Field> {
    const session = this.#token ? { authorization: `Bearer ${this.#token}` } : {}
    const { headers, text } = await post(this.url, this.ca, JSON.stringify({ query, variables }), session)
    this.#token ??= headers['vendure-auth-token']?.toString()
    const { data, errors } = JSON.parse(text) as Result // of GraphQL
    if (errors) throw new Error(errors.map(({ message }) => message).join('; '))
    return Object.values(data)[0] as Field // as the query asks for it
  }
}

/** Posts JSON to a server with a certificate of its own. */
export function post(
  url: string,
  ca: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...more }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, ca }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
