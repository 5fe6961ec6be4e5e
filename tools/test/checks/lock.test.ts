import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Lock, missingOptional } from '../../checks/lock.js'
import { root } from '../../lib/run.js'

const nativeTool = (version: string) => ({
  version,
  optionalDependencies: { 'tool-linux': version, 'tool-mac': version },
})
const lock: Lock = {
  packages: {
    '': {},
    'node_modules/tool': nativeTool('2.0.0'),
    'node_modules/tool-linux': { version: '2.0.0' },
    'node_modules/tool-mac': { version: '2.0.0' },
    'packages/sdk/node_modules/tool': nativeTool('1.0.0'),
    'packages/sdk/node_modules/tool-linux': { version: '1.0.0' },
    'packages/sdk/node_modules/tool-mac': { version: '1.0.0' },
  },
}
const without = (path: string): Lock => ({
  packages: Object.fromEntries(Object.entries(lock.packages).filter(([name]) => name !== path)),
})

describe('the lock check', () => {
  it('finds nothing missing in a complete lock', () => {
    expect(missingOptional(lock)).toEqual([])
  })

  it('names a platform missing at the root', () => {
    expect(missingOptional(without('node_modules/tool-mac'))).toEqual([
      'node_modules/tool wants tool-mac@2.0.0',
    ])
  })

  it('names a platform missing in a workspace, though the root has another version of it', () => {
    const missing = missingOptional(without('packages/sdk/node_modules/tool-mac'))
    expect(missing).toEqual(['packages/sdk/node_modules/tool wants tool-mac@1.0.0'])
  })

  it('lets npm judge ranges', () => {
    const wanting = {
      'node_modules/watcher': { version: '1.0.0', optionalDependencies: { 'tool-mac': '^2.0.0' } },
    }
    expect(missingOptional({ packages: { ...lock.packages, ...wanting } })).toEqual([])
  })

  it('passes our own lock, and fails on it without any one of its native packages', () => {
    const ours = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as Lock
    expect(missingOptional(ours)).toEqual([])
    const natives = Object.keys(ours.packages).filter((path) => /linux|darwin|win32/.test(path))
    expect(natives.length).toBeGreaterThan(10)
    for (const path of natives) {
      const { [path]: _, ...packages } = ours.packages
      expect(missingOptional({ packages }), path).not.toEqual([])
    }
  })
})
