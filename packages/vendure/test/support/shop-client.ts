import { request } from 'node:https'

interface Answer {
  readonly token: string | undefined
  readonly body: { data: Record<string, unknown>; errors?: { message: string }[] }
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
  async send<Result = Record<string, unknown>>(query: string, variables: object = {}): Promise<Result> {
    const { token, body } = await this.#post(JSON.stringify({ query, variables }))
    this.#token ??= token
    if (body.errors) throw new Error(body.errors.map(({ message }) => message).join('; '))
    return Object.values(body.data)[0] as Result // as the query asks for it
  }

  #post(body: string): Promise<Answer> {
    const headers = {
      'content-type': 'application/json',
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(this.url, { method: 'POST', headers, ca: this.ca }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const token = response.headers['vendure-auth-token']
          resolve({ token: token?.toString(), body: JSON.parse(Buffer.concat(chunks).toString()) })
        })
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}
