import { tokenIn } from '../console/console-client.js'

/** A session of the dashboard in the hands of a thief, without a browser. */
export class StolenSession {
  private constructor(
    private readonly origin: string,
    private readonly cookie: string,
  ) {}

  /** Signs in with a link. @param url of the link */
  static async open(url: string): Promise<StolenSession> {
    const signedIn = await fetch(url, { method: 'POST', redirect: 'manual' })
    const [cookie] = signedIn.headers.getSetCookie().map((set) => `${set.split(';')[0]}`)
    if (cookie === undefined) throw new Error(`signing in answered ${signedIn.status}`)
    return new StolenSession(new URL(url).origin, cookie)
  }

  /** Returns the text of a page. */
  async read(path: string): Promise<string> {
    const answer = await fetch(`${this.origin}/dashboard${path}`, { headers: { cookie: this.cookie } })
    return answer.text()
  }

  /** Sends a form. @returns its status */
  async send(path: string, fields: Readonly<Record<string, string>>): Promise<number> {
    const token = tokenIn(await this.read(''))
    const { status } = await fetch(`${this.origin}/dashboard${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: this.cookie },
      body: new URLSearchParams({ token, ...fields }),
    })
    return status
  }

  /** Lists the ids of the merchant's destinations, as the page of withdrawals offers them. */
  async destinations(): Promise<string[]> {
    const page = await this.read('/withdraw')
    return [...page.matchAll(/name="destination" value="([^"]+)"/g)].map(([, id = '']) => id)
  }
}
