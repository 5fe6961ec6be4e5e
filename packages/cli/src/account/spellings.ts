import { configuration } from '../failure.js'

/** The spelling of each part of an account, as in the contract. */
export const SPELLINGS = {
  key_id: /^mk_(live|test)_[0-9A-Za-z]{24}$/,
  secret: /^sk_(live|test)_[0-9A-Za-z_-]{43}$/,
  webhook_secret: /^whsec_([0-9A-Za-z_-]{43}|[0-9A-Za-z+/]{44})$/,
} as const

/**
 * Checks values of an answer before they are stored: a service can send any text, and shells read the files.
 *
 * @param values their names are those of the contract
 * @throws Failure `unusable_answer` for a value that the contract does not allow
 */
export function requireSpelling(
  baseUrl: string,
  values: { readonly [Name in keyof typeof SPELLINGS]?: unknown },
): void {
  for (const [name, value] of Object.entries(values)) {
    const isAllowed = typeof value === 'string' && SPELLINGS[name as keyof typeof SPELLINGS].test(value)
    if (!isAllowed)
      throw configuration(
        'unusable_answer',
        `${baseUrl} answered with a ${name} that is not spelled as in the contract, so nothing was stored: check the base URL, and that the service is MerchantPay`,
      )
  }
}
