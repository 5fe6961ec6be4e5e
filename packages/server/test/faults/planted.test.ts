import { describe, expect, it } from 'vitest'
import { PLANTED, plant } from '../support/crash/planted.js'
import { temporaryFolder } from '../support/folder.js'

describe('the faults that `npm run drill -- crash --planted` looks for', () => {
  it.each(PLANTED.map((planted) => [planted.name, planted] as const))('can be planted: %s', (_, planted) => {
    expect(plant(planted, temporaryFolder())).toEqual([expect.stringMatching(/cli\.js$/), 'serve'])
  })
})
