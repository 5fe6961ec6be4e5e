/** A server that stops at any step tells each person once of each event, by each channel. */
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import { openStore } from '../../src/storage/open.js'
import { MailServer } from '../support/messages/mail-server.js'
import { TelegramServer } from '../support/messages/telegram-server.js'
import { signInPerson } from '../support/people/people-clients.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness } from '../support/server/harness.js'
import { changeBeside } from '../support/server/operator-change.js'
import { sideOf } from '../support/storage/engines.js'

const EVENTS = 1_000
const CHAT = 70
/** Steps between two stops: a prime, so that stops meet every step. */
const STEPS = 157
/** Longer than a claim. */
const LEASE_MS = 60_000
const WORKERS: readonly string[] = ['event-numberer', 'mail-sender', 'telegram-sender']

class Stopped extends Error {}

describe('notices of a server that stops at each step', () => {
  it('tell the person once of each event, and repeat a message only where its answer was lost', async () => {
    const mails = await MailServer.start()
    const telegram = await TelegramServer.start()
    const folder = temporaryFolder()
    /** Commits until the next stop, and whether that commit succeeds before it. */
    let left = Number.POSITIVE_INFINITY
    let succeeds = false
    const start = async () => {
      const env = { ...mails.env, ...telegram.env }
      const harness = await Harness.open(folder, env, {
        openStore: async (options) => stopping(await openStore(options), stop),
      })
      harness.clock.advanceReal(LEASE_MS * starts)
      return harness
    }
    const stop = async <Result>(commit: () => Promise<Result>): Promise<Result> => {
      left -= 1
      if (left > 0) return commit()
      if (left === 0 && succeeds) await commit()
      throw new Stopped()
    }
    let starts = 0
    let harness = await start()
    const { merchantId } = await harness.register()
    const { person } = await signInPerson(harness, merchantId)
    await changeBeside(harness, async (tx) => {
      await tx.people.setNotices(person.id, 'paid paid@telegram test')
      await tx.chats.link(person.id, { id: `${CHAT}`, name: null, since: 1 })
      for (let at = 0; at < EVENTS; at += 1) await tx.webhookDeliveries.insertEvent(eventOf(merchantId, at))
    })
    let lost = 0
    const loseAnswers = (isLost: boolean) => {
      mails.losesAnswers = isLost
      telegram.losesAnswers = isLost
    }
    for (let isDone = false; !isDone; ) {
      left = STEPS + starts
      succeeds = starts % 2 === 0
      isDone = await tickAll(harness, () => {
        // Each fourth time the answers are lost in every other round.
        loseAnswers(!mails.losesAnswers && starts % 4 === 3)
        if (mails.losesAnswers) lost += 1
      })
      left = Number.POSITIVE_INFINITY
      loseAnswers(false)
      if (isDone) continue
      await harness.close()
      starts += 1
      lost += 1
      harness = await start()
    }
    await harness.close()
    expect(starts).toBeGreaterThan(5)
    const got = mails.to(person.mail)
    const ids = new Map(got.map(({ headers, subject }) => [headers.get('message-id'), subject]))
    expect(ids.size).toBe(EVENTS)
    expect(new Set(ids.values()).size).toBe(EVENTS)
    // The rest has the address of the server, which each start changes.
    const texts = telegram.to(CHAT).map((text) => text.split('\n')[0])
    expect(new Set(texts).size).toBe(EVENTS)
    // Each stop, and each lost answer, repeats the messages in flight at most.
    expect(got.length - EVENTS).toBeLessThanOrEqual(4 * lost)
    expect(texts.length - EVENTS).toBeLessThanOrEqual(4 * lost)
  }, 180_000)
})

/** Ticks the workers of notices until no message is left. @returns false if the server has stopped */
async function tickAll({ server, clock, database }: Harness, beforeRound: () => void): Promise<boolean> {
  const workers = server.workers.filter(({ name }) => WORKERS.includes(name))
  const side = await sideOf(database)
  try {
    for (;;) {
      let handled = 0
      beforeRound()
      for (const worker of workers) handled += await worker.tick(new AbortController().signal)
      if (handled > 0) continue
      if (`${await side.value('SELECT COUNT(*) FROM messages')}` === '0') return true
      clock.advance(LEASE_MS * 10)
    }
  } catch (error) {
    if (error instanceof Stopped) return false
    throw error
  }
}

/** A store whose commits can be stopped. */
function stopping(store: Store, stop: <Result>(commit: () => Promise<Result>) => Promise<Result>): Store {
  return {
    read: (work) => store.read(work),
    write: (work) => stop(() => store.write(work)),
    forWorkers: () => stopping(store.forWorkers(), stop),
    close: () => store.close(),
  }
}

function eventOf(merchantId: string, at: number) {
  const data = { order_id: `ord_${at}`, order_number: `N-${at}`, status: 'PAID' }
  const amounts = { order_amount: '1.00', received_amount: '1.00' }
  return {
    ...{
      id: `00000000-0000-7000-8000-${`${at}`.padStart(12, '0')}`,
      merchantId,
      environment: 'test' as const,
    },
    ...{ event: 'payment.confirmed' as const, subject: `ord_${at}`, createdAt: at + 1 },
    body: JSON.stringify({ event: 'payment.confirmed', data: { ...data, ...amounts } }),
  }
}
