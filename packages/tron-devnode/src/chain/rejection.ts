/** The code with which java-tron rejects a transaction. `BANDWITH_ERROR` is its spelling. */
export type RejectionCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TOO_BIG_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'SERVER_BUSY'
  | 'OTHER_ERROR'

/** The node rejects a transaction; the message is java-tron's. */
export class TransactionRejected extends Error {
  constructor(
    readonly code: RejectionCode,
    message: string,
  ) {
    super(message)
    this.name = 'TransactionRejected'
  }
}

/** Rejects a transaction that breaks a rule of its contract type. */
export const invalid = (message: string) =>
  new TransactionRejected('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${message}`)
