import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteBooks } from '../ledger/books.js'
import { AnvilStage } from './anvil-stage.js'
import { Scene } from './scene.js'
import { type Account, type Contract, type Stage, type Wallet, walletOf } from './stage.js'
import { TronStage } from './tron-stage.js'

/** More than a case has orders. */
const ADDRESSES = 5
const SUPPLY = 10n ** 18n
export const USDT = 1_000_000n

export const STAGES = [
  ['ERC20', () => AnvilStage.start()],
  ['TRC20', () => TronStage.start()],
] as const

/** What cases play with: one node for all of them, and books and addresses of each one's own. */
export interface StageSet {
  readonly stage: Stage
  /** USDT, with its owner on the stage. */
  readonly usdt: Contract
  /** Somebody with a million of it. */
  readonly payer: Account
  /** Books of a token, in a folder of their own; payments are judged where somebody is denied. */
  scene(folder: string, token: Contract, denied?: readonly Account[]): Promise<Scene>
  /** A token of the case's own, for what its owner does to all. */
  newToken(): Promise<Contract>
}

/** @param name the wallet of its orders follows from it */
export async function setStage(start: () => Promise<Stage>, name: string): Promise<StageSet> {
  const stage = await start()
  try {
    return await setUp(stage, walletOf(stage.network, name))
  } catch (error) {
    await stage.stop()
    throw error
  }
}

async function setUp(stage: Stage, wallet: Wallet): Promise<StageSet> {
  const newToken = async () => {
    const token = await stage.deploy(stage.tokenName, SUPPLY)
    await stage.bury()
    return token
  }
  const usdt = await newToken()
  const payer = await stage.account()
  await stage.call(usdt, 'transfer', [payer, 1_000_000n * USDT])
  let scenes = 0
  return {
    ...{ stage, usdt, payer, newToken },
    async scene(folder, token, denied) {
      scenes += 1
      const books = await sqliteBooks(join(folder, 'books.db'))(() => undefined)
      const denyFile = join(folder, 'denied')
      if (denied) writeFileSync(denyFile, denied.map(({ address }) => `${address}\n`).join(''))
      const judged = denied === undefined ? {} : { denyFile }
      return Scene.open({ stage, wallet, token, books, ...judged }, scenes * ADDRESSES)
    },
  }
}
