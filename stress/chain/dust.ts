import { strictEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payAmongDust } from '../../packages/server/test/support/hostile/dust.js'
import { STAGES, setUpStage, USDT } from '../../packages/server/test/support/hostile/stage-setup.js'
import { Options } from '../lib/options.js'

const DUST = 10_000

/** Sends 10,000 transfers of 0.000001 USDT around a payment, on anvil and on the TRON node: each of them is credited. */
export async function dust(args: readonly string[]): Promise<void> {
  new Options(args, [])
  for (const [network, start] of STAGES) {
    const folder = mkdtempSync(join(tmpdir(), 'merchantpay-dust-'))
    const set = await setUpStage(start, 'dust')
    try {
      const scene = await set.scene(folder, set.usdt)
      const { status, received } = await payAmongDust(set, scene, DUST)
      const genuine = 25n * USDT + BigInt(DUST)
      strictEqual(status, 'PAID')
      strictEqual(received, genuine)
      await scene.expectLedger({ genuine })
      console.log(`${network}: paid among ${DUST} dust transfers, and the ledger has each of them`)
    } finally {
      await set.stage.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
