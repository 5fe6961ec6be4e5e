import { Refused, type SigningRequest } from './request.js'
import type { DecodedTransaction } from './transaction.js'

/** Rules of this signer alone: a server that was broken into cannot change them. */
export interface Rules {
  readonly network: SigningRequest['network']
  readonly chainId: number
  readonly token: string
  readonly wallet: string
  /** The largest payment, units of 1e-6 USDT. */
  readonly maxUnits: bigint
  /** The highest cost of a transaction: sun on TRC20, wei elsewhere. */
  readonly maxCost: bigint
}

/** @throws Refused when the request breaks a rule */
export function requireAllowed(rules: Rules, request: SigningRequest, { maxCost }: DecodedTransaction): void {
  for (const name of ['network', 'chainId', 'token', 'wallet'] as const)
    if (request[name] !== rules[name]) throw new Refused(`${name} is ${request[name]}, not ${rules[name]}`)
  if (request.units > rules.maxUnits) throw new Refused('the amount is above the limit of this signer')
  if (maxCost > rules.maxCost) throw new Refused('the fee is above the limit of this signer')
}
