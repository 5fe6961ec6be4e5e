import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets for storage. `context` names the row and its owner and binds the ciphertext to them. */
export interface Vault {
  encrypt(secret: string, context: string): string
  /** @throws DecryptionError if the text was encrypted with another key, for another row or owner, or was altered */
  decrypt(encrypted: string, context: string): string
}

/** A secret that cannot be decrypted. Its row is unusable; the message names the row for the log. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'

  constructor(context: string, cause: unknown) {
    super(`cannot decrypt ${context}: encrypted with another master key or for another row, or altered`, {
      cause,
    })
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Returns a vault that uses AES-256-GCM with the 32-byte master key and a fresh nonce for each secret.
 *
 * @param previousKey the master key before a rotation: it still decrypts, and encrypts nothing
 */
export function createVault(masterKey: Buffer, previousKey?: Buffer): Vault {
  const previous = previousKey && createVault(previousKey)
  return {
    encrypt(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
    },
    decrypt(text, context) {
      try {
        return decryptWith(masterKey, text, context)
      } catch (error) {
        if (previous) return previous.decrypt(text, context)
        throw new DecryptionError(context, error)
      }
    },
  }
}

/** Decrypts a text. @returns undefined if it cannot be decrypted */
export function tryDecrypt(vault: Vault, text: string, context: string): string | undefined {
  try {
    return vault.decrypt(text, context)
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

function decryptWith(masterKey: Buffer, text: string, context: string): string {
  const bytes = Buffer.from(text, 'base64')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const decrypted = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
  return Buffer.concat(decrypted).toString('utf8')
}
