import { describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../src/domain/withdrawals/approvals.js'
import { approveWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { type ConsoleClient, signInAs, tokenIn, WITH_CONSOLE } from '../support/console/console-client.js'
import { withdrawalOf } from '../support/console/console-world.js'
import { useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'
import { fund, withdraw } from '../support/withdrawals/withdrawals.js'

const SETTINGS = {
  ...WITH_CONSOLE,
  MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: '5000',
  MERCHANTPAY_APPROVAL_BY_TWO_ABOVE: '1000',
}

describe.each(ENGINES)('a withdrawal that two people approve, on %s', (engine) => {
  const shared = useHarness(SETTINGS, engine)

  async function waiting() {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys, '4000')
    const { json } = await withdraw(harness, keys, { amount: '1500' })
    expect(json.status).toBe('REVIEW')
    return { harness, keys, id: `${json.id}` }
  }

  async function approve(client: ConsoleClient, id: string) {
    const { text } = await client.get('/console')
    const version = (await withdrawalOf(client.harness, id))?.version
    const fields = { token: tokenIn(text), version: `${version}`, amount: '1500', reason: 'called the shop' }
    return client.post(`/console/withdrawals/${id}/approve`, fields)
  }

  it('is sent after the second person, whatever the automatic limit says', async () => {
    const { harness, keys, id } = await waiting()
    const ines = await signInAs(harness, 'ines', 'finance')
    const first = await approve(ines, id)
    expect(first.headers.location).toContain('done=approved-first')
    expect(await withdrawalOf(harness, id)).toMatchObject({ status: 'REVIEW', approvedAt: null, version: 1 })
    const own = (await ines.get(`/console/withdrawals?open=${id}`)).text
    expect(own).toContain('You have approved it.')
    expect(own).not.toContain(`/console/withdrawals/${id}/approve`)
    expect((await approve(await signInAs(harness, 'Ines', 'admin'), id)).status).toBe(409)
    await harness.pass(60_000, 5_000)
    expect(await withdrawalOf(harness, id)).toMatchObject({ status: 'REVIEW', txHash: null })
    const omar = await signInAs(harness, 'omar', 'finance')
    const page = (await omar.get(`/console/withdrawals?open=${id}`)).text
    expect(page).toContain('1 of 2 approvals')
    expect(page).toMatch(/1 of 2 approved by<\/dt><dd><b>ines<\/b>/)
    expect((await approve(omar, id)).headers.location).toContain('done=approved')
    await harness.pass(60_000, 5_000)
    const { json } = await harness.call('GET', `/v1/withdrawals/${id}`, { keys })
    expect(json.status).toBe('COMPLETED')
    const entries = await auditRows(harness, id)
    expect(entries.map(({ actor, details }) => [actor, details.includes('1 of 2')])).toEqual([
      ['ines (finance)', true],
      ['omar (finance)', false],
    ])
  })

  it('counts all commands as one person', async () => {
    const { harness, id } = await waiting()
    const byCommand = (actor: string) =>
      changeBeside(harness, (tx, { policy, ...context }) => {
        const two = { ...context, policy: { ...policy, approvalByTwoAbove: policy.refundMinimum } }
        return approveWithdrawal(tx, two, { id, version: 1 }, { actor, reason: null }, COMMAND_LINE)
      })
    expect((await byCommand('deploy')).approvedAt).toBeNull()
    await expect(byCommand('root')).rejects.toThrow('has the approval of command line')
    expect((await approve(await signInAs(harness, 'omar', 'finance'), id)).status).toBe(303)
    expect(await withdrawalOf(harness, id)).toMatchObject({ approvedAt: expect.any(Number) })
  })

  it('is approved once when both approve at once', async () => {
    const { harness, id } = await waiting()
    const both = [await signInAs(harness, 'ines', 'finance'), await signInAs(harness, 'omar', 'finance')]
    const answers = await Promise.all(both.map((client) => approve(client, id)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await withdrawalOf(harness, id)).toMatchObject({ approvedAt: expect.any(Number), version: 2 })
  })
})
