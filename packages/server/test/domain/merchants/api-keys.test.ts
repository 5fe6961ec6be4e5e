import { describe, expect, it } from 'vitest'
import { keyContext } from '../../../src/domain/merchants/api-keys.js'
import { KeyUse } from '../../../src/domain/merchants/key-use.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import { START } from '../../support/domain/context.js'

/** Does what the recorder does: writes the due uses and marks them as written. */
function take(use: KeyUse): [string, number][] {
  const due = use.due()
  use.recorded(due)
  return due
}

describe('the last use of a key', () => {
  it('is to be written after the first request', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    expect(take(use)).toEqual([['mk_test_1', START]])
  })

  it('is written once for what was noted once', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    take(use)
    expect(take(use)).toEqual([])
  })

  it('is the newest of those noted since it was last taken', () => {
    const use = new KeyUse()
    for (const later of [0, 5, 9]) use.note('mk_test_1', START + later)
    expect(take(use)).toEqual([['mk_test_1', START + 9]])
  })

  it('is not written again within a minute', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    take(use)
    use.note('mk_test_1', START + 59_999)
    expect(take(use)).toEqual([])
  })

  it('is written again after a minute', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    take(use)
    use.note('mk_test_1', START + 60_000)
    expect(take(use)).toEqual([['mk_test_1', START + 60_000]])
  })

  it('is written at most once a minute under steady use', () => {
    const use = new KeyUse()
    let written = 0
    for (let second = 0; second < 600; second += 1) {
      use.note('mk_test_1', START + second * 1_000)
      written += take(use).length
    }
    expect(written).toBe(10)
  })

  it('the last use of one key says nothing about another', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    take(use)
    use.note('mk_test_2', START + 1)
    expect(take(use)).toEqual([['mk_test_2', START + 1]])
  })
})

describe('what a secret of a key is sealed for', () => {
  it('names the key, its environment and its merchant', () => {
    const key = { keyId: 'mk_live_1', environment: 'live', merchantId: 'ada', scopes: KEY_SCOPES } as const
    expect(keyContext(key)).toBe('api_keys/mk_live_1/live/ada')
  })

  it('names the scopes of a key that lacks one', () => {
    const scopes = ['orders', 'read'] as const
    const key = { keyId: 'mk_live_1', environment: 'live', merchantId: 'ada', scopes } as const
    expect(keyContext(key)).toBe('api_keys(orders,read)/mk_live_1/live/ada')
  })

  it('is due again when it could not be written', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    use.due()
    expect(use.due()).toEqual([['mk_test_1', START]])
  })

  it('keeps a use that was noted while the one before was written', () => {
    const use = new KeyUse()
    use.note('mk_test_1', START)
    const due = use.due()
    use.note('mk_test_1', START + 1)
    use.recorded(due)
    expect(use.due()).toEqual([['mk_test_1', START + 1]])
  })
})
