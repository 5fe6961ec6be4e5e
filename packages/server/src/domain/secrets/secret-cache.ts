import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Vault } from '../shared/vault.js'

/** A merchant's secrets are few and used often; this is far more than a server sees between two uses of one. */
const MAX_CACHED = 10_000

/**
 * A vault that remembers what it opened: opening costs as much as checking a signature. What is remembered is named by
 * its row and its sealed text, so a row that changes is opened anew; whether it is still good is not its business.
 */
export function withSecretCache(vault: Vault): Vault {
  return {
    encrypt: (secret, context) => vault.encrypt(secret, context),
    decrypt: memoize((sealed, context) => vault.decrypt(sealed, context)),
  }
}

/** The same for keys to sign with, which cost as much to make as a signature. */
export const createKeyCache = (vault: Vault): DecryptKey =>
  memoize((sealed, context) => createSecretKey(vault.decrypt(sealed, context), 'utf8'))

/** The key whose bytes are those of a sealed secret's text. @throws Error like {@link Vault.decrypt} */
export type DecryptKey = (sealed: string, context: string) => KeyObject

function memoize<Opened>(
  open: (sealed: string, context: string) => Opened,
): (sealed: string, context: string) => Opened {
  const opened = new Map<string, Opened>()
  return (sealed, context) => {
    const name = `${context} ${sealed}`
    const known = opened.get(name)
    if (known !== undefined) return known
    const secret = open(sealed, context)
    if (opened.size >= MAX_CACHED) opened.clear()
    opened.set(name, secret)
    return secret
  }
}
