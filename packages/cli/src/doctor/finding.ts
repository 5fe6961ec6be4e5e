/** The result of one check. */
export interface Finding {
  readonly check: string
  /** `ok`, or the code of a fault. */
  readonly code: string
  readonly message: string
  /** How to repair a fault. */
  readonly cure?: string
}

export const good = (check: string, message: string): Finding => ({ check, code: 'ok', message })

export const fault = (check: string, code: string, message: string, cure: string): Finding => ({
  check,
  code,
  message,
  cure,
})
