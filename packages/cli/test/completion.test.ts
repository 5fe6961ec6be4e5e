import { describe, expect, it } from 'vitest'
import { call } from './support/call.js'
import { expectGolden } from './support/golden.js'

describe('completion', () => {
  it.each(['text', 'json'])('prints a script (%s)', async (mode) => {
    const args = ['completion', 'bash', ...(mode === 'json' ? ['--json'] : [])]
    await expectGolden(mode === 'json' ? 'completion.json.txt' : 'completion.txt', args, await call(args))
  })

  it.each(['zsh', 'fish'])('prints a script for %s too', async (shell) => {
    expect((await call(['completion', shell])).stdout).toContain('orders')
  })

  it('knows no other shell', async () => {
    expect((await call(['completion', 'tcsh'])).code).toBe(2)
  })
})
