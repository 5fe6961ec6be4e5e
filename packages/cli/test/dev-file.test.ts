import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeScratchFolder } from '../../server/test/support/storage/scratch-folder.js'
import { readMerchant, writeMerchant } from '../src/dev/dev-state.js'
import { call } from './support/call.js'

const MERCHANT = {
  baseUrl: 'http://127.0.0.1:8080',
  keyId: `mk_test_${'a'.repeat(24)}`,
  secret: `sk_test_${'b'.repeat(43)}`,
  webhookSecret: 'whsec_new',
}
const WRITTEN = [
  `MERCHANTPAY_BASE_URL='${MERCHANT.baseUrl}'`,
  `MERCHANTPAY_KEY_ID='${MERCHANT.keyId}'`,
  `MERCHANTPAY_SECRET='${MERCHANT.secret}'`,
  `WEBHOOK_SECRET='${MERCHANT.webhookSecret}'`,
]

/** A folder with a file of `dev`. */
function folderWith(...lines: readonly string[]) {
  const cwd = makeScratchFolder()
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, '.env.merchantpay')
  if (lines.length > 0) writeFileSync(file, `${lines.join('\n')}\n`)
  return { cwd, read: () => readFileSync(file, 'utf8').trimEnd().split('\n') }
}

describe('the file of dev', () => {
  it.each([
    [`MERCHANTPAY_KEY_ID=mk_live_${'a'.repeat(24)}`, 'MERCHANTPAY_BASE_URL=https://pay.example'],
    [`export MERCHANTPAY_SECRET='sk_live_${'b'.repeat(43)}'`],
  ])('stays as it is where it has a live key: %s', async (...lines) => {
    const { cwd, read } = folderWith(...lines)
    const { code, stderr } = await call(['dev'], { cwd })
    expect([code, stderr]).toEqual([78, expect.stringContaining('has a live key')])
    expect(read()).toEqual(lines)
  })

  it('keeps the lines of its user where another merchant is written', () => {
    const own = ['# mine', "PORT='3000'", 'MY_WEBHOOK_SECRET=other']
    const { cwd, read } = folderWith(...own, 'export MERCHANTPAY_KEY_ID=mk_test_old', 'WEBHOOK_SECRET = old')
    expect(readMerchant(cwd)).toBeUndefined()
    writeMerchant(cwd, MERCHANT)
    expect(read()).toEqual([...own, ...WRITTEN])
    expect(readMerchant(cwd)).toEqual(MERCHANT)
  })

  it.each([["'"], ['"'], ['`'], ['\n'], ['\u2028']])(
    'takes no value with %j, which would end its line',
    (end) => {
      const { cwd, read } = folderWith('PORT=3000')
      expect(() => writeMerchant(cwd, { ...MERCHANT, webhookSecret: `whsec_a${end}touch planted` })).toThrow(
        'the value of WEBHOOK_SECRET has a quotation mark or a control character',
      )
      expect(read()).toEqual(['PORT=3000'])
    },
  )

  it('takes the place of a link, whose target stays as it is', () => {
    const { cwd, read } = folderWith()
    const target = join(cwd, 'target')
    writeFileSync(target, 'PORT=3000\n')
    symlinkSync(target, join(cwd, '.env.merchantpay'))
    writeMerchant(cwd, MERCHANT)
    expect([readFileSync(target, 'utf8'), read()]).toEqual(['PORT=3000\n', ['PORT=3000', ...WRITTEN]])
  })

  it('says in a new folder where it comes from', () => {
    const { cwd, read } = folderWith()
    writeMerchant(cwd, MERCHANT)
    expect(read()).toEqual([expect.stringContaining('# written by merchantpay dev'), ...WRITTEN])
  })
})

describe('the folder of dev', () => {
  it('is no link, since dev would write to its target', async () => {
    const { cwd } = folderWith()
    const target = join(cwd, 'target')
    mkdirSync(target)
    symlinkSync(target, join(cwd, '.merchantpay'))
    const { code, stderr } = await call(['dev'], { cwd })
    expect([code, stderr]).toEqual([78, expect.stringContaining(`${join(cwd, '.merchantpay')} is a link`)])
    expect(readdirSync(target)).toEqual([])
  })

  it.each(['.gitignore', 'package.json', 'server.log', 'merchantpay.db'])('has no link %s', async (name) => {
    const { cwd } = folderWith()
    const link = join(cwd, '.merchantpay', name)
    mkdirSync(join(cwd, '.merchantpay'))
    symlinkSync(join(cwd, 'target'), link)
    const { code, stderr } = await call(['dev'], { cwd })
    expect([code, stderr]).toEqual([78, expect.stringContaining(`${link} is a link`)])
    expect(readdirSync(cwd)).toEqual(['.merchantpay'])
  })
})
