import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { invitePerson } from '../../src/domain/people/people.js'
import type { ConsoleClient } from '../support/console/console-client.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, type Owner, pathOf } from '../support/dashboard/own-paths.js'
import { MailServer } from '../support/messages/mail-server.js'
import { TelegramServer } from '../support/messages/telegram-server.js'
import { cookiesOf, everyWidth, itPictures, type Picture, usePictures } from '../support/pages/pictures.js'
import { signInPerson } from '../support/people/people-clients.js'
import { Harness, type Keys, ORDER } from '../support/server/harness.js'
import { changeBeside, changeSecretsBeside, MANDATE } from '../support/server/operator-change.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

type Cookies = NonNullable<Picture['cookies']>

const pictures = usePictures('dashboard')
const LIMIT_MS = 240_000
const PAGES: Readonly<Record<string, string>> = {
  home: '',
  statement: '/statement',
  environment: '/environment',
  orders: '/orders',
  order: '/orders/:id',
  share: '/orders/:id/share',
  counter: '/orders/:id/counter',
  'new-counter': '/counter',
  refund: '/orders/:id/refund',
  links: '/links',
  link: '/links/:id',
  poster: '/links/:id/poster',
  'new-link': '/links/new',
  withdraw: '/withdraw',
  withdrawals: '/withdrawals',
  developers: '/developers',
  'new-key': '/developers/keys/new',
  deliveries: '/deliveries',
  destinations: '/destinations',
  brand: '/brand',
}

itPictures(
  'the form of the brand looks as accepted, and passes axe',
  async () => {
    const harness = await Harness.start()
    const { client } = await signInPerson(harness, (await harness.register()).merchantId)
    const url = `${harness.server.url}/dashboard/brand?env=test`
    const page = { url, cookies: cookiesOf(client), prepare: hideAccount }
    expect(await pictures.compare(everyWidth('brand-form', page))).toEqual([])
  },
  LIMIT_MS,
)

itPictures(
  'every page of the dashboard looks as accepted, and passes axe',
  async () => {
    const harness = await Harness.start()
    const owner = await makeOwner(harness)
    const english = await cookieOf(harness, owner)
    const arabic = await cookieOf(harness, owner, 'ar')
    const faults: string[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const page = { url: `${harness.server.url}${pathOf(path, owner)}`, cookies: english, prepare: fixCode }
      faults.push(...(await pictures.compare(everyWidth(name, page))))
    }
    const client = await signInTeam(harness, owner.merchantId)
    const refund = {
      url: `${harness.server.url}${pathOf('/orders/:id/refund', owner)}?`,
      cookies: english,
      prepare: reviewRefund,
    }
    faults.push(...(await pictures.compare(everyWidth('refund-review', refund))))
    const menu = {
      url: `${harness.server.url}/dashboard/orders?`,
      cookies: english,
      prepare: (page: Page) => page.getByText('Export', { exact: true }).click(),
    }
    faults.push(...(await pictures.compare(everyWidth('export', menu))))
    const filtered = {
      url: `${harness.server.url}/dashboard/withdrawals?kind=withdrawals&network=TRC20&min=0.00001234`,
      cookies: english,
    }
    faults.push(...(await pictures.compare(everyWidth('withdrawals-filtered', filtered))))
    const people = {
      url: `${harness.server.url}/dashboard/people?env=test`,
      cookies: cookiesOf(client),
      prepare: fixTimes,
    }
    faults.push(...(await pictures.compare(everyWidth('people', people))))
    faults.push(
      ...(await pictures.compare([
        { ...people, name: 'people-960-light', width: 960, colorScheme: 'light' },
      ])),
    )
    const share = { url: `${harness.server.url}${pathOf('/orders/:id/share', owner)}`, prepare: fixCode }
    faults.push(
      ...(await pictures.compare([
        { ...share, name: 'share-ar-390-light', width: 390, colorScheme: 'light', cookies: arabic },
      ])),
    )
    const home = { url: `${harness.server.url}/dashboard?`, cookies: arabic, colorScheme: 'light' } as const
    faults.push(
      ...(await pictures.compare([
        { ...home, name: 'home-ar-390-light', width: 390 },
        { ...home, name: 'home-ar-1280-light', width: 1280 },
      ])),
    )
    const german = { ...home, cookies: await cookieOf(harness, owner, 'de') }
    faults.push(
      ...(await pictures.compare([
        { ...german, name: 'home-de-390-light', width: 390 },
        { ...german, name: 'home-de-820-dark', width: 820, colorScheme: 'dark' },
      ])),
    )
    const body = { ...ORDER, amount: '23.14', description: 'Two tickets, reading evening' }
    const { json: sold } = await harness.call('POST', '/v1/orders', { keys: owner, body })
    const till = {
      url: `${harness.server.url}/dashboard/orders/${sold.id}/counter?`,
      cookies: english,
      prepare: payAtCounter(harness, owner, sold.id),
    }
    faults.push(...(await pictures.compare(everyWidth('counter-paid', till))))
    expect(faults).toEqual([])
  },
  LIMIT_MS,
)

