import { describe, expect, it } from 'vitest'
import { MailServer } from '../support/messages/mail-server.js'
import { TelegramServer } from '../support/messages/telegram-server.js'
import { type SignedInPerson, signInPerson } from '../support/people/people-clients.js'
import { Harness } from '../support/server/harness.js'
import { changeBeside } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'

describe.each(ENGINES)('resets of passkeys, on %s', { timeout: 60_000 }, (engine) => {
  it('are told to all people of the merchant by each channel, without a choice, and to no others', async () => {
    const mails = await MailServer.start()
    const telegram = await TelegramServer.start()
    const harness = await Harness.start({ ...mails.env, ...telegram.env }, { engine })
    const { merchantId } = await harness.register()
    const owner = await signInPerson(harness, merchantId)
    const viewer = await signInPerson(harness, merchantId, 'viewer')
    const seller = await signInPerson(harness, merchantId, 'cashier')
    const stranger = await signInPerson(harness, (await harness.register()).merchantId)
    const passkey = { id: 'key', merchantId, personId: seller.person.id, sealedSecret: '', device: null }
    await changeBeside(harness, async (tx) => {
      await tx.passkeys.insert({ ...passkey, host: 'localhost', uses: 0, createdAt: 0 })
      await tx.people.setNotices(viewer.person.id, '')
      await tx.people.setLanguage(viewer.person.id, 'de')
      await tx.chats.link(viewer.person.id, { id: '70', name: null, since: 0 })
    })
    const path = `/dashboard/people/${seller.person.id}/link?env=test`
    const reset = async () => {
      expect((await owner.client.submit(path, {}, '/dashboard?env=test')).status).toBe(200)
      await harness.work()
    }
    await reset()
    const subjectsOf = ({ person }: SignedInPerson) => mails.to(person.mail).map(({ subject }) => subject)
    const { name } = seller.person
    const german = `Die Passkeys von ${name} wurden zurückgesetzt`
    expect(subjectsOf(owner)).toEqual([`The passkeys of ${name} were reset`])
    expect(subjectsOf(seller)).toEqual([`The passkeys of ${name} were reset`])
    expect(subjectsOf(viewer)).toEqual([german])
    expect(telegram.to(70)).toEqual([expect.stringContaining(`${german}\n\n`)])
    expect(subjectsOf(stranger)).toEqual([])
    expect(mails.to(owner.person.mail)[0]?.text).toContain('Until ')
    // There are no passkeys any more.
    await reset()
    expect(mails.mails).toHaveLength(3)
  })
})
