import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/shared/vault.js'

const SECRET = 'sk_test_this-secret-is-public-and-of-no-use-0000000'
const ROW = 'api_keys/mk_test_1/test'
const key = randomBytes(32)
const vault = createVault(key)

describe('a sealed secret', () => {
  it('opens for the row it was sealed for', () => {
    expect(vault.decrypt(vault.encrypt(SECRET, ROW), ROW)).toBe(SECRET)
  })

  it('opens whatever text it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (secret) => {
        return vault.decrypt(vault.encrypt(secret, ROW), ROW) === secret
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  it('opens after a restart with the same key', () => {
    expect(createVault(Buffer.from(key)).decrypt(vault.encrypt(SECRET, ROW), ROW)).toBe(SECRET)
  })

  it('does not open for another row', () => {
    const sealed = vault.encrypt(SECRET, ROW)
    for (const other of [
      'api_keys/mk_test_2/test',
      'api_keys/mk_test_1/live',
      'webhook_secrets/mk_test_1/test',
      '',
    ]) {
      expect(() => vault.decrypt(sealed, other), other).toThrow()
    }
  })

  it('names the row that does not open', () => {
    const both = createVault(randomBytes(32), randomBytes(32))
    expect(() => both.decrypt(vault.encrypt(SECRET, ROW), ROW)).toThrow(
      `cannot decrypt ${ROW}: encrypted with another master key or for another row, or altered`,
    )
  })

  it('does not open with another key', () => {
    const sealed = vault.encrypt(SECRET, ROW)
    expect(() => createVault(randomBytes(32)).decrypt(sealed, ROW)).toThrow()
  })

  it('opens what the previous key sealed, and seals with the new one only', () => {
    const next = randomBytes(32)
    const both = createVault(next, key)
    expect(both.decrypt(vault.encrypt(SECRET, ROW), ROW)).toBe(SECRET)
    expect(createVault(next).decrypt(both.encrypt(SECRET, ROW), ROW)).toBe(SECRET)
    expect(() => both.decrypt(vault.encrypt(SECRET, ROW), 'another row')).toThrow()
    expect(() => both.decrypt(createVault(randomBytes(32)).encrypt(SECRET, ROW), ROW)).toThrow()
  })

  it('does not open with any one bit of any byte flipped', () => {
    const sealed = Buffer.from(vault.encrypt(SECRET, ROW), 'base64')
    for (let at = 0; at < sealed.byteLength * 8; at += 1) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3)
      expect(() => vault.decrypt(altered.toString('base64'), ROW), `bit ${at}`).toThrow()
    }
  })

  it('does not open when it is cut anywhere', () => {
    const sealed = Buffer.from(vault.encrypt(SECRET, ROW), 'base64')
    for (let length = 0; length < sealed.byteLength; length += 1) {
      expect(
        () => vault.decrypt(sealed.subarray(0, length).toString('base64'), ROW),
        `${length} bytes`,
      ).toThrow()
    }
  })

  it('does not open with bytes after it', () => {
    const sealed = Buffer.from(vault.encrypt(SECRET, ROW), 'base64')
    expect(() => vault.decrypt(Buffer.concat([sealed, Buffer.of(0)]).toString('base64'), ROW)).toThrow()
  })

  it('holds nothing of the plain text', () => {
    const sealed = vault.encrypt(SECRET, ROW)
    const bytes = Buffer.from(sealed, 'base64')
    for (let at = 0; at + 4 <= SECRET.length; at += 1) {
      expect(bytes.includes(SECRET.slice(at, at + 4))).toBe(false)
    }
    expect(sealed).not.toContain(SECRET)
    expect(sealed).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 8))
  })

  it('is another text each time', () => {
    const sealed = Array.from({ length: 100 }, () => vault.encrypt(SECRET, ROW))
    const nonces = sealed.map((text) => Buffer.from(text, 'base64').subarray(0, 12).toString('hex'))
    expect(new Set(nonces).size).toBe(100)
  })
})