itPictures(
  'the pages of people who are told by mail and in a chat look as accepted, and pass axe',
  async () => expect(await pictures.compare(await mailPages())).toEqual([]),
  LIMIT_MS,
)

/** Pays the order of a display that is open, and tells it: pictures are taken without streams. */
const payAtCounter = (harness: Harness, keys: Keys, id: string) => async (page: Page) => {
  const body = { action: 'pay' }
  await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })
  await harness.pass(20_000, 5_000)
  await page.evaluate("apply({ row: 'paid', now: new Date(), received: '23.14' })")
  await page.locator('[data-line]:not(:empty)').waitFor()
  await fixCode(page)
}

/** Signs an owner with passkeys in, beside a colleague without one and an invited one. */
async function signInTeam(harness: Harness, merchantId: string): Promise<ConsoleClient> {
  const { person, client } = await signInPerson(harness, merchantId)
  await signInPerson(harness, merchantId, 'support')
  await changeSecretsBeside(harness, async (tx, context) => {
    const name = 'Maximiliane von Hohenstein-Wiedemann'
    const mail = 'maximiliane.von-hohenstein-wiedemann@bookkeeping.shop.example'
    await invitePerson(
      tx,
      context,
      { merchantId, name, mail, role: 'cashier' },
      { ...MANDATE, issuedBy: null },
    )
    const passkey = { merchantId, personId: person.id, sealedSecret: 'x', device: null, host: null }
    for (const id of ['phone', 'laptop'])
      await tx.passkeys.insert({ ...passkey, id, uses: 0, createdAt: context.clock.now() })
  })
  return client
}

/** The QR code of a link differs in every run, and the clock of a till goes on. */
const fixCode = (page: Page) =>
  page.evaluate(`document.querySelector('#qr path')?.setAttribute('d', 'M0 .5h41M0 40.5h41')
for (const clock of document.querySelectorAll('time[data-clock]')) clock.textContent = '12:04:18'`)

/** Asks for the review of a refund with the fee. */
async function reviewRefund(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'All that was paid' }).check()
  await page.getByLabel('Send to').fill(PAYEE.TRC20)
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('checkbox').check()
  // Number and time of this run.
  await page.evaluate(
    "document.querySelector('.path .mono').textContent = document.querySelector('.person span span').textContent = 'x'",
  )
}

/** Signs a person in. @returns the cookie of the session for a browser */
/** When people used the dashboard is not on the clock of the test. */
const fixTimes = (page: Page) =>
  page.evaluate(`for (const time of document.querySelectorAll('time')) time.textContent = '30 Nov'`)

async function cookieOf(harness: Harness, owner: Owner, language?: string): Promise<Cookies> {
  const client = await signInWith(harness, owner)
  if (language !== undefined) await client.submit('/dashboard/language', { language }, '/dashboard')
  return cookiesOf(client)
}

/** The id of a person is random. */
const fixOwn = async (page: Page) => {
  await fixTimes(page)
  await page.evaluate(`for (const each of document.querySelectorAll('.mono bdi')) each.textContent = 'per_1'`)
}

/** The pages of people who sign in by mail, and are told by Telegram. */
async function mailPages(): Promise<Picture[]> {
  const mails = await MailServer.start()
  const telegram = await TelegramServer.start()
  const env = { ...mails.env, ...telegram.env, MERCHANTPAY_PUBLIC_URL: 'http://localhost:8080' }
  const harness = await Harness.start(env)
  const { server } = harness
  const { client, person } = await signInPerson(harness, (await harness.register()).merchantId)
  await changeBeside(harness, (tx) => tx.chats.link(person.id, { id: '70', name: 'lena_v', since: 0 }))
  const own = { url: `${server.url}/dashboard/me?env=test`, cookies: cookiesOf(client), prepare: fixOwn }
  const signIn = { url: `${server.url}/dashboard` }
  const sent = {
    ...signIn,
    prepare: async (page: Page) => {
      await page.getByLabel('E-mail').fill('lena@shop.example')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByText('Look into your mail').waitFor()
    },
  }
  return [
    ...everyWidth('sign-in-by-mail', signIn),
    ...everyWidth('mail-sent', sent),
    ...everyWidth('own-page', own),
    ...everyWidth('own-notices', { ...own, url: `${server.url}/dashboard/me/notices?env=test` }),
  ]
}

/** The cards that another picture of the page has. */
async function hideAccount(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('#account, #language').forEach((card) => card.remove())`)
}
