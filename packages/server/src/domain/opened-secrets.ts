import type { Vault } from './vault.js'

/** A merchant's secrets are few and used often; this is far more than a server sees between two uses of one. */
const MAX_REMEMBERED = 10_000

/**
 * A vault that remembers what it opened: opening costs as much as checking a signature. What is remembered is named by
 * its row and its sealed text, so a row that changes is opened anew; whether it is still good is not its business.
 */
export function rememberOpened(vault: Vault): Vault {
  const opened = new Map<string, string>()
  return {
    seal: (secret, context) => vault.seal(secret, context),
    open(sealed, context) {
      const name = `${context} ${sealed}`
      const known = opened.get(name)
      if (known !== undefined) return known
      const secret = vault.open(sealed, context)
      if (opened.size >= MAX_REMEMBERED) opened.clear()
      opened.set(name, secret)
      return secret
    },
  }
}
