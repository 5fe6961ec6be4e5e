import { describe, expect, it } from 'vitest'
import { listAttention } from '../../src/domain/attention/attention.js'
import { type AttentionItem, isWaiting } from '../../src/domain/attention/attention-item.js'
import { changeMerchantStatus } from '../../src/domain/merchants/merchants.js'
import { deleteWebhook, updateWebhook } from '../../src/domain/webhooks/webhook-endpoints.js'
import { resendDelivery } from '../../src/domain/webhooks/webhook-history.js'
import { issueWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.js'
import { COMMAND_LINE } from '../../src/domain/withdrawals/approvals.js'
import type { ReviewReason } from '../../src/domain/withdrawals/withdrawal.js'
import { amount, START } from '../support/domain/context.js'
import { ENGINES } from '../support/storage/engines.js'
import { merchant, withdrawal } from '../support/storage/store-rows.js'
import { DELIVERED, DeliveryEngine, failed, work } from '../support/webhooks/delivery-engine.js'

const HOUR_MS = 3_600_000
const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const MANDATE = { actor: 'operator', reason: null }
const URL = 'https://shop.example/hooks'

describe.each(ENGINES)('what waits for a person, on %s', (engine) => {
  async function begin() {
    const one = await DeliveryEngine.start(engine)
    const { store } = one.database
    const list = () => store.read((tx) => listAttention(tx, one.context))
    const review = (id: string, reviewReason: ReviewReason, more: object = {}) =>
      store.write((tx) =>
        tx.withdrawals.insert({ ...withdrawal(id, 'shop'), status: 'REVIEW', reviewReason, ...more }),
      )
    return { one, store, list, review }
  }
  const keysOf = (items: readonly AttentionItem[]) => items.map(({ key }) => key)

  it('is listed one by one up to twenty, longest waiting first, and the rest on one line', async () => {
    const { store, list, review } = await begin()
    for (let n = 23; n >= 1; n -= 1)
      await review(`w${n}`, n % 2 === 0 ? 'daily_limit' : 'no_signer', { updatedAt: START + n })
    // An approved one waits for no person.
    await review('approved', 'auto_limit')
    await store.write(async (tx) => {
      const approved = await tx.withdrawals.lock('approved')
      if (approved) await tx.withdrawals.update({ ...approved, approvedAt: START, version: 2 })
    })
    const items = await list()
    const single = Array.from({ length: 20 }, (_, at) => `withdrawal_review/w${at + 1}`)
    expect(keysOf(items)).toEqual([...single, 'withdrawal_review/more'])
    expect(items[0]).toEqual({
      key: 'withdrawal_review/w1',
      kind: 'withdrawal_review',
      subject: 'w1',
      environment: 'test',
      sinceAt: START + 1,
      amount: 10_000_000_000n,
      facts: { merchantId: 'shop', network: 'TRC20', reviewReason: 'no_signer' },
      text: 'a withdrawal of 100.00 USDT to T-outside on test/TRC20 waits for a decision: no_signer',
      hint: '`withdrawals reject` returns the money',
      command: 'merchantpay-server withdrawals approve w1 --version 1 --reason "..."',
    })
    expect(items.at(-1)).toMatchObject({
      sinceAt: START + 21,
      amount: 30_000_000_000n,
      text: '3 more withdrawals wait for a decision',
      environment: 'test',
    })
    // Test money that waits for longer pushes no real money off the list.
    await review('real', 'daily_limit', { environment: 'live', updatedAt: START + 30 })
    const more = await list()
    expect(keysOf(more)).toEqual(['withdrawal_review/real', ...single.slice(0, 19), 'withdrawal_review/more'])
  })

  it('has a payment that is in no block fifteen minutes after its first signature, with the reason', async () => {
    const { one, store, list } = await begin()
    const { clock } = one
    const chain = { environment: 'live', network: 'ERC20' } as const
    const id = 'w1'
    const row = { ...withdrawal(id, 'shop'), ...chain, status: 'BROADCAST', txHash: '0x1' } as const
    await store.write((tx) => tx.withdrawals.insert(row))
    const sign = (txHash: string) => {
      const about = { withdrawalId: id, kind: 'payment', createdAt: clock.now() } as const
      const signed = { txHash, wallet: '0xhot', nonce: 7, raw: txHash, expiresAt: null }
      return store.write(async (tx) => {
        await tx.signedTransactions.supersede(id)
        await tx.signedTransactions.insert({ ...chain, ...signed, ...about })
      })
    }
    const stuck = async () => (await list()).find(({ kind }) => kind === 'withdrawal_stuck')
    await sign('0x1')
    const since = clock.now()
    clock.businessAt += 10 * 60_000
    await sign('0x2')
    expect(await stuck()).toBeUndefined()
    clock.businessAt += 5 * 60_000
    expect(await stuck()).toMatchObject({
      ...{ key: 'withdrawal_stuck/w1', subject: id, environment: 'live', sinceAt: since },
      text: 'a payment of 100.00 USDT to T-outside on live/ERC20 is in no block: no block has taken it yet',
      hint: '`withdrawals replace` gives it up',
      command: 'merchantpay-server withdrawals show w1',
    })
    await store.write((tx) => tx.signedTransactions.noteWaitsFor('0x2', 'network_fee'))
    expect((await stuck())?.text).toMatch(/: the fee of the network is above the limit of the settings$/)
    const pause = { kind: 'signer_paused', reason: 'a test', sinceAt: since } as const
    await store.write((tx) => tx.chainConditions.set(chain, pause))
    expect((await stuck())?.text).toMatch(/: the signer is paused$/)
    await store.write(async (tx) => {
      const locked = await tx.withdrawals.lock(id)
      if (locked) await tx.withdrawals.update({ ...locked, confirmations: 1, version: locked.version + 1 })
    })
    expect(await stuck()).toBeUndefined()
  })

  it('has each payment that moved another amount until it is settled, whether the signer is paused or not', async () => {
    const { one, store, list } = await begin()
    const chain = { environment: 'live', network: 'ERC20' } as const
    for (const [at, id] of ['w1', 'w2'].entries()) {
      const txHash = `0x${id}`
      const row = {
        ...withdrawal(id, 'shop'),
        ...chain,
        status: 'BROADCAST',
        confirmations: 12,
        txHash,
      } as const
      const signed = { txHash, wallet: '0xhot', nonce: at, raw: txHash, expiresAt: null }
      const about = { withdrawalId: id, kind: 'payment', createdAt: one.clock.now() } as const
      await store.write(async (tx) => {
        await tx.withdrawals.insert(row)
        await tx.signedTransactions.insert({ ...chain, ...signed, ...about })
        await tx.signedTransactions.noteMoved(txHash, amount('99'))
        await tx.signedTransactions.noteAlarm(txHash, START + at)
      })
    }
    const mismatches = async () => (await list()).filter(({ kind }) => kind === 'payment_mismatch')
    expect(keysOf(await mismatches())).toEqual(['payment_mismatch/w1', 'payment_mismatch/w2'])
    expect((await mismatches())[0]).toMatchObject({
      ...{ subject: 'w1', environment: 'live', sinceAt: START, amount: amount('100') },
      text: 'a payment of 100.00 USDT to T-outside on live/ERC20 moved 99.00 USDT',
      hint: '`--as unpaid` returns the money',
      command: 'merchantpay-server withdrawals settle w1 --as paid --reason "..."',
    })
    await store.write(async (tx) => {
      const locked = await tx.withdrawals.lock('w1')
      const settled = { status: 'COMPLETED', completedAt: START, version: 2 } as const
      if (locked) await tx.withdrawals.update({ ...locked, ...settled })
    })
    expect(keysOf(await mismatches())).toEqual(['payment_mismatch/w2'])
  })

  it('has no command for who is behind a withdrawal, unless the installation has one operator', async () => {
    const { one, store, review } = await begin()
    await review('w1', 'no_signer', { madeBy: { name: 'mk_1', operator: 'mira' } })
    const commandFor = async (actor: string, hasSingleOperator = false) => {
      const { clock, policy } = one.context
      const context = { clock, policy: { ...policy, hasSingleOperator } }
      const [item] = await store.read((tx) => listAttention(tx, context, actor))
      return [item?.command.replace(/.*?(?=withdrawals)/, ''), item?.hint]
    }
    const approve = [
      'withdrawals approve w1 --version 1 --reason "..."',
      '`withdrawals reject` returns the money',
    ]
    expect(await commandFor('omar')).toEqual(approve)
    expect(await commandFor('mira', true)).toEqual(approve)
    expect(await commandFor('Mira')).toEqual([
      'withdrawals show w1',
      'another person approves it, in the console; `withdrawals reject` returns the money',
    ])
  })

  it('says who has approved a withdrawal that two people approve, and has no command after one', async () => {
    const { one, store, review } = await begin()
    await review('w1', 'auto_limit')
    const { clock, policy } = one.context
    const context = { clock, policy: { ...policy, approvalByTwoAbove: amount('1') } }
    const approve = (person: string, actor: string) =>
      store.write((tx) =>
        tx.withdrawalApprovals.insert({
          ...{ withdrawalId: 'w1', version: 1, person, actor, reason: null, approvedAt: START },
        }),
      )
    const next = async () => {
      const [item] = await store.read((tx) => listAttention(tx, context, 'omar'))
      return [item?.command.replace(/.*?(?=withdrawals)/, ''), item?.hint?.split('; `')[0]]
    }
    const command = 'withdrawals approve w1 --version 1 --reason "..."'
    expect(await next()).toEqual([command, 'two people approve it'])
    await approve(COMMAND_LINE, 'root')
    expect(await next()).toEqual([
      'withdrawals show w1',
      '1 of 2 approvals, by root; another person approves it, in the console',
    ])
    await store.write(async (tx) => {
      const locked = await tx.withdrawals.lock('w1')
      if (locked) await tx.withdrawals.update({ ...locked, version: 2 })
    })
    expect(await next()).toEqual([command.replace('--version 1', '--version 2'), 'two people approve it'])
  })

  it('has withdrawals that are tried again by network and reason: for funds at once, others after an hour', async () => {
    const { one, list, review } = await begin()
    await review('a', 'funds')
    await review('b', 'funds', { network: 'ERC20', environment: 'live' })
    await review('c', 'funds', { network: 'ERC20', environment: 'live', updatedAt: START + 5 })
    await review('d', 'network_fee')
    expect(await list()).toMatchObject([
      { key: 'hot_wallet_short/test/TRC20', sinceAt: START, amount: 10_000_000_000n },
      { key: 'hot_wallet_short/live/ERC20', sinceAt: START, amount: 20_000_000_000n },
    ])
    one.pass(HOUR_MS)
    expect(keysOf(await list())).toContain('withdrawal_waiting/test/TRC20/network_fee')
  })

  it('has a live destination until it is usable, or until it is deleted, and none of the test environment', async () => {
    const { one, store, list } = await begin()
    const add = (id: string, address: string, environment: 'live' | 'test' = 'live') =>
      store.write((tx) => {
        const times = { createdAt: one.clock.now(), usableAt: one.clock.now() + 24 * HOUR_MS }
        const place = { merchantId: 'shop', environment, network: 'TRC20', address } as const
        return tx.destinations.insert({ id, label: 'Treasury', ...place, ...times })
      })
    await add('later', 'T2')
    await add('tested', 'T1', 'test')
    one.pass(1)
    await add('last', 'T3')
    const [item] = await list()
    expect(item).toEqual({
      key: 'new_destination/later',
      kind: 'new_destination',
      subject: 'later',
      environment: 'live',
      sinceAt: START,
      amount: null,
      facts: { merchantId: 'shop' },
      text: 'merchant shop can withdraw to T2 on live/TRC20 from 2026-01-02T00:00:00.000Z: ask it whether the address is its own',
      hint: '`destinations delete` removes it',
      command: 'merchantpay-server destinations list --environment live --merchant shop',
    })
    expect(keysOf(await list())).toEqual(['new_destination/later', 'new_destination/last'])
    one.pass(24 * HOUR_MS - 1)
    expect(keysOf(await list())).toEqual(['new_destination/last'])
    await store.write((tx) => tx.destinations.delete('last'))
    expect(await list()).toEqual([])
  })

  it('has each owner of a merchant for a day', async () => {
    const { one, store, list } = await begin()
    const at = one.clock.real()
    const person = {
      merchantId: 'shop',
      name: 'Lena',
      invitedAt: at,
      usedAt: null,
      waitsUntil: null,
      language: null,
      notices: null,
      summarizedDay: null,
      chat: null,
    }
    await store.write(async (tx) => {
      const owner = { ...person, role: 'owner', ownerSince: at } as const
      await tx.people.insert({ ...owner, id: 'per_1', mail: 'lena@shop.example' })
      await tx.people.insert({
        ...owner,
        id: 'per_2',
        mail: 'max@shop.example',
        ownerSince: at - 24 * HOUR_MS,
      })
      const viewer = { ...person, role: 'viewer', ownerSince: null } as const
      await tx.people.insert({ ...viewer, id: 'per_3', mail: 'ida@shop.example' })
      await tx.people.insert({ ...viewer, id: 'per_4', mail: 'eva@shop.example' })
    })
    expect(await list()).toEqual([
      {
        key: 'new_owner/per_1',
        kind: 'new_owner',
        subject: 'per_1',
        environment: null,
        sinceAt: at,
        amount: null,
        facts: { merchantId: 'shop' },
        text: 'merchant shop has a new owner, per_1: ask it whether it knows the person',
        hint: '`merchants remove-person` removes the person',
        command: 'merchantpay-server merchants people shop',
      },
    ])
    await store.write((tx) => tx.people.setRole('per_3', 'owner', at))
    await store.write((tx) => tx.people.remove('per_1', at))
    expect(keysOf(await list())).toEqual(['new_owner/per_3'])
  })

  it('has FAILED deliveries of an endpoint until they are sent again', async () => {
    const { one, store, list } = await begin()
    const { id } = await one.endpoint(URL)
    one.answer = () => failed('HTTP 500')
    await one.enqueue(2)
    await one.enqueue(1, { ownUrl: 'https://own.example/' })
    const dispatcher = one.dispatcher()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await work(dispatcher)
      one.pass(24 * HOUR_MS)
    }
    const [own, ofEndpoint] = (await list()).sort((a) => (a.subject === id ? 1 : -1))
    expect(ofEndpoint).toMatchObject({
      key: `deliveries_failed/${id}`,
      text: `2 webhooks to endpoint ${id} of merchant shop in test failed for good`,
      command: `merchantpay-server deliveries recover --webhook ${id} --since 2026-01-01T00:00:00.000Z --reason "..."`,
    })
    expect(own?.text).toBe('1 webhook to the URLs of orders of merchant shop in test failed for good')
    const failedIds = (await one.deliveries()).map((delivery) => delivery.id)
    for (const failedId of failedIds)
      await store.write((tx) => resendDelivery(tx, one.context, failedId, MANDATE))
    expect(keysOf(await list()).filter((key) => key.startsWith('deliveries_failed'))).toEqual([])
  })

  it('has no FAILED deliveries of a deleted endpoint', async () => {
    const { one, store, list } = await begin()
    const { id } = await one.endpoint(URL)
    one.answer = () => failed('HTTP 500')
    await one.enqueue(1)
    const dispatcher = one.dispatcher()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await work(dispatcher)
      one.pass(24 * HOUR_MS)
    }
    await one.enqueue(1)
    expect(keysOf(await list())).toEqual([`endpoint_failing/${id}`, `deliveries_failed/${id}`])
    await store.write((tx) => deleteWebhook(tx, one.context, SCOPE, id))
    expect(await list()).toEqual([])
  })

  it('has an endpoint that accepts nothing for an hour, until it answers 2xx', async () => {
    const { one, store, list } = await begin()
    const { id } = await one.endpoint(URL)
    one.answer = () => failed('HTTP 500')
    const dispatcher = one.dispatcher()
    await one.enqueue(1)
    await work(dispatcher)
    const sinceAt = one.clock.now()
    one.pass(HOUR_MS - 1)
    await work(dispatcher)
    expect(await list()).toEqual([])
    one.pass(1)
    const [item] = await list()
    expect(item).toMatchObject({
      key: `endpoint_failing/${id}`,
      sinceAt,
      command: `merchantpay-server deliveries list --status PENDING --webhook ${id}`,
    })
    const update = (changes: object) =>
      store.write((tx) => updateWebhook(tx, one.context, SCOPE, id, changes))
    await update({ isActive: false })
    expect(await list()).toEqual([])
    await update({ isActive: true })
    one.answer = () => DELIVERED
    one.pass(HOUR_MS)
    await work(dispatcher)
    await one.enqueue(1)
    expect(await list()).toEqual([])
  })

  it('has webhooks that wait for a secret, and active merchants without a live one, once per environment', async () => {
    const { one, store, list } = await begin()
    const { context } = one
    await store.write((tx) => tx.merchants.insert(merchant('new')))
    await one.enqueue(3, { ownUrl: 'https://own.example/', merchantId: 'new' })
    await store.write((tx) => changeMerchantStatus(tx, context, { id: 'new', status: 'ACTIVE' }, MANDATE))
    await store.write((tx) => tx.backups.noteLast({ madeAt: one.clock.now(), location: '/backups/one.db' }))
    expect(await list()).toMatchObject([
      {
        key: 'no_secret/new/live',
        text: 'merchant new has no webhook secret in live: 0 webhooks waiting',
        command: 'merchantpay-server merchants activate new --reason "..."',
      },
      {
        key: 'no_secret/new/test',
        sinceAt: START,
        text: 'merchant new has no webhook secret in test: 3 webhooks waiting',
      },
    ])
    for (const environment of ['test', 'live'] as const)
      await store.write((tx) => issueWebhookSecret(tx, context, { merchantId: 'new', environment }))
    expect(await list()).toEqual([])
  })

  it('has a backup that is older than 26 hours, or none, once a merchant was activated', async () => {
    const { one, store, list } = await begin()
    await store.write((tx) => issueWebhookSecret(tx, one.context, { ...SCOPE, environment: 'live' }))
    expect(await list()).toEqual([])
    await store.write((tx) =>
      changeMerchantStatus(tx, one.context, { id: 'shop', status: 'ACTIVE' }, MANDATE),
    )
    expect(await list()).toMatchObject([{ text: 'there is no backup', sinceAt: START }])
    await store.write((tx) =>
      tx.backups.noteLast({ madeAt: one.clock.now(), location: '/our backups/one.db' }),
    )
    one.pass(26 * HOUR_MS)
    expect(await list()).toEqual([])
    one.pass(1)
    expect(await list()).toMatchObject([
      { key: 'backup_overdue', command: "merchantpay-server backup --to '/our backups'" },
    ])
  })

  it('has the setting for one operator, once a merchant was activated', async () => {
    const { one, store } = await begin()
    const { clock, policy } = one.context
    const list = () =>
      store.read((tx) => listAttention(tx, { clock, policy: { ...policy, hasSingleOperator: true } }))
    expect(await list()).toEqual([])
    await store.write((tx) =>
      changeMerchantStatus(tx, one.context, { id: 'shop', status: 'ACTIVE' }, MANDATE),
    )
    const items = await list()
    expect(items.map(({ kind }) => kind)).toContain('single_operator')
    expect(items.filter(isWaiting).map(({ kind }) => kind)).not.toContain('single_operator')
  })
})
