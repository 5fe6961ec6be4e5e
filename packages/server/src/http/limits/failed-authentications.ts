import type { ErrorCode } from '../../domain/shared/errors.js'

/** The key id at the beginning of an Authorization header, if it is well-formed. */
const KEY_ID = /^Bearer (mk_(?:live|test)_[0-9A-Za-z]{24}):/

export interface FailedAuthenticationsOptions {
  readonly log: { info(details: object, message: string): void }
  /** Milliseconds from an arbitrary origin. */
  readonly monotonic: () => number
  /** Called for each failure. */
  readonly onFailure?: ((reason: ErrorCode) => void) | undefined
}

const LINE_EVERY_MS = 1_000

/**
 * Logs failed authentications, at most one line a second; the next line says how many were left out. Never logs a
 * signature or a token.
 */
export class FailedAuthentications {
  private loggedAt = Number.NEGATIVE_INFINITY
  private suppressed = 0

  constructor(private readonly options: FailedAuthenticationsOptions) {}

  /** @param authorization the header as received, if there was one */
  note(reason: ErrorCode, address: string, authorization = ''): void {
    const { log, monotonic, onFailure } = this.options
    onFailure?.(reason)
    const now = monotonic()
    if (now - this.loggedAt < LINE_EVERY_MS) {
      this.suppressed += 1
      return
    }
    const [, keyId] = KEY_ID.exec(authorization) ?? []
    log.info({ reason, keyId, address, suppressed: this.suppressed }, 'authentication failed')
    this.loggedAt = now
    this.suppressed = 0
  }
}
