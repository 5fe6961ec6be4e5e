import { expect, it } from 'vitest'
import { mayDo, ROLES } from '../../src/console/access/roles.js'
import { ROUTES as OPERATOR_ROUTES } from '../../src/console/routes.js'
import { BRAND_ROUTES } from '../../src/dashboard/brand/brand-routes.js'
import { PEOPLE_ROUTES } from '../../src/dashboard/people/people-routes.js'
import { ROUTES } from '../../src/dashboard/routes.js'
import { hasRight } from '../../src/domain/people/person-roles.js'
import { PERSON_ROLES } from '../../src/domain/shared/person-role.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { consoleWorld } from '../support/console/console-world.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { offersOf } from '../support/journeys/offers.js'
import { useProvider } from '../support/journeys/provider.js'
import type { Visitor } from '../support/journeys/visitor.js'
import { sideOf } from '../support/storage/engines.js'
import { PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

const TIMEOUT_MS = 60_000
const ALL = [...ROUTES, ...BRAND_ROUTES, ...PEOPLE_ROUTES]
/** Routes that no page of this shop leads to, and why. */
const NOT_OFFERED: ReadonlyMap<string, string> = new Map([
  ['/orders.json', 'a script asks for it'],
  ['/deliveries.json', 'a script asks for it'],
  ['/links.json', 'a script asks for it'],
  ['/withdrawals.json', 'a script asks for it'],
  ['/statement.json', 'a script asks for it'],
  ['/brand/logo', 'it is a picture'],
  ['/brand/colors.json', 'a script asks for it'],
  ['/brand/logo/remove', 'there is no logo'],
  ['/tasks/orders/:id', 'no order was paid late'],
  ['/me/chat', 'the provider has no bot'],
  ['/me/chat/end', 'the provider has no bot'],
  ['/me/filters/:list/delete', 'no filter is saved'],
])
const NOT_OFFERED_IN_CONSOLE: ReadonlyMap<string, string> = new Map([
  ['/attention.json', 'a script asks for it'],
  ['/orders.json', 'a script asks for it'],
  ['/withdrawals.json', 'a script asks for it'],
  ['/deliveries.json', 'a script asks for it'],
  ['/ledger/attribute/:transfer', 'no transfer is in suspense'],
  ['/ledger/verify', 'the networks have no nodes'],
  ['/system/nodes/check', 'the networks have no nodes'],
  ['/system/rates/:currency/confirm', 'no rate waits'],
  ['/system/signer/:environment/:network/resume', 'the signer runs'],
  ['/controls/payouts/:target/resume', 'payouts run'],
  ['/controls/orders/:network/resume', 'orders run'],
  ['/operators/filters/:list/delete', 'no filter is saved'],
])
const shared = useProvider()

it.each(PERSON_ROLES)(
  'the pages of a %s lead to all that the role may do, and to nothing else',
  async (role) => {
    const { provider } = shared
    const shop = await makeOwner(provider.harness)
    await orderInRow(provider.harness, shop, 'underpaid')
    await orderInRow(provider.harness, shop, 'pay')
    await withdraw(provider.harness, shop)
    const visitor = await provider.person(shop.merchantId, role, 'Nele')
    await visitor.open('/dashboard/me')
    await visitor.press('Add a passkey')
    await visitor.read('The passkey is added')
    const open = ALL.filter(({ needs }) => needs.every((need) => hasRight(role, need))).map(
      ({ path }) => path,
    )
    await expectOffers(visitor, { base: '/dashboard', routes: ALL, open, notOffered: NOT_OFFERED })
  },
  TIMEOUT_MS,
)

it.each(ROLES)(
  'the console leads a %s to all that the role may do, and to nothing else',
  async (role) => {
    const { harness } = shared.provider
    const { merchant, paid } = await consoleWorld(harness)
    const place = { label: 'Treasury', network: 'TRC20', address: PAYEE.TRC20 }
    await harness.call('POST', '/v1/withdrawals/destinations', { keys: merchant, body: place })
    const side = await sideOf(harness.database)
    await side.script("UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL")
    const visitor = await shared.provider.operator(role, role)
    await visitor.follow('Operators')
    await visitor.press('Add a passkey')
    await visitor.open(`/console/orders/${paid.id}`)
    const open = OPERATOR_ROUTES.filter(({ needs }) => needs.every((need) => mayDo(role, need))).map(
      ({ path }) => path,
    )
    await expectOffers(visitor, {
      base: '/console',
      routes: OPERATOR_ROUTES,
      open,
      notOffered: NOT_OFFERED_IN_CONSOLE,
    })
  },
  TIMEOUT_MS,
)

interface Expected {
  /** Path of the area. */
  readonly base: string
  readonly routes: readonly { readonly path: string }[]
  /** The routes that the role may use. */
  readonly open: readonly string[]
  readonly notOffered: ReadonlyMap<string, string>
}

async function expectOffers(visitor: Visitor, { base, routes, open, notOffered }: Expected): Promise<void> {
  const { links, forms } = await offersOf(visitor, base, routes)
  expect(links.filter(({ status }) => status !== 200)).toEqual([])
  expect(forms.filter(({ route }) => !open.includes(route))).toEqual([])
  const offered = new Set([...links, ...forms].map(({ route }) => route))
  expect(open.filter((route) => !offered.has(route))).toEqual(open.filter((route) => notOffered.has(route)))
}
