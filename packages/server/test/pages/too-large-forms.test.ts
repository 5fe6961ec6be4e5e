import { expect, it } from 'vitest'
import { ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { makeLink } from '../support/links/link-browser.js'
import { MailServer } from '../support/messages/mail-server.js'
import { Harness, ORDER } from '../support/server/harness.js'

const TIMEOUT_MS = 120_000
const TOO_LONG = 'x'.repeat(70_000)
const TOKEN = 'x'.repeat(43)

it(
  'forms that are too large are answered with a page, in the language of its reader',
  async () => {
    const mails = await MailServer.start()
    const https = { MERCHANTPAY_PUBLIC_URL: 'https://pay.example' }
    const harness = await Harness.start({ ...mails.env, ...WITH_CONSOLE, ...https })
    const keys = await harness.register()
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { url } = await makeLink(harness, keys)
    const [pay, link] = [order.payment_url, url].map((page) => new URL(`${page}`).pathname)
    const signedOut = [
      `/sign-in/${TOKEN}`,
      '/sign-in/mail',
      `/sign-in/mail/${TOKEN}`,
      '/passkey',
      `/stop/${TOKEN}`,
    ]
    const paths = [
      ...[`${pay}/simulate`, `${pay}/refund-address`, link],
      ...signedOut.map((path) => `/dashboard${path}`),
      ...[`/console/sign-in/${TOKEN}`, '/console/passkey'],
    ]
    for (const path of paths) {
      const browser = new ConsoleClient(harness)
      const { status, text, headers } = await browser.post(
        `${path}`,
        { text: TOO_LONG },
        { 'accept-language': 'de' },
      )
      const [language, heading] = path?.startsWith('/console')
        ? ['en', 'The form is too large']
        : ['de', 'Das Formular ist zu groß']
      expect([path, status, headers['content-type']]).toEqual([path, 413, 'text/html; charset=utf-8'])
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(text).toContain(`<html lang="${language}"`)
      expect(text).toContain(`<h1>${heading}</h1>`)
    }
  },
  TIMEOUT_MS,
)

it(
  'a form of the console that is too large is shown again, and does nothing',
  async () => {
    const harness = await Harness.start(WITH_CONSOLE)
    const operator = await signInAs(harness)
    const { status, text } = await operator.submit('/console/controls/payouts/all/stop', { reason: TOO_LONG })
    expect([status, text.includes('This text is too long. Shorten it.')]).toEqual([413, true])
    expect(text).toContain('name="reason"')
    expect((await operator.get('/console/controls')).text).not.toContain('/payouts/all/resume')
    const { status: asked, text: failed } = await operator.submit('/console/sign-out', { text: TOO_LONG })
    expect([asked, failed.includes('<h1>The form is too large</h1>')]).toEqual([413, true])
  },
  TIMEOUT_MS,
)
