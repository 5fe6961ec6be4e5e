import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { ReceivedMail } from '../messages/received-mail.js'

/** More than the controls of a page. */
const MAX_TABS = 120

export interface VisitorOptions extends BrowserContextOptions {
  /** Whether the visitor has a keyboard alone: Tab, the arrow keys, Space and Enter. */
  readonly hasKeyboardAlone?: boolean
}

interface Seat {
  readonly mail: string
  /** Of the server. */
  readonly url: string
  readonly readMails: () => Promise<readonly ReceivedMail[]>
}

/** A person in front of a browser, who reads pages and mails, and does what they offer. */
export class Visitor {
  private constructor(
    readonly page: Page,
    private readonly seat: Seat,
    private readonly hasKeyboardAlone: boolean,
  ) {}

  /** Gives the browser of a page a device that recognizes its person. */
  static async sitDown(
    page: Page,
    seat: Seat,
    { hasKeyboardAlone = false }: VisitorOptions,
  ): Promise<Visitor> {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    return new Visitor(page, seat, hasKeyboardAlone)
  }

  get mail(): string {
    return this.seat.mail
  }

  /** Types an address of the server. */
  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.seat.url).href)
  }

  /** Opens a sign-in link, and confirms it. */
  async signInAt(link: string): Promise<void> {
    await this.open(link)
    await this.press('Sign in')
    await this.page.locator('nav').first().waitFor()
  }

  /** Opens the link of the newest mail with a subject. */
  async openMail(subject: string | RegExp): Promise<void> {
    const mails = await this.seat.readMails()
    const mail = mails.filter((each) => each.subject.match(subject)).at(-1)
    const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
    if (link === undefined) {
      const subjects = mails.map((each) => each.subject).join(', ')
      throw new Error(`no mail to ${this.mail} about ${subject} has a link: ${subjects}`)
    }
    await this.page.goto(link)
  }

  /** How many mails have come. */
  async countMails(): Promise<number> {
    return (await this.seat.readMails()).length
  }

  /** Presses a button. */
  press(name: string | RegExp): Promise<void> {
    return this.use(this.page.getByRole('button', { name, exact: true }))
  }

  /** Follows a link, one of the menu or of the page. */
  follow(name: string | RegExp): Promise<void> {
    return this.use(this.page.getByRole('link', { name, exact: true }))
  }

  /** Follows the link of the first row of a list that has a text. */
  followRow(text: string): Promise<void> {
    return this.use(this.page.locator('tbody tr', { hasText: text }).getByRole('link'))
  }

  /** Chooses an option of a group, or ticks a box. */
  async choose(name: string | RegExp): Promise<void> {
    const option = this.page.getByRole('radio', { name }).or(this.page.getByRole('checkbox', { name }))
    const seen = option.filter({ visible: true }).first()
    if (!this.hasKeyboardAlone) return seen.check()
    await this.reach(seen)
    if (!(await seen.isChecked())) await this.page.keyboard.press('Space')
  }

  /** Fills in a field. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true }).filter({ visible: true }).first()
    if (!this.hasKeyboardAlone) return field.fill(text)
    await this.reach(field)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }

  /** Chooses an entry of a list. */
  async pick(label: string, entry: string): Promise<void> {
    const list = this.page.getByRole('combobox', { name: label }).filter({ visible: true }).first()
    if (!this.hasKeyboardAlone) {
      await list.selectOption({ label: entry })
      return
    }
    await this.reach(list)
    await this.page.keyboard.type(entry)
  }

  /** Unfolds a menu of the page. */
  unfold(name: string): Promise<void> {
    return this.use(this.page.locator('summary', { hasText: name }))
  }

  /** Presses a button that sends a file, and returns its text. */
  async download(name: string): Promise<string> {
    const button = this.page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.activate(button)])
    return readFileSync(await file.path(), 'utf8')
  }

  /** Waits until the page has a heading, and returns the text of the page. */
  async see(heading: string | RegExp): Promise<string> {
    await this.page.getByRole('heading', { name: heading }).first().waitFor()
    return this.text()
  }

  /** Waits until the page says something. */
  async read(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor()
  }

  /** The visible text of the page, without its frame. */
  async text(): Promise<string> {
    return (await this.page.locator('main').innerText()).replaceAll(/[\u2066-\u2069]/g, '')
  }

  /** Whether the page offers a link or a button. */
  async isOffered(name: string | RegExp): Promise<boolean> {
    const link = this.page.getByRole('link', { name, exact: true })
    const offered = link.or(this.page.getByRole('button', { name, exact: true }))
    return (await offered.filter({ visible: true }).count()) > 0
  }

  /** The entries of the menu. */
  async menu(): Promise<string[]> {
    const entries = this.page.locator('.side .menu a')
    return (await entries.allInnerTexts()).map((text) => text.trim())
  }

  private async use(control: Locator): Promise<void> {
    const seen = control.filter({ visible: true }).first()
    const isLeaving = await seen.evaluate((part, leaving) => part.matches(leaving), LEAVING)
    await Promise.all([this.activate(seen), ...(isLeaving ? [this.page.waitForEvent('load')] : [])])
  }

  private async activate(control: Locator): Promise<void> {
    if (!this.hasKeyboardAlone) return control.click()
    await this.reach(control)
    await this.page.keyboard.press('Enter')
  }

  /** Presses Tab until a control has the focus, and the focus can be seen. */
  private async reach(control: Locator): Promise<void> {
    await control.waitFor()
    // Keys go to the tab in front.
    await this.page.bringToFront()
    await this.skipFrame(control)
    for (let presses = 0; presses < MAX_TABS; presses += 1) {
      const now = await this.focusFrom(control)
      if (now === 'seen') return
      if (now === 'hidden') throw new Error(`the focus on ${await control.innerText()} is not to be seen`)
      await this.page.keyboard.press(now === 'in group' ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`no key leads to ${control}`)
  }

  /** Takes the link to the content, which a new page has in front of its menu. */
  private async skipFrame(control: Locator): Promise<void> {
    const isBehind = await control.evaluate((part) => {
      const { activeElement, body } = part.ownerDocument
      return activeElement === body && part.closest('main') !== null && body.querySelector('.skip') !== null
    })
    if (!isBehind) return
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.press('Enter')
  }

  /** Where the focus is, seen from a control. A group of options is one stop for Tab, and arrow keys lead through it. */
  private focusFrom(control: Locator): Promise<'seen' | 'hidden' | 'in group' | 'away'> {
    return control.evaluate((part) => {
      const at = part.ownerDocument.activeElement
      const isRadio = (each: typeof part | null) => each?.matches('[type=radio]') === true
      if (at !== part) return isRadio(at) && isRadio(part) && at.name === part.name ? 'in group' : 'away'
      const near = [part, part.parentElement, part.nextElementSibling].filter((each) => each !== null)
      const styles = near.map((each) => part.ownerDocument.defaultView.getComputedStyle(each))
      const isSeen = styles.some(
        ({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none',
      )
      return isSeen ? 'seen' : 'hidden'
    })
  }
}

/** Controls that lead to another page, and open no dialog, other tab or place of this page. */
const LEAVING =
  'a[href]:not([target],[data-dialog],[data-close],[href^="#"]), form[data-passkey] button, form button:not([type=button])'
