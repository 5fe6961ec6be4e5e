import { describe, expect, it } from 'vitest'
import { withSecretCache } from '../../../src/domain/secrets/secret-cache.js'
import { createVault } from '../../../src/domain/shared/vault.js'

const KEY = Buffer.alloc(32, 1)

describe('a vault that remembers what it opened', () => {
  it('opens a secret a second time without the master key', () => {
    const vault = createVault(KEY)
    let opened = 0
    const counting = {
      ...vault,
      decrypt: (sealed: string, context: string) => {
        opened += 1
        return vault.decrypt(sealed, context)
      },
    }
    const remembering = withSecretCache(counting)
    const sealed = remembering.encrypt('sk_test_a', 'row 1')
    expect([remembering.decrypt(sealed, 'row 1'), remembering.decrypt(sealed, 'row 1')]).toEqual([
      'sk_test_a',
      'sk_test_a',
    ])
    expect(opened).toBe(1)
  })

  it('opens what the row holds now', () => {
    const remembering = withSecretCache(createVault(KEY))
    expect(remembering.decrypt(remembering.encrypt('sk_test_a', 'row 1'), 'row 1')).toBe('sk_test_a')
    expect(remembering.decrypt(remembering.encrypt('sk_test_b', 'row 1'), 'row 1')).toBe('sk_test_b')
  })

  it('still refuses a secret of another row, and one that was altered', () => {
    const remembering = withSecretCache(createVault(KEY))
    const sealed = remembering.encrypt('sk_test_a', 'row 1')
    remembering.decrypt(sealed, 'row 1')
    expect(() => remembering.decrypt(sealed, 'row 2')).toThrow()
    expect(() =>
      remembering.decrypt(
        sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
        'row 1',
      ),
    ).toThrow()
  })
})
