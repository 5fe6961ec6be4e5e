import { expect, it } from 'vitest'
import { BRAND_ROUTES } from '../../src/dashboard/brand/brand-routes.js'
import { PEOPLE_ROUTES } from '../../src/dashboard/people/people-routes.js'
import { ROUTES } from '../../src/dashboard/routes.js'
import { hasRight, PERSON_ROLES } from '../../src/domain/people/person-roles.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { offersOf } from '../support/journeys/offers.js'
import { useProvider } from '../support/journeys/provider.js'
import { withdraw } from '../support/withdrawals/withdrawals.js'

const TIMEOUT_MS = 60_000
const ALL = [...ROUTES, ...BRAND_ROUTES, ...PEOPLE_ROUTES]
/** Routes that no page of this shop leads to, and why. */
const NOT_OFFERED: ReadonlyMap<string, string> = new Map([
  ['/orders.json', 'a script asks for it'],
  ['/deliveries.json', 'a script asks for it'],
  ['/brand/logo', 'it is a picture'],
  ['/brand/logo/remove', 'there is no logo'],
  ['/me/chat', 'the provider has no bot'],
  ['/me/chat/end', 'the provider has no bot'],
  ['/me/filters/:list/delete', 'no filter is saved'],
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
    const { links, forms } = await offersOf(visitor, '/dashboard', ALL)
    expect(links.filter(({ status }) => status !== 200)).toEqual([])
    expect(forms.filter(({ route }) => !open.includes(route))).toEqual([])
    const offered = new Set([...links, ...forms].map(({ route }) => route))
    expect(open.filter((route) => !offered.has(route))).toEqual(
      open.filter((route) => NOT_OFFERED.has(route)),
    )
  },
  TIMEOUT_MS,
)
