export const NETWORKS = ['BEP20', 'ERC20', 'TRC20'] as const

/** A request of the server. Nothing in it is believed before `transaction.ts` and `rules.ts` have compared it. */
export interface SigningRequest {
  readonly purpose: 'withdrawal' | 'refund' | 'void'
  readonly withdrawalId: string
  readonly network: (typeof NETWORKS)[number]
  readonly chainId: number
  readonly token: string
  readonly wallet: string
  readonly destination: string
  /** Units of 1e-6 USDT. */
  readonly units: bigint
  /** The unsigned transaction, hex without 0x. */
  readonly transaction: string
}

/** A request that is not signed. Its message is the answer. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

const AMOUNT = /^([0-9]{1,12})\.([0-9]{2,6})$/
const TRANSACTION = /^0x((?:[0-9a-f]{2}){1,4096})$/

/** @throws Refused */
export function parseRequest(body: string): SigningRequest {
  const members = parseJson(body)
  const text = (name: string): string => {
    const value = members[name]
    if (typeof value !== 'string') throw new Refused(`${name} is not a text`)
    return value
  }
  const [, whole, decimals] = AMOUNT.exec(text('amount')) ?? []
  const [, transaction] = TRANSACTION.exec(text('transaction')) ?? []
  if (whole === undefined || decimals === undefined) throw new Refused('amount is not an amount of USDT')
  if (transaction === undefined) throw new Refused('transaction is not hex')
  if (typeof members.chain_id !== 'number') throw new Refused('chain_id is not a number')
  return {
    purpose: oneOf(['withdrawal', 'refund', 'void'], text('purpose')),
    withdrawalId: text('withdrawal_id'),
    network: oneOf(NETWORKS, text('network')),
    chainId: members.chain_id,
    token: text('token'),
    wallet: text('wallet'),
    destination: text('destination'),
    units: BigInt(whole + decimals.padEnd(6, '0')),
    transaction,
  }
}

function parseJson(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch {
    // Refused below.
  }
  throw new Refused('the body is not a JSON object')
}

function oneOf<const Word extends string>(words: readonly Word[], value: string): Word {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new Refused(`${value} is none of ${words.join(', ')}`)
  return found
}
