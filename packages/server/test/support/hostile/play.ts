import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { isAnvilSkipped } from '../anvil.js'
import { temporaryFolder } from '../folder.js'
import { sqliteBooks } from '../ledger/books.js'
import { AnvilStage } from './anvil-stage.js'
import { Scene } from './scene.js'
import { type Account, type Contract, type Stage, walletOf } from './stage.js'
import { TronStage } from './tron-stage.js'

const START_MS = 60_000
/** More than a case has orders. */
const ADDRESSES = 5
const SUPPLY = 10n ** 18n
export const USDT = 1_000_000n

const STAGES = [
  ['ERC20', () => AnvilStage.start()],
  ['TRC20', () => TronStage.start()],
] as const

/** What a case plays with: one node for all of a file, and books and addresses of the case's own. */
export interface Play {
  readonly stage: Stage
  /** The token of {@link scene}, with its owner on the stage. */
  readonly usdt: Contract
  /** Somebody with a million of it. */
  readonly payer: Account
  readonly scene: Scene
  /** Other books, of another token; payments are judged where somebody is denied. */
  with(token: Contract, denied?: readonly Account[]): Promise<Scene>
  /** A token of the case's own, for what its owner does to all. */
  newToken(): Promise<Contract>
}

/** Runs the same cases on a real Ethereum node and on the development node of TRON. */
export function onStages(what: string, cases: (play: Play, network: Stage['network']) => void): void {
  for (const [network, start] of STAGES) {
    describe.skipIf(network === 'ERC20' && isAnvilSkipped)(`${what} on ${network}`, () => {
      const set = {} as { -readonly [Key in keyof Play]: Play[Key] } // filled before the first case
      const wallet = walletOf(network, what)
      let number = 0

      beforeAll(async () => {
        const stage = await start()
        set.stage = stage
        set.newToken = async () => {
          const token = await stage.deploy(stage.tokenName, SUPPLY)
          await stage.bury()
          return token
        }
        set.usdt = await set.newToken()
        set.payer = await stage.account()
        await stage.call(set.usdt, 'transfer', [set.payer, 1_000_000n * USDT])
        set.with = async (token, denied) => {
          number += 1
          const folder = temporaryFolder()
          const books = await sqliteBooks(join(folder, 'books.db'))(() => undefined)
          const denyFile = join(folder, 'denied')
          if (denied) writeFileSync(denyFile, denied.map(({ address }) => `${address}\n`).join(''))
          const judged = denied === undefined ? {} : { denyFile }
          return Scene.open({ stage, wallet, token, books, ...judged }, number * ADDRESSES)
        }
      }, START_MS)
      afterAll(() => set.stage?.stop())
      beforeEach(async () => {
        await set.stage.bury()
        set.scene = await set.with(set.usdt)
      })
      cases(set, network)
    })
  }
}
