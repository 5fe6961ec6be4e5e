import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { isAnvilSkipped } from '../nodes/anvil.js'
import { temporaryFolder } from '../server/folder.js'
import type { Scene } from './scene.js'
import type { Account, Contract, Stage } from './stage.js'
import { STAGES, type StageSetup, setUpStage } from './stage-setup.js'

const START_MS = 60_000

/** The resources of a case: one node per file, and a database and addresses per case. */
export interface StageFixture extends Omit<StageSetup, 'scene'> {
  readonly scene: Scene
  /** Opens another database for `token`; transfers are screened where `denied` is given. */
  with(token: Contract, denied?: readonly Account[]): Promise<Scene>
}

/** Runs the same cases on a real Ethereum node and on the development node of TRON. */
export function describeOnStages(
  subject: string,
  cases: (fixture: StageFixture, network: Stage['network']) => void,
): void {
  for (const [network, start] of STAGES) {
    describe.skipIf(network === 'ERC20' && isAnvilSkipped)(`${subject} on ${network}`, () => {
      const fixture = {} as { -readonly [Key in keyof StageFixture]: StageFixture[Key] } // filled before the first case

      beforeAll(async () => {
        const { scene, ...setup } = await setUpStage(start, subject)
        Object.assign(fixture, setup)
        fixture.with = (token, denied) => scene(temporaryFolder(), token, denied)
      }, START_MS)
      afterAll(() => fixture.stage?.stop())
      beforeEach(async () => {
        await fixture.stage.mineToDepth()
        fixture.scene = await fixture.with(fixture.usdt)
      })
      cases(fixture, network)
    })
  }
}
