import type { HmacPort } from './hmac.js'

const MAX_KEYS = 1000

/**
 * A port that imports each text once, since a resolver returns the same secrets for many requests. The cache is emptied
 * when it holds 1,000 keys.
 */
export function withKeyCache<Key, Hmac extends HmacPort<Key>>(hmac: Hmac & HmacPort<Key>): Hmac {
  const keys = new Map<unknown, Key | undefined>()
  return {
    ...hmac,
    importKey(secret, usage) {
      const key = keys.get(secret) ?? hmac.importKey(secret, usage)
      if (keys.size >= MAX_KEYS) keys.clear()
      if (typeof secret === 'string') keys.set(secret, key)
      return key
    },
  }
}
