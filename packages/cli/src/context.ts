import type { MerchantPay } from '@merchantpay/sdk'
import type { Account } from './account/account.js'
import type { Input } from './input.js'
import type { Output } from './output.js'
import type { Process } from './process.js'
import type { Described } from './table/option.js'

/** The arguments, the output and the account of one call. */
export interface Context extends Process {
  readonly input: Input
  readonly output: Output
  /** Every command with all its options. */
  readonly commands: readonly Described[]
  /** The account of the call. @throws Failure when no key is known */
  account(): Account
  /**
   * A client with that account.
   *
   * @param use what it is for, where a command that changes something only reads this time
   * @throws Failure when no key is known, and for a write with a live key that was not confirmed
   */
  client(use?: 'read' | 'write'): Promise<MerchantPay>
}

/** The code of a command. @returns the exit code, 0 when it returns nothing */
export type Run = (context: Context) => Promise<number | undefined>
