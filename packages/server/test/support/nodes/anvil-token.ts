import { setTimeout } from 'node:timers/promises'
import { type Anvil, contractOf } from './anvil.js'

const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

const MINED_MS = 10_000

/** Waits for the receipt: a transaction is mined a moment after the node accepts it. */
async function receiptOf(anvil: Anvil, hash: unknown): Promise<{ contractAddress: string }> {
  for (const until = performance.now() + MINED_MS; performance.now() < until; ) {
    const receipt = await anvil.call('eth_getTransactionReceipt', [hash])
    if (receipt !== null) return receipt as { contractAddress: string }
    await setTimeout(1)
  }
  throw new Error(`${hash} is not mined`)
}

/** Enough for a hundred transfers. */
const GAS = '0xe4e1c0'

/** A test token on anvil; the first account owns it and has the whole supply. */
export class AnvilToken {
  private constructor(
    private readonly anvil: Anvil,
    /** Lower case with 0x. */
    readonly address: string,
    /** The unlocked accounts. */
    readonly accounts: readonly string[],
  ) {}

  /** @param argument of its constructor: for USDT the supply, for the fake its decimals */
  static async deploy(anvil: Anvil, name = 'TetherErc20', argument = 10n ** 18n): Promise<AnvilToken> {
    const accounts = (await anvil.call('eth_accounts')) as string[]
    const hash = await anvil.call('eth_sendTransaction', [
      { from: accounts[0], data: `${contractOf(name).bytecode}${word(argument)}` },
    ])
    const { contractAddress } = await receiptOf(anvil, hash)
    return new AnvilToken(anvil, contractAddress, accounts)
  }

  get owner(): string {
    return this.accounts[0] ?? ''
  }

  /** @param value units of 1e-6 @returns the transaction's hash */
  transfer(to: string, value: bigint, from = this.owner): Promise<string> {
    return this.send('a9059cbb', [to, value], from)
  }

  /** Calls a function by its selector. @returns the transaction's hash */
  async send(selector: string, words: readonly (string | bigint)[] = [], from = this.owner): Promise<string> {
    const data = `0x${selector}${words.map(word).join('')}`
    const hash = await this.anvil.call('eth_sendTransaction', [{ from, to: this.address, data, gas: GAS }])
    await receiptOf(this.anvil, hash)
    return hash as string
  }
}
