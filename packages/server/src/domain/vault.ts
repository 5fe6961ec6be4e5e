import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Seals secrets for storage. `context` names the row (table, id, environment), so a sealed text is useless elsewhere. */
export interface Vault {
  seal(secret: string, context: string): string
  /** @throws Error when the text was sealed with another key, for another row, or altered */
  open(sealed: string, context: string): string
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
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(text, context) {
      if (previous && !opens(masterKey, text, context)) return previous.open(text, context)
      return unseal(masterKey, text, context)
    },
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

function opens(masterKey: Buffer, text: string, context: string): boolean {
  try {
    unseal(masterKey, text, context)
    return true
  } catch {
    return false
  }
}
