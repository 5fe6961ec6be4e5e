import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteLedger } from '../ledger/ledger-database.js'
import { AnvilStage } from './anvil-stage.js'
import { Scene } from './scene.js'
import { type Account, type Contract, type Stage, type Wallet, walletOf } from './stage.js'
import { TronStage } from './tron-stage.js'

/** More addresses than a case has orders. */
const ADDRESSES = 5
const SUPPLY = 10n ** 18n
export const USDT = 1_000_000n

export const STAGES = [
  ['ERC20', () => AnvilStage.start()],
  ['TRC20', () => TronStage.start()],
] as const

/** The resources of cases: one node for all of them, and a database and addresses per case. */
export interface StageSetup {
  readonly stage: Stage
  /** USDT, owned by the stage's own account. */
  readonly usdt: Contract
  /** An account with a million USDT. */
  readonly payer: Account
  /** Opens a database for `token` in `folder`; transfers are screened where `denied` is given. */
  scene(folder: string, token: Contract, denied?: readonly Account[]): Promise<Scene>
  /** Deploys another token, for admin events that concern every holder. */
  newToken(): Promise<Contract>
}

/** Starts a stage. @param name seed of the wallet of its orders */
export async function setUpStage(start: () => Promise<Stage>, name: string): Promise<StageSetup> {
  const stage = await start()
  try {
    return await prepare(stage, walletOf(stage.network, name))
  } catch (error) {
    await stage.stop()
    throw error
  }
}

async function prepare(stage: Stage, wallet: Wallet): Promise<StageSetup> {
  const newToken = async () => {
    const token = await stage.deploy(stage.tokenName, SUPPLY)
    await stage.mineToDepth()
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
      const database = await sqliteLedger(join(folder, 'ledger.db'))(() => undefined)
      const denyFile = join(folder, 'denied')
      if (denied) writeFileSync(denyFile, denied.map(({ address }) => `${address}\n`).join(''))
      const screening = denied === undefined ? {} : { denyFile }
      return Scene.open({ stage, wallet, token, database, ...screening }, scenes * ADDRESSES)
    },
  }
}
