import { simulate } from '../checkout/checkout-rows.js'
import type { Harness, Json, Keys } from '../server/harness.js'

/** Where an answer leads, or the page that it shows. */
export interface Seen {
  readonly status: number
  readonly html: string
  readonly location: string | undefined
  readonly headers: Headers
}

/** Behind this setting `X-Forwarded-For` names the client. */
export const BEHIND_PROXY = { MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8' }

let clients = 0

/** A browser without a script, with a cookie jar of its own and a network address of its own. */
export class LinkBrowser {
  private cookie: string | undefined
  private readonly path: string

  /** @param url of the link */
  constructor(
    private readonly harness: Harness,
    url: unknown,
    private readonly address = nextAddress(),
  ) {
    this.path = new URL(String(url)).pathname
  }

  /** Another tab: the same cookies. */
  tab(): LinkBrowser {
    return Object.assign(new LinkBrowser(this.harness, this.pageUrl, this.address), { cookie: this.cookie })
  }

  async open(headers: Record<string, string> = {}): Promise<Seen> {
    return this.send('GET', undefined, headers)
  }

  /** Fills in the form and sends it. @param fields besides the hidden ones */
  async pay(network: string, fields: Record<string, string> = {}): Promise<Seen> {
    return this.send('POST', new URLSearchParams({ network, ...fields }))
  }

  /** Pays and returns the checkout token of the order. @throws Error unless the payer is led to an order */
  async order(network: string, fields: Record<string, string> = {}): Promise<string> {
    const { status, location, html } = await this.pay(network, fields)
    const [, token] = /^\.\.\/pay\/([\w-]{22})$/.exec(location ?? '') ?? []
    if (status !== 303 || token === undefined) throw new Error(`no order: ${status} ${location} ${html}`)
    return token
  }

  private get pageUrl(): string {
    return `${this.harness.server.url}${this.path}`
  }

  private async send(
    method: string,
    body?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Seen> {
    const response = await fetch(this.pageUrl, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.address,
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
      ...(body && { body }),
    })
    const [set] = response.headers.getSetCookie()
    if (set) this.cookie = set.split(';')[0]
    const html = await response.text()
    const location = response.headers.get('location') ?? undefined
    return { status: response.status, html, location, headers: response.headers }
  }
}

function nextAddress(): string {
  clients += 1
  return `198.18.${clients >> 8}.${clients & 255}`
}

/** Creates a link. @throws Error when it is refused */
export async function makeLink(harness: Harness, keys: Keys, fields: object = {}): Promise<Json> {
  const body = { amount_mode: 'FIXED', amount: '25.00', currency: 'USDT', ...fields }
  const { status, json, text } = await harness.call('POST', '/v1/payment-links', { keys, body })
  if (status !== 201) throw new Error(`no link: ${status} ${text}`)
  return json
}

export async function readLink(harness: Harness, keys: Keys, { id }: Json): Promise<Json> {
  return (await harness.call('GET', `/v1/payment-links/${id}`, { keys })).json
}

/** The orders of a link, newest first. */
export async function ordersOf(harness: Harness, keys: Keys, { id }: Json): Promise<Json[]> {
  const { json } = await harness.call('GET', `/v1/payment-links/${id}/orders?limit=100`, { keys })
  return json.orders as Json[] // validated by the server
}

const DEEP_MS = 4_000

/** Simulates an action on the newest order of a link, and lets it confirm. */
export async function playNewest(
  harness: Harness,
  keys: Keys,
  link: Json,
  step: object,
  passMs = DEEP_MS,
): Promise<Json> {
  const [newest] = await ordersOf(harness, keys, link)
  if (!newest) throw new Error('the link has no order')
  await simulate(harness, keys, newest, step)
  await harness.pass(passMs)
  return newest
}
