import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Seals secrets for storage. `context` names the row and its owner, so a sealed text is useless elsewhere. */
export interface Vault {
  encrypt(secret: string, context: string): string
  /** @throws SealBroken when the text was sealed with another key, for another row or owner, or altered */
  decrypt(sealed: string, context: string): string
}

/** A sealed secret that does not open. Its row is out of service; the message names it for the log. */
export class DecryptionError extends Error {
  override readonly name = 'SealBroken'

  constructor(context: string, cause: unknown) {
    super(`${context} does not open: sealed with another master key or for another row, or altered`, {
      cause,
    })
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM under the 32-byte master key, a fresh nonce each time.
 *
 * @param previousKey what the master key replaced: still opens what it sealed, and seals nothing
 */
export function createVault(masterKey: Buffer, previousKey?: Buffer): Vault {
  const previous = previousKey && createVault(previousKey)
  return {
    encrypt(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    decrypt(text, context) {
      try {
        return unseal(masterKey, text, context)
      } catch (error) {
        if (previous) return previous.decrypt(text, context)
        throw new DecryptionError(context, error)
      }
    },
  }
}

/** @returns undefined for a text that does not open */
export function tryOpen(vault: Vault, text: string, context: string): string | undefined {
  try {
    return vault.decrypt(text, context)
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

function unseal(masterKey: Buffer, text: string, context: string): string {
  const bytes = Buffer.from(text, 'base64')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
  return Buffer.concat(opened).toString('utf8')
}
