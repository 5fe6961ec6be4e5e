/** Why a node does not take a transaction, with java-tron's code. `BANDWITH_ERROR` is its spelling. */
export type RefusalCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TOO_BIG_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'SERVER_BUSY'
  | 'OTHER_ERROR'

export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** A contract's own conditions do not hold. */
export const invalid = (message: string) =>
  new Refusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${message}`)
