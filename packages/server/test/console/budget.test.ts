import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { MOST_FINDINGS } from '../../src/domain/ledger/proof-finding.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { storeProofs } from '../support/console/chain-proofs.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, pagesOf } from '../support/console/console-world.js'
import { useHarness } from '../support/server/harness.js'

const shared = useHarness(WITH_CONSOLE)
const MOST_BYTES = 20 * 1_024
const MOST_SCRIPT_BYTES = 4 * 1_024
const ROWS = 50

it('each page with 50 rows takes at most 20 KB compressed, and its script 4 KB', async () => {
  const { harness } = shared
  const world = await consoleWorld(harness)
  for (let row = 0; row < ROWS; row += 1)
    await orderInRow(harness, world.merchant, 'pay', {
      description: `Order ${row * 7_919}`,
      metadata: { cart: `A-${row * 104_729}`, customer: `c_${row * 15_485_863}` },
    })
  await storeProofs(harness, 'test', { kept: MOST_FINDINGS })
  const client = await signInAs(harness)
  const sizes = []
  let script = ''
  for (const [name, path] of Object.entries(pagesOf(world))) {
    const { text, status } = await client.get(path)
    expect([name, status]).toEqual([name, 200])
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    script = /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    sizes.push({ name, bytes: gzipSync(text).byteLength, style: gzipSync(style).byteLength })
  }
  sizes.sort((one, other) => other.bytes - one.bytes)
  for (const { name, bytes, style } of sizes)
    console.log(`${name}: ${bytes} bytes gzip, of which style ${style}`)
  console.log(`script: ${Buffer.byteLength(script)} bytes before compression`)
  expect(sizes[0]?.bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(script).not.toBe('')
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  expect((await client.get('/console/orders?env=test')).text.split('<tr>').length - 2).toBe(ROWS)
})
