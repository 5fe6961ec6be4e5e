import { randomBytes } from 'node:crypto'
import type { NotNow } from '../../domain/chain/sender.js'
import { CHAIN_STEP, usdt } from '../../domain/shared/money.js'
import { readBigQuantity } from '../nodes/answer-shape.js'
import { type Connection, firstSource } from '../nodes/connection.js'
import { RpcRefusal } from '../nodes/rpc-error.js'
import { gasLimitOf, UNMEASURED_GAS } from './erc20-fees.js'
import type { Erc20Signer } from './erc20-signing.js'

const ADDRESS_BYTES = 20

/** Measures the gas of transfers. */
export class TransferGas {
  private ofNewHolder: bigint | undefined

  constructor(
    private readonly signer: Erc20Signer,
    private readonly token: string,
  ) {}

  /**
   * Returns the limit of gas of a transfer, never below the needs of one to an address that holds no USDT: the destination
   * may be emptied before the block.
   */
  async limitOf(connection: Connection, data: string): Promise<bigint | NotNow> {
    try {
      const [estimate, least] = await Promise.all([
        this.estimate(connection, data),
        this.estimateNewHolder(connection),
      ])
      return gasLimitOf(estimate > least ? estimate : least) ?? { notNow: 'network_fee' }
    } catch (error) {
      if (error instanceof RpcRefusal) return { notNow: 'would_revert' }
      throw error
    }
  }

  /** Asks once. The address is random: to a known one, tokens could be sent. */
  private async estimateNewHolder(connection: Connection): Promise<bigint> {
    if (this.ofNewHolder !== undefined) return this.ofNewHolder
    const stranger = `0x${randomBytes(ADDRESS_BYTES).toString('hex')}`
    try {
      this.ofNewHolder = await this.estimate(connection, this.signer.callData(stranger, usdt(CHAIN_STEP)))
      return this.ofNewHolder
    } catch (error) {
      // The payment itself shows what the token refuses.
      if (error instanceof RpcRefusal) return 0n
      throw error
    }
  }

  private estimate(connection: Connection, data: string): Promise<bigint> {
    const call = { from: this.signer.wallet, to: this.token, data }
    const measure = async () =>
      readBigQuantity(await connection.call('eth_estimateGas', [call]), 'eth_estimateGas')
    // Whether it reverts is known from a call as well.
    const tryOut = async () => {
      await connection.call('eth_call', [call, 'latest'])
      return UNMEASURED_GAS
    }
    return firstSource(measure, tryOut)
  }
}
