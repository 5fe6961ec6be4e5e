import { tryDecrypt, type Vault } from '../shared/vault.js'
import type { Sealed, Session, SignInLink } from './session.js'

/**
 * Seals a link or a session with the master key. A row that the database has changed, or that was written without the key,
 * opens nothing: the columns alone grant nothing.
 */
export const sealOf = (vault: Vault, row: Facts): string => vault.encrypt('', contextOf(row))

/** Whether a row is as it was sealed. */
export const isSealed = (vault: Vault, row: Sealed<Facts>): boolean =>
  row.seal !== null && tryDecrypt(vault, row.seal, contextOf(row)) !== undefined

type Facts = SignInLink | Omit<Session, 'language' | 'device' | 'usedAt'>

/** Names every fact that must not change. The language and the last use may. */
const contextOf = (row: Facts): string => {
  const times = 'createdAt' in row ? [row.id, row.createdAt] : []
  return JSON.stringify([row.area, row.hash, row.holder, row.grants, row.expiresAt, ...times])
}
