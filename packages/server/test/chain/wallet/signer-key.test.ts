import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSignerKey } from '../../../src/chain/wallet/signer-key.js'
import { temporaryFolder } from '../../support/server/folder.js'

const KEY = 'Ab'.repeat(32)

function fileWith(text: string, mode = 0o600): string {
  const file = join(temporaryFolder(), 'hot.key')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

function messageOf(file: string): string {
  try {
    return readSignerKey(file)
  } catch (error) {
    return `${error}`
  }
}

describe('the key of a hot wallet', () => {
  it.each([KEY, `${KEY}\n`, `0x${KEY}`])('is 32 bytes in hex', (text) => {
    expect(readSignerKey(fileWith(text))).toBe(KEY.toLowerCase())
  })

  it.each([0o640, 0o604, 0o644, 0o660])('is refused from a file that others can read: mode %o', (mode) => {
    expect(() => readSignerKey(fileWith(KEY, mode))).toThrow('its mode must be 0600')
  })

  it.each(['', 'ab', KEY.slice(1), `${KEY}00`, `zz${KEY.slice(2)}`, '00'.repeat(32), 'ff'.repeat(32)])(
    'is refused where it is no key, without a word of it: %j',
    (text) => {
      const file = fileWith(text)
      expect(() => readSignerKey(file)).toThrow(file)
      // The name of the file may have the same letters by chance.
      expect(messageOf(file).replaceAll(file, '')).not.toContain(text === '' ? 'nothing' : text)
    },
  )

  it('is reported missing where its file is missing', () => {
    expect(() => readSignerKey('/nowhere/hot.key')).toThrow('ENOENT')
  })
})
