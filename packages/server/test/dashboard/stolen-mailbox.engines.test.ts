import { expect, it, onTestFinished } from 'vitest'
import { letIn } from '../../src/domain/people/people.js'
import { sendMails } from '../support/messages/mail-links.js'
import { MailServer } from '../support/messages/mail-server.js'
import { ENGINES, migratedLocation } from '../support/storage/engines.js'
import { LiveShop } from '../support/withdrawals/live-shop.js'
import { StolenSession } from '../support/withdrawals/stolen-session.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const BY_COMMAND = { actor: 'deploy', reason: null }
const THIEF = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

it.each(ENGINES)(
  'the mailbox of an owner without a passkey moves no money to a new address, and the other owner is told, on %s',
  async (engine) => {
    const mails = await MailServer.start()
    const shop = await LiveShop.open(await migratedLocation(engine), {
      ...mails.env,
      MERCHANTPAY_PUBLIC_URL: 'https://pay.example',
    })
    onTestFinished(() => shop.close())
    const invite = (mail: string) =>
      shop.write((tx, context) =>
        letIn(
          tx,
          context,
          { merchantId: shop.merchantId, mail, name: mail, role: 'owner' },
          BY_COMMAND,
          false,
        ),
      )
    await invite('lena@shop.example')
    await invite('nele@shop.example')
    await shop.fund('5000')
    const { json: own } = await shop.list('TRC20', PAYEE.TRC20)
    shop.clock.advance(24 * 3_600_000)
    const signIn = (mail: string) =>
      StolenSession.openByMail(shop.server.url, mail, async () => {
        await sendMails(shop)
        return mails.to(mail).at(-1)
      })
    // Only people who have used the dashboard are told.
    await (await signIn('nele@shop.example')).read('')
    const session = await signIn('lena@shop.example')

    const added = await session.send('/destinations/new?env=live', {
      label: 'Treasury 2',
      network: 'TRC20',
      address: THIEF,
      key: crypto.randomUUID(),
    })
    expect(added).toBe(303)
    const [theirs = ''] = (await session.destinations()).filter((id) => id !== own.id)
    const fields = { amount: '100', destination: theirs, key: crypto.randomUUID() }
    expect(await session.send('/withdraw?env=live', fields)).toBe(303)
    const order = await shop.paidOrder('TRC20', ['TWtJEusZFEU9MZh9nJCF6sAzm8N8ZWpWaZ'])
    const refund = { amount: '10', address: THIEF, key: crypto.randomUUID() }
    expect(await session.send(`/orders/${order}/refund?env=live`, refund)).toBe(303)
    await shop.settle()
    expect(await shop.received('TRC20', THIEF)).toBe(0n)
    await sendMails(shop)
    expect(mails.to('nele@shop.example').at(-1)?.text).toContain('Treasury 2')

    // The session works: the address of the merchant gets money.
    const usual = { amount: '100', destination: own.id, key: crypto.randomUUID() }
    expect(await session.send('/withdraw?env=live', usual)).toBe(303)
    await shop.settle()
    expect(await shop.received('TRC20', PAYEE.TRC20)).toBe(10_000_000_000n)
  },
  60_000,
)
