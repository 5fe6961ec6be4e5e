import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as index from '../../src/index.node.js'
import { BODY, FACES, headerOf, NOW, OTHER_SECRET, SECRET, T } from '../support/webhooks.js'

const root = new URL('../../', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

/** One of the built files, which only exist after a build. */
const load = (file: string): Promise<typeof index> => import(new URL(file, root).href)

describe.each(FACES)('the built ./core of the %s face', (face, { createVerifier }) => {
  test('verifies like the main entry, and its errors say their code and nothing more', async () => {
    const core = await load(`dist/core.${face}.js`)
    const options = { secrets: SECRET, clock: () => NOW }
    expect(await core.createVerifier(options).verifyAsync(BODY, headerOf(T))).toEqual(
      await createVerifier(options).verifyAsync(BODY, headerOf(T)),
    )
    const refused = core.createVerifier({ ...options, secrets: OTHER_SECRET }).verifyAsync(BODY, headerOf(T))
    await expect(refused).rejects.toMatchObject({ message: 'signature_mismatch', hint: '', status: 401 })
    expect(String(await refused.catch((error) => error))).toBe(
      'WebhookVerificationError [signature_mismatch]: signature_mismatch',
    )
    expect(() => core.createVerifier({ secrets: '' })).toThrow(/^invalid_secret$/)
  })

  test('has all functions of the main entry', async () => {
    for (const format of ['js', 'cjs'])
      expect(Object.keys(await load(`dist/core.${face}.${format}`))).toEqual(
        expect.arrayContaining(Object.keys(index)),
      )
  })
})

describe('what is published', () => {
  test.each(['.', './core'])(
    'offers %s to each runtime, the Node face where there is node:crypto',
    (entry) => {
      for (const kind of ['import', 'require']) {
        const faces = Object.entries<string>(exports[entry][kind]).map(([condition, file]) => [
          condition,
          file.split('.').at(-2),
        ])
        // The first match counts, and Bun and Deno match several.
        expect(faces.slice(1)).toEqual([
          ['bun', 'node'],
          ['deno', 'node'],
          ['workerd', 'web'],
          ['edge-light', 'web'],
          ['worker', 'web'],
          ['browser', 'web'],
          ['node', 'node'],
          ['default', 'web'],
        ])
      }
    },
  )

  test.each(['index', 'core'])('names no Node built-in in the web face of %s', (name) => {
    for (const format of ['js', 'cjs']) {
      const code = readFileSync(new URL(`dist/${name}.web.${format}`, root), 'utf8')
      expect(code).not.toMatch(/["']node:|\bBuffer\b|\bprocess[.?[]|\brequire\(/)
    }
  })
})
