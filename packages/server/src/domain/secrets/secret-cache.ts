import type { Vault } from '../shared/vault.js'
import { type SigningKeys, signingKeys } from './signing-keys.js'

/** Far more secrets than a server uses within the time between two uses of the same secret. */
const MAX_CACHED = 10_000

/**
 * Returns a vault that caches decrypted secrets, because decrypting costs as much as checking a signature. The cache key
 * contains the row and the encrypted text, so a changed row is decrypted again. The cache does not check whether a secret is
 * still valid.
 */
export function withSecretCache(vault: Vault): Vault {
  return {
    encrypt: (secret, context) => vault.encrypt(secret, context),
    decrypt: memoize((encrypted, context) => vault.decrypt(encrypted, context)),
  }
}

/** Returns a function that decrypts signing keys through a cache, because creating a key costs as much as signing. */
export const createKeyCache = (vault: Vault): DecryptKeys =>
  memoize((encrypted, context) => signingKeys(vault.decrypt(encrypted, context)))

/** Decrypts a webhook secret and makes its keys. @throws DecryptionError like {@link Vault.decrypt} */
export type DecryptKeys = (encrypted: string, context: string) => SigningKeys

function memoize<Decrypted>(
  decrypt: (encrypted: string, context: string) => Decrypted,
): (encrypted: string, context: string) => Decrypted {
  const cache = new Map<string, Decrypted>()
  return (encrypted, context) => {
    const name = `${context} ${encrypted}`
    const known = cache.get(name)
    if (known !== undefined) return known
    const secret = decrypt(encrypted, context)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(name, secret)
    return secret
  }
}
