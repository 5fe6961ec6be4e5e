import { describe, expect, it } from 'vitest'
import { ACTIONS, mayDo, ROLES } from '../../src/console/access/roles.js'
import { OPERATOR_ACTIONS } from '../../src/console/routes.js'
import { signInAs, tokenIn, WITH_CONSOLE } from '../support/console/console-client.js'
import { useHarness } from '../support/server/harness.js'

const NEEDED: Readonly<Record<string, (typeof ROLES)[number]>> = {
  'deliveries resend': 'support',
  'deliveries resend-failed': 'support',
  'nodes check': 'support',
  'withdrawals approve': 'finance',
  'withdrawals reject': 'finance',
  'orders clear': 'finance',
  'orders reject': 'finance',
  'orders refund': 'finance',
  'ledger attribute': 'finance',
  'ledger verify': 'finance',
  'destinations delete': 'finance',
  'rates confirm': 'finance',
  'payouts stop': 'finance',
  'payouts resume': 'finance',
  'people invite': 'admin',
  'orders pause': 'finance',
  'orders resume': 'finance',
  'merchants activate': 'admin',
  'merchants suspend': 'admin',
  'merchants tier': 'admin',
  'merchants surcharge': 'admin',
  'keys create': 'admin',
  'keys revoke': 'admin',
  'secrets rotate': 'admin',
  'dashboard link': 'admin',
  'signer resume': 'admin',
}
const PAGES = [
  '',
  '/orders',
  '/withdrawals',
  '/deliveries',
  '/merchants',
  '/ledger',
  '/controls',
  '/system',
  '/audit',
  '/search?q=x',
]

describe('the roles of the console', () => {
  const shared = useHarness(WITH_CONSOLE)

  it('are one table, which names the least role of every action', () => {
    expect(ACTIONS).toEqual(NEEDED)
    expect(OPERATOR_ACTIONS.map(({ name }) => name).sort()).toEqual(Object.keys(NEEDED).sort())
    expect(mayDo('viewer', 'deliveries resend')).toBe(false)
    expect(mayDo('support', 'deliveries resend')).toBe(true)
  })

  it.each(ROLES)(
    'let a %s do its actions and refuse all others, in the question and in the answer',
    async (role) => {
      const client = await signInAs(shared.harness, 'ines', role)
      for (const { name, path } of OPERATOR_ACTIONS) {
        const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(NEEDED[name] ?? 'admin')
        const filled = `/console${path.replaceAll(/:(\w+)/g, 'nothing')}`
        const asked = await client.get(filled)
        const answered = await client.submit(filled, { reason: 'planted', version: '1' })
        const refused = [asked.status === 403, answered.status === 403]
        expect([name, ...refused]).toEqual([name, !isAllowed, !isAllowed])
        // Nothing has the id.
        expect([name, asked.status < 500, answered.status < 500]).toEqual([name, true, true])
        if (!isAllowed) expect(answered.text).toContain(`This needs ${NEEDED[name]}`)
      }
    },
  )

  it('do nothing by a form without the token of the session, or with that of another', async () => {
    const [client, other] = [await signInAs(shared.harness, 'ines'), await signInAs(shared.harness, 'eve')]
    const foreign = tokenIn((await other.get('/console')).text)
    for (const { name, path } of OPERATOR_ACTIONS) {
      const filled = `/console${path.replaceAll(/:(\w+)/g, 'nothing')}`
      const fields = { reason: 'planted', version: '1' }
      const none = await client.post(filled, fields)
      const others = await client.post(filled, { ...fields, token: foreign })
      expect([name, none.status, others.status]).toEqual([name, 403, 403])
      expect([name, none.text.includes('This form cannot be used any more')]).toEqual([name, true])
    }
  })

  it.each(ROLES)('let a %s read every page', async (role) => {
    const client = await signInAs(shared.harness, 'ines', role)
    for (const page of PAGES)
      expect([page, (await client.get(`/console${page}`)).status]).toEqual([page, 200])
  })
})
