import { describe, expect, it } from 'vitest'
import { EAGER, PLANTED, plant } from '../support/crash/planted.js'
import { temporaryFolder } from '../support/server/folder.js'

describe('the planted faults of the crash stress test', () => {
  it.each([...PLANTED, { name: 'short intervals', ...EAGER }])('can be planted: $name', (planted) => {
    expect(plant(planted, temporaryFolder())).toEqual([expect.stringMatching(/cli\.js$/), 'serve'])
  })
})
