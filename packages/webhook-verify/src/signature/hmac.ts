import type { ImportedSecret } from './secrets.js'
import type { SignatureHeader } from './signature-header.js'

/** A secret key of node:crypto (`KeyObject`) or of WebCrypto (`CryptoKey`), known by what both have. */
export interface ForeignKey {
  readonly type: 'secret' | 'public' | 'private'
}

/** What a key will be used for; a `CryptoKey` must allow it. */
export type KeyUsage = 'sign' | 'verify'

/** Finds the `id` of the first secret one of the signatures was made with. The time it takes tells nothing of which. */
export type Match<Key, Found> = (
  secrets: readonly ImportedSecret<Key>[],
  header: SignatureHeader,
  body: Uint8Array,
) => Found

/** HMAC-SHA256 over `<timestamp>.<body>`, as 64 lower-case hex digits. */
export type Mac<Key, Digits> = (key: Key, timestamp: number, body: Uint8Array) => Digits

/** HMAC-SHA256 as a runtime offers it. Each face of the package has one. */
export interface HmacPort<Key> {
  /**
   * Imports bytes or a foreign key, so that later writes to them change nothing. Nothing for an empty key, with which
   * anyone could sign; what is no bytes, and a foreign key for something else, may throw.
   */
  importKey(secret: unknown, usage: KeyUsage): Key | undefined
  match: Match<Key, string | undefined | Promise<string | undefined>>
  mac: Mac<Key, string | Promise<string>>
}

/** A port that makes nobody wait. */
export interface SyncHmacPort<Key> extends HmacPort<Key> {
  match: Match<Key, string | undefined>
  mac: Mac<Key, string>
}
