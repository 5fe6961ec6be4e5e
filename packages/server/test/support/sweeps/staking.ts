import type { TronDevnode } from '@merchantpay/tron-devnode'
import { accountOfKey } from '../../../src/chain/wallet/recoverable-signature.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { tronHex } from '../nodes/tron.js'

/** Signs delegations for the staking account. */
export const STAKE_KEY = 'e331b6d69882b4cb4ea581d88e0b604039a3de5967688d3dcffdd2270c0fd109'
/** DelegateResourceContract and UnDelegateResourceContract. */
export const DELEGATION_TYPES: readonly number[] = [57, 58]
/** For the bytes of a hundred delegations that are given and taken back. */
const COINS = 100_000_000

const hexOf = (address: string): string => `41${tronHex(address)}`

/** A staking account on a development node. */
export class Staking {
  constructor(
    private readonly node: TronDevnode,
    readonly account: string,
  ) {}

  /** Gives the account coins and a stake, and a key that signs these types of transactions. */
  async begin(energy: number, types = DELEGATION_TYPES): Promise<void> {
    await this.node.control('faucet', { address: hexOf(this.account), sun: COINS })
    await this.setEnergy(energy)
    await this.permit(encodeAddress('TRC20', accountOfKey(STAKE_KEY)), types)
  }

  async setEnergy(energy: number): Promise<void> {
    await this.node.control('stake', { address: hexOf(this.account), energy, bandwidth: 1_000 })
  }

  async permit(key: string, types = DELEGATION_TYPES): Promise<void> {
    await this.node.control('permission', { address: hexOf(this.account), key: hexOf(key), types })
  }

  /** Accounts that have something of the stake, in the newest block and in the newest final one. */
  async receivers(): Promise<string[]> {
    const read = async (api: string) => {
      const path = `${this.node.url}/${api}/getdelegatedresourceaccountindexv2`
      const body = JSON.stringify({ value: hexOf(this.account) })
      // A kept connection ends while this process waits for a command.
      const answer = await fetch(path, { method: 'POST', body, headers: { connection: 'close' } })
      return ((await answer.json()) as { toAccounts?: string[] }).toAccounts ?? []
    }
    return [...(await read('wallet')), ...(await read('walletsolidity'))]
  }
}
