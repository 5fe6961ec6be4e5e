import { startTronDevnode } from '@merchantpay/tron-devnode'
import { expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../support/checkout/chromium.js'
import { type ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { TRON_CHAIN_ID, XPUB } from '../support/nodes/tron.js'
import { TronToken } from '../support/nodes/tron-token.js'
import { cookiesOf } from '../support/pages/pictures.js'
import { Harness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'

const CHECK = '/console/system/nodes/check?env=test'
const SYSTEM = '/console/system?env=test'

it('checks the nodes on request, and shows what to change', async () => {
  const node = await startTronDevnode({ lite: true })
  onTestFinished(() => node.close())
  const token = await TronToken.deploy(node)
  await node.control('mine', { blocks: 40 })
  const harness = await Harness.start({
    ...WITH_CONSOLE,
    MERCHANTPAY_TEST_ERC20: 'off',
    MERCHANTPAY_TEST_TRC20: 'rpc',
    MERCHANTPAY_TEST_TRC20_NODE_1_URL: `${node.url}?key=of-our-plan`,
    MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${TRON_CHAIN_ID}`,
    MERCHANTPAY_TEST_TRC20_TOKEN: token.address,
    MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
  })
  const viewer = await signInAs(harness, 'ines', 'viewer')
  const before = (await viewer.get(SYSTEM)).text
  expect(before).toContain('This process has not checked the nodes yet.')
  expect(before).not.toContain('/system/nodes/check')
  const client = await signInAs(harness, 'mira.k', 'support')
  expect((await client.get(SYSTEM)).text).toContain('/console/system/nodes/check?env=test')
  const sent = await client.submit(CHECK, { reason: 'a new node' })
  expect([sent.status, sent.headers.location]).toEqual([303, '/console/system?env=test&done=checking'])
  await expect.poll(async () => (await client.get(SYSTEM)).text).toContain('Failed questions')
  const page = (await client.get(SYSTEM)).text
  expect(page).toContain('node.openHistoryQueryWhenLiteFN = true')
  expect(page).not.toContain('of-our-plan')
  expect(await auditRows(harness, 'test')).toMatchObject([{ action: 'nodes check' }])
  expect(await overflowsOf(client)).toEqual([0, 0, 0, 0])
}, 60_000)

/** Shows the System page, with long names of settings. @returns how far it is wider than the screen, by widths */
async function overflowsOf(client: ConsoleClient): Promise<number[]> {
  const { browser, stop } = await openBrowser()
  onTestFinished(stop)
  const found: number[] = []
  for (const width of [390, 820, 1024, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    await context.addCookies(cookiesOf(client))
    const page = await context.newPage()
    await page.goto(`${client.harness.server.url}${SYSTEM}`)
    const root = 'document.documentElement'
    found.push(Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)))
    await context.close()
  }
  return found
}

it('has no check where a sandbox serves the networks', async () => {
  const harness = await Harness.start(WITH_CONSOLE)
  const client = await signInAs(harness)
  expect((await client.get(SYSTEM)).text).not.toContain('Check of the nodes')
  expect((await client.get(CHECK)).status).toBe(404)
})
