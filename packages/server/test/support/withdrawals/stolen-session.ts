import { tokenIn } from '../console/console-client.js'
import { pathIn } from '../messages/mail-links.js'
import type { ReceivedMail } from '../messages/received-mail.js'

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

  /** Signs in as a person whose mails the thief reads. @param readMails sends the mails that are due, and returns the newest */
  static async openByMail(
    origin: string,
    mail: string,
    readMails: () => Promise<ReceivedMail | undefined>,
  ): Promise<StolenSession> {
    const asked = await fetch(`${origin}/dashboard/sign-in/mail`, {
      method: 'POST',
      body: new URLSearchParams({ mail }),
    })
    const [browser = ''] = asked.headers.getSetCookie().map((set) => `${set.split(';')[0]}`)
    const link = `${origin}${pathIn(await readMails())}`
    const signedIn = await fetch(link, { method: 'POST', redirect: 'manual', headers: { cookie: browser } })
    const [cookie] = signedIn.headers.getSetCookie().map((set) => `${set.split(';')[0]}`)
    if (signedIn.status !== 303 || cookie === undefined)
      throw new Error(`signing in answered ${signedIn.status}`)
    return new StolenSession(origin, cookie)
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
