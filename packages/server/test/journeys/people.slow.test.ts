import { expect, it } from 'vitest'
import { installAxe, violationsOf } from '../support/checkout/page-faults.js'
import { useProvider } from '../support/journeys/provider.js'
import type { Visitor } from '../support/journeys/visitor.js'

const TIMEOUT_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const READING = ['Home', 'Orders', 'Links', 'Withdrawals', 'Statement', 'Brand', 'Destinations']
/** The menu of each role, as its pages show it. */
const MENUS = {
  Finance: READING.with(3, 'Withdraw'),
  Support: READING,
  Viewer: READING,
}
const BUILD = ['Developers', 'Deliveries']
const shared = useProvider()

async function addPasskey(visitor: Visitor): Promise<void> {
  await visitor.press('Add a passkey')
  await visitor.read('The passkey is added')
}

it(
  'an owner comes by invitation of an operator, and invites colleagues, each of whom sees the menu of a role',
  async () => {
    const { provider } = shared
    const name = `Shop ${crypto.randomUUID()}`
    await provider.harness.call('POST', '/v1/merchants', {
      body: { name, email: 'ada@books.example', platform_user_id: name },
      isSigned: false,
    })
    const mira = await provider.operator('mira', 'admin')
    await mira.follow('Operators')
    await addPasskey(mira)
    await mira.follow('Merchants')
    await mira.follow(name)
    await mira.follow('Invite an owner')
    await mira.fill('E-mail address', 'lena@shop.example')
    await mira.fill('Name', 'Lena Vogt')
    await mira.fill('Reason, kept in the audit log', 'called the shop')
    await mira.press('Invite')
    await mira.read('The invitation is on its way by mail')

    const lena = await provider.visitor('lena@shop.example')
    await lena.openMail(/invites you/)
    await lena.press('Sign in')
    await lena.follow(/Add your passkey/)
    await addPasskey(lena)
    await lena.follow('People')
    for (const [role, menu] of Object.entries(MENUS)) {
      const mail = `${role.toLowerCase()}@shop.example`
      await lena.follow('Invite a person')
      await lena.fill('Name', `${role} of the shop`)
      await lena.fill('E-mail', mail)
      await lena.choose(role)
      await lena.press('Invite a person')
      await lena.read('The invitation is on its way by mail')
      const colleague = await provider.visitor(mail)
      await colleague.openMail(/invites you/)
      await colleague.press('Sign in')
      await colleague.see('Home')
      expect([role, await colleague.menu()]).toEqual([role, [...menu, ...BUILD]])
    }
    await installAxe(lena.page)
    for (const page of ['People', / Owner$/]) {
      await lena.follow(page)
      expect(await violationsOf(lena.page)).toEqual([])
      await lena.page.setViewportSize({ width: 390, height: 800 })
      expect(await lena.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await lena.page.setViewportSize({ width: 1280, height: 860 })
    }
  },
  TIMEOUT_MS,
)

it(
  'a person signs in by passkey, or without one by a mail in the browser that asked for it',
  async () => {
    const { provider } = shared
    const { merchantId } = await provider.harness.register()
    const lena = await provider.person(merchantId, 'owner', 'Lena')
    await lena.follow(/ Owner$/)
    await addPasskey(lena)
    const vera = await provider.person(merchantId, 'viewer', 'Vera')
    for (const visitor of [lena, vera]) {
      await visitor.press('Sign out')
      await visitor.see('You are signed out')
      await visitor.open('/dashboard')
    }
    await lena.press('Sign in with a passkey')
    await lena.see('Home')

    await vera.fill('E-mail', vera.mail)
    await vera.press('Send me a link')
    await vera.see('Look into your mail')
    const thief = await provider.visitor(vera.mail)
    await thief.openMail('Sign in to the dashboard')
    await thief.press('Sign in')
    await thief.see('This link does not sign in')
    await vera.openMail('Sign in to the dashboard')
    await vera.press('Sign in')
    await vera.see('Home')

    // The mail of a person with a passkey opens nothing.
    await thief.open('/dashboard')
    await thief.fill('E-mail', lena.mail)
    await thief.press('Send me a link')
    await expect(lena.openMail('Sign in to the dashboard')).rejects.toThrow('no mail')
  },
  TIMEOUT_MS,
)

it(
  'a page about money, keys or people asks again after a quarter of an hour, and then goes on',
  async () => {
    const { provider } = shared
    const { merchantId } = await provider.harness.register()
    const lena = await provider.person(merchantId, 'owner', 'Lena')
    await lena.follow(/ Owner$/)
    await addPasskey(lena)
    const omar = await provider.person(merchantId, 'finance', 'Omar')
    provider.later(HOUR_MS)
    await lena.follow('People')
    await lena.follow('Invite a person')
    expect(await lena.see('Sign in again for this')).toContain('Have you lost the passkey?')
    await lena.press('Sign in with a passkey')
    await lena.see('Invite a person')
    await omar.follow('Withdraw')
    expect(await omar.see('Sign in again for this')).not.toContain('passkey')
    await omar.press('Send me a link')
    await omar.openMail('Sign in to the dashboard')
    await omar.press('Sign in')
    await omar.see('Withdraw')
    expect(await omar.text()).toContain('Add a destination')
  },
  TIMEOUT_MS,
)

it(
  'a lost passkey is reset by an owner: all are told, and money waits a day for its person',
  async () => {
    const { provider } = shared
    const { merchantId } = await provider.harness.register()
    const lena = await provider.person(merchantId, 'owner', 'Lena')
    const vera = await provider.person(merchantId, 'viewer', 'Vera')
    const omar = await provider.person(merchantId, 'finance', 'Omar')
    await omar.follow(/ Finance$/)
    await addPasskey(omar)
    await lena.follow('People')
    await lena.follow('Omar')
    await lena.follow('Make sign-in link')
    await lena.press('Make sign-in link')
    const link = /http\S+sign-in\S+/.exec(await lena.see('People'))?.[0] ?? 'no link'
    await omar.follow('Home')
    await omar.read('Other ways to sign in')

    const phone = await provider.visitor(omar.mail)
    await phone.signInAt(link)
    for (const visitor of [phone, vera, lena]) {
      await visitor.follow('Orders')
      await visitor.read('The passkeys of Omar were reset.')
    }
    await phone.follow(/ Finance$/)
    await addPasskey(phone)
    await phone.follow('Withdrawals')
    expect(await phone.isOffered('Withdraw')).toBe(false)
    provider.later(DAY_MS)
    await phone.follow('Home')
    await phone.follow('Withdraw')
    await phone.press('Sign in with a passkey')
    await phone.see('Withdraw')
    expect(await phone.text()).toContain('Add a destination')
    expect(await phone.text()).not.toContain('were reset')
  },
  TIMEOUT_MS,
)

it(
  'a removed colleague is signed out with the next click, and comes back neither by passkey nor by mail',
  async () => {
    const { provider } = shared
    const { merchantId } = await provider.harness.register()
    const lena = await provider.person(merchantId, 'owner', 'Lena')
    const sara = await provider.person(merchantId, 'support', 'Sara')
    const nils = await provider.person(merchantId, 'viewer', 'Nils')
    await sara.follow(/ Support$/)
    await addPasskey(sara)
    for (const name of ['Sara', 'Nils']) {
      await lena.follow('People')
      await lena.follow(name)
      await lena.follow('Remove person')
      await lena.press('Remove person')
      await lena.read('signed out everywhere')
    }
    for (const visitor of [sara, nils]) {
      await visitor.follow('Orders')
      await visitor.read('Other ways to sign in')
    }
    await sara.press('Sign in with a passkey')
    await sara.read('Other ways to sign in')
    const before = await nils.countMails()
    await nils.fill('E-mail', nils.mail)
    await nils.press('Send me a link')
    await nils.see('Look into your mail')
    expect(await nils.countMails()).toBe(before)
  },
  TIMEOUT_MS,
)
