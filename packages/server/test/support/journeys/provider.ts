import { rmSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../../../../test-support/net/free-port.js'
import type { OperatorRole } from '../../../src/domain/people/operator-roles.js'
import { invitePerson, letIn } from '../../../src/domain/people/people.js'
import { OPERATORS } from '../../../src/domain/people/person.js'
import type { PersonRole } from '../../../src/domain/shared/person-role.js'
import { type Tabs, useBrowser } from '../checkout/browser.js'
import { WITH_CONSOLE } from '../console/console-client.js'
import { sendMails } from '../messages/mail-links.js'
import { MailServer } from '../messages/mail-server.js'
import { Harness } from '../server/harness.js'
import { changeSecretsBeside, MANDATE } from '../server/operator-change.js'
import { makeScratchFolder } from '../storage/scratch-folder.js'
import { Visitor, type VisitorOptions } from './visitor.js'

/** The first server and browser of a process. */
const START_MS = 90_000

/** A provider with console, dashboard and mail server, and the browsers of its people. */
export class Provider {
  constructor(
    readonly harness: Harness,
    readonly mails: MailServer,
    private readonly tabs: Tabs,
    /** Browsers have passkeys on https and localhost alone. */
    readonly url: string,
  ) {}

  /** Opens a browser with a device for passkeys. */
  async visitor(mail: string, options: VisitorOptions = {}): Promise<Visitor> {
    // A session that is over is answered with 401, and what a role does not open with 403.
    const page = await this.tabs.open(undefined, { tolerated: /status of (401|403)/, ...options })
    return Visitor.sitDown(page, { mail, url: this.url, readMails: () => this.mailsTo(mail) }, options)
  }

  /** Lets an operator in with a link, as the command on the server does. */
  async operator(name: string, role: OperatorRole, options?: VisitorOptions): Promise<Visitor> {
    const wanted = { merchantId: OPERATORS, mail: `${name}@pay.example`, name, role }
    const by = { actor: 'deploy', reason: null }
    const { token } = await changeSecretsBeside(this.harness, (tx, context) =>
      letIn(tx, context, wanted, by, false),
    )
    const visitor = await this.visitor(wanted.mail, options)
    await visitor.signInAt(`/console/sign-in/${token}`)
    return visitor
  }

  /** Lets a person of a merchant in with a link, where the invitation is no part of the journey. */
  async person(
    merchantId: string,
    role: PersonRole,
    name: string,
    options?: VisitorOptions,
  ): Promise<Visitor> {
    const wanted = { merchantId, mail: `${name.toLowerCase()}@${merchantId.slice(0, 8)}.example`, name, role }
    const { token } = await changeSecretsBeside(this.harness, (tx, context) =>
      invitePerson(tx, context, wanted, { ...MANDATE, issuedBy: null }),
    )
    const visitor = await this.visitor(wanted.mail, options)
    await visitor.signInAt(`/dashboard/sign-in/${token}`)
    return visitor
  }

  /** Lets time pass for sessions, links and delays. */
  later(ms: number): void {
    this.harness.clock.advance(ms)
    this.harness.clock.advanceReal(ms)
  }

  /** Lets payments arrive, and withdrawals go out. */
  async confirm(): Promise<void> {
    await this.harness.pass(60_000, 5_000)
  }

  async stop(): Promise<void> {
    await this.harness.close()
    await this.mails.stop()
    rmSync(this.harness.folder, { recursive: true, force: true })
  }

  private async mailsTo(address: string) {
    await sendMails(this.harness)
    return this.mails.to(address)
  }
}

/** Starts one server, one mail server and one browser for the journeys of a file. */
export function useProvider(env: Record<string, string> = {}): { readonly provider: Provider } {
  const tabs = useBrowser()
  let started: Provider | undefined
  beforeAll(async () => {
    const mails = await MailServer.open()
    const port = `${await freePort()}`
    const url = `http://localhost:${port}`
    const settings = { MERCHANTPAY_PUBLIC_URL: url, MERCHANTPAY_PORT: port, ...WITH_CONSOLE, ...mails.env }
    const harness = await Harness.open(makeScratchFolder(), { ...settings, ...env })
    started = new Provider(harness, mails, tabs, url)
  }, START_MS)
  afterAll(() => started?.stop())
  return {
    get provider() {
      if (!started) throw new Error('used outside a test')
      return started
    },
  }
}
