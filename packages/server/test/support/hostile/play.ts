import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { isAnvilSkipped } from '../nodes/anvil.js'
import { temporaryFolder } from '../server/folder.js'
import type { Scene } from './scene.js'
import { STAGES, type StageSet, setStage } from './set.js'
import type { Account, Contract, Stage } from './stage.js'

const START_MS = 60_000

/** What a case plays with: one node for all of a file, and books and addresses of the case's own. */
export interface Play extends Omit<StageSet, 'scene'> {
  readonly scene: Scene
  /** Other books, of another token; payments are judged where somebody is denied. */
  with(token: Contract, denied?: readonly Account[]): Promise<Scene>
}

/** Runs the same cases on a real Ethereum node and on the development node of TRON. */
export function onStages(what: string, cases: (play: Play, network: Stage['network']) => void): void {
  for (const [network, start] of STAGES) {
    describe.skipIf(network === 'ERC20' && isAnvilSkipped)(`${what} on ${network}`, () => {
      const play = {} as { -readonly [Key in keyof Play]: Play[Key] } // filled before the first case

      beforeAll(async () => {
        const { scene, ...set } = await setStage(start, what)
        Object.assign(play, set)
        play.with = (token, denied) => scene(temporaryFolder(), token, denied)
      }, START_MS)
      afterAll(() => play.stage?.stop())
      beforeEach(async () => {
        await play.stage.bury()
        play.scene = await play.with(play.usdt)
      })
      cases(play, network)
    })
  }
}
