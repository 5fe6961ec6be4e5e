import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type * as node from '../../src/signature.node.js'
import { BODY, BUILDS, headerOf, NOW, OTHER_SECRET, SECRET, T } from '../support/webhooks.js'

const root = new URL('../../', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

/** One of the built files, which only exist after a build. */
const load = (file: string): Promise<typeof node> => import(new URL(file, root).href)

describe.each(BUILDS)('the built ./signature of the %s build', (name, { verifySignatureAsync }) => {
  test('verifies like the sources, and its errors have their code as message', async () => {
    const built = await load(`dist/signature.${name}.js`)
    const options = { body: BODY, headers: headerOf(T), secrets: SECRET, receivedAt: NOW }
    expect(await built.verifySignatureAsync(options)).toEqual(await verifySignatureAsync(options))
    const refused = built.verifySignatureAsync({ ...options, secrets: OTHER_SECRET })
    await expect(refused).rejects.toMatchObject({ message: 'signature_mismatch', hint: '', status: 401 })
    expect(String(await refused.catch((error) => error))).toBe(
      'WebhookVerificationError [signature_mismatch]: signature_mismatch',
    )
    await expect(built.verifySignatureAsync({ ...options, secrets: '' })).rejects.toThrow(/^invalid_secret$/)
  })
})

describe('what is published', () => {
  test.each([
    [
      'index',
      ['WebhookVerificationError', 'createReceiver', 'createVerifier', 'signWebhookAsync'],
      'signWebhook',
    ],
    ['signature', ['WebhookVerificationError', 'verifySignatureAsync'], 'verifySignature'],
  ])('has the same functions in both builds of %s, and %s on Node alone', async (entry, shared, ofNode) => {
    for (const format of ['js', 'cjs']) {
      const namesOf = async (build: string) => Object.keys(await load(`dist/${entry}.${build}.${format}`))
      const isExport = (name: string) => !['default', 'module.exports'].includes(name) // Node adds these to CommonJS
      expect((await namesOf('web')).filter(isExport).sort()).toEqual(shared)
      expect((await namesOf('node')).filter(isExport).sort()).toEqual([...shared, ofNode].sort())
    }
  })

  test.each(['.', './signature'])(
    'offers %s to each runtime, the Node build and its types where there is node:crypto',
    (entry) => {
      for (const kind of ['import', 'require']) {
        const targets: [string, { types: string; default: string }][] = Object.entries(exports[entry][kind])
        // The first match counts, and Bun and Deno match several.
        expect(
          targets.map(([condition, target]) => [condition, ...Object.values(target).map(buildOf)]),
        ).toEqual([
          ['bun', 'node', 'node'],
          ['deno', 'node', 'node'],
          ['workerd', 'web', 'web'],
          ['edge-light', 'web', 'web'],
          ['worker', 'web', 'web'],
          ['browser', 'web', 'web'],
          ['node', 'node', 'node'],
          ['default', 'web', 'web'],
        ])
        for (const [, target] of targets) expect(Object.keys(target)).toEqual(['types', 'default'])
      }
    },
  )

  test.each(['index', 'signature'])('names no Node built-in in the web build of %s', (name) => {
    for (const format of ['js', 'cjs']) {
      const code = readFileSync(new URL(`dist/${name}.web.${format}`, root), 'utf8')
      expect(code).not.toMatch(/["']node:|\bBuffer\b|\bprocess[.?[]|\brequire\(/)
    }
  })
})

function buildOf(file: string): string | undefined {
  return /\.(node|web)\./.exec(file)?.[1]
}
