import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TronDevnode } from '@merchantpay/tron-devnode'
import { TronWeb } from 'tronweb'

interface Artifact {
  readonly abi: readonly object[]
  readonly bytecode: string
}

const MAX_FEE = 15_000_000_000
const artifactOf = (name: string): Artifact => {
  const path = createRequire(import.meta.url).resolve(`@merchantpay/tron-devnode/artifacts/${name}.json`)
  return JSON.parse(readFileSync(path, 'utf8')) as Artifact
}

/** A test token on a development node; the node's bank owns it and has the whole supply. */
export class TronToken {
  private constructor(
    private readonly node: TronDevnode,
    private readonly bank: TronWeb,
    /** In base58. */
    readonly address: string,
  ) {}

  /** @param argument of its constructor: for USDT the supply, for the fake its decimals */
  static async deploy(node: TronDevnode, name = 'TetherTrc20', argument = 10n ** 18n): Promise<TronToken> {
    const bank = new TronWeb({ fullHost: node.url, privateKey: node.bank.privateKey })
    const { abi, bytecode } = artifactOf(name)
    const options = { abi: abi as never, bytecode, parameters: [argument], feeLimit: MAX_FEE, name }
    const transaction = await bank.transactionBuilder.createSmartContract(options)
    const token = new TronToken(node, bank, TronWeb.address.fromHex(transaction.contract_address))
    await token.broadcast(transaction)
    await node.control('mine', {})
    return token
  }

  get owner(): string {
    return TronWeb.address.fromHex(this.node.bank.address)
  }

  /** Broadcasts a transfer, which waits for a block. @param value units of 1e-6 @returns the transaction's id */
  transfer(to: string, value: bigint): Promise<string> {
    return this.send('transfer(address,uint256)', [
      { type: 'address', value: to },
      { type: 'uint256', value: value.toString() },
    ])
  }

  /** Broadcasts a call of a function of the token by its owner. */
  async send(
    signature: string,
    parameters: { type: string; value: string }[] = [],
    feeLimit = MAX_FEE,
  ): Promise<string> {
    const { transactionBuilder } = this.bank
    const { transaction } = await transactionBuilder.triggerSmartContract(
      this.address,
      signature,
      { feeLimit },
      parameters,
    )
    return this.broadcast(transaction)
  }

  private async broadcast(transaction: Parameters<TronWeb['trx']['sign']>[0]): Promise<string> {
    const signed = await this.bank.trx.sign(transaction)
    const sent = await this.bank.trx.sendRawTransaction(signed as never)
    if (sent.result !== true) throw new Error(`not sent: ${JSON.stringify(sent)}`)
    return sent.txid
  }
}
