export interface Key {
  readonly keyId: string
  readonly secret: string
}

const KEY = /^Bearer (mk_(?:live|test)_[0-9A-Za-z]{24}):(sk_(?:live|test)_[0-9A-Za-z_-]{43})$/

/** The key that a client gives to the proxy as `Bearer <key_id>:<secret>`; undefined for any other header. */
export function keyIn(authorization: string): Key | undefined {
  const [, keyId, secret] = KEY.exec(authorization) ?? []
  return keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined
}
