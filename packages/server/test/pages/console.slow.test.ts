import { expect } from 'vitest'
import { storeProofs, storeRequest } from '../support/console/chain-proofs.js'
import { linkFor, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, pagesOf } from '../support/console/console-world.js'
import { cookiesOf, everyWidth, itPictures, type Picture, usePictures } from '../support/pages/pictures.js'
import { Harness } from '../support/server/harness.js'

const pictures = usePictures('console')
const LIMIT_MS = 480_000
const HEIGHT = 900
/** Long pages, of which the rest is like the pictures of others. */
const LONG: ReadonlySet<string> = new Set(['controls-stopped', 'delivery', 'ledger', 'merchant', 'order'])
/** Leaves out the cards of the page that another picture shows. */
const PROOFS_ALONE =
  "document.querySelectorAll('#balances,#suspense,#entries,#adjustments').forEach((card) => card.remove())"
/** Forms that look like the others. */
const ALIKE: ReadonlySet<string> = new Set(['activate', 'sign-in-link', 'frozen'])

itPictures(
  'every page of the console looks as accepted, and passes axe',
  async () => {
    const harness = await Harness.start(WITH_CONSOLE)
    const faults: string[] = []
    const compare = async (
      name: string,
      path: string,
      cookies: ReturnType<typeof cookiesOf>,
      prepare?: Picture['prepare'],
    ) => {
      const page = { url: `${harness.server.url}${path}`, cookies, ...(LONG.has(name) && { height: HEIGHT }) }
      faults.push(...(await pictures.compare(everyWidth(name, { ...page, ...(prepare && { prepare }) }))))
    }
    const client = await signInAs(harness)
    await compare('sign-in', '/console', [])
    await compare('link', await linkFor(harness), [])
    await compare('all-clear', '/console', cookiesOf(client))
    const world = await consoleWorld(harness)
    const [, delivery = ''] =
      /href="([^"]*open=[^"]*)"/.exec((await client.get('/console/deliveries?env=test')).text) ?? []
    const pages = { ...pagesOf(world), delivery: delivery.replaceAll('&amp;', '&') }
    for (const [name, path] of Object.entries(pages))
      if (!ALIKE.has(name)) await compare(name, path, cookiesOf(client))
    await storeProofs(harness, 'live')
    await storeRequest(harness, 'live', 'ines@shop.example (finance)')
    await compare('ledger-proofs', '/console/ledger', cookiesOf(client), (page) =>
      page.evaluate(PROOFS_ALONE),
    )
    const reason = {
      reason: 'The owner lost a phone, ticket 4411; a call back on the number in the file waits',
    }
    for (const target of ['ERC20', world.merchant.merchantId])
      await client.submit(`/console/controls/payouts/${target}/stop?env=test`, reason)
    await client.submit('/console/controls/orders/TRC20/pause?env=test', reason)
    await compare('controls-stopped', '/console/controls?env=test', cookiesOf(client))
    expect(faults).toEqual([])
  },
  LIMIT_MS,
)
