import type { ImportedSecret } from './imported-secret.js'
import type { SignatureHeader } from './signature-header.js'

/** A secret key of node:crypto (`KeyObject`) or of WebCrypto (`CryptoKey`), by the member that both have. */
export interface ForeignKey {
  readonly type: 'secret' | 'public' | 'private'
}

/** The usage of a key, which a `CryptoKey` must allow. */
export type KeyUsage = 'sign' | 'verify'

/** Finds the `id` of the first secret that made one of the signatures, in a time that does not depend on the match. */
export type Match<Key, Found> = (
  secrets: readonly ImportedSecret<Key>[],
  header: SignatureHeader,
  body: Uint8Array,
) => Found

/** HMAC-SHA256 over `<timestamp>.<body>`, as 64 lower-case hex digits. */
export type Mac<Key, Digits> = (key: Key, timestamp: number, body: Uint8Array) => Digits

/** HMAC-SHA256 of a runtime. Each build of the package has one. */
export interface HmacPort<Key> {
  /**
   * Imports bytes or a key of the runtime, so that later writes change nothing. Returns undefined for an empty key, with
   * which any sender could sign. May throw for other values and for keys of another algorithm.
   */
  importKey(secret: unknown, usage: KeyUsage): Key | undefined
  match: Match<Key, string | undefined | Promise<string | undefined>>
  mac: Mac<Key, string | Promise<string>>
}

/** A port with synchronous calls. */
export interface SyncHmacPort<Key> extends HmacPort<Key> {
  match: Match<Key, string | undefined>
  mac: Mac<Key, string>
}
