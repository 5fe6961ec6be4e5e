import { describe, expect, test } from 'vitest'
import { verifySignature } from '../../src/signature.node.js'
import { BODY, errorOf, headerOf, hexMac, judge, OTHER_SECRET, SECRET, T } from '../support/webhooks.js'

const v1 = hexMac(T, BODY)
const wrong = hexMac(T, BODY, OTHER_SECRET)

describe('a signature header', () => {
  test('an honest one is accepted, in either order of its items', async () => {
    expect(await judge(`t=${T},v1=${v1}`)).toBe('ok')
    expect(await judge(`v1=${v1},t=${T}`)).toBe('ok')
  })

  test.each([1, 999_999_999, 1_000_000_000, 9_999_999_999, 10_000_000_000])(
    'a signature header with t=%i is accepted at that second and refused over another one',
    async (t) => {
      expect(await judge(headerOf(t), BODY, SECRET, t * 1000)).toBe('ok')
      expect(await judge(`t=${t},v1=${hexMac(t + 1, BODY)}`, BODY, SECRET, t * 1000)).toBe(
        'signature_mismatch',
      )
    },
  )

  test.each(['', ' ', '\t \t', undefined, null])('absent, empty or blank (%j) is missing', async (header) => {
    expect(await judge(header)).toBe('missing_header')
  })

  test('is refused unread from 4,097 characters on, and read up to 4,096', async () => {
    const filled = (length: number) => `${headerOf(T)},x=`.padEnd(length, 'x')
    expect(await judge(filled(4096))).toBe('ok')
    expect(await judge(filled(4097))).toBe('header_too_large')
    expect(await judge(' '.repeat(4097))).toBe('header_too_large')
  })

  test('a signature header without t is malformed', async () => {
    expect(await judge(`v1=${v1}`)).toBe('malformed_header')
    expect(await judge('v0=abc')).toBe('malformed_header')
  })

  test.each(['', '-1', `${T}.0`, '1e9', 'NaN', `+${T}`, '0x1', '1767225600000000'])(
    'a signature header with t=%s is malformed, though signed over that text',
    async (t) => {
      expect(await judge(headerOf(t))).toBe('malformed_header')
    },
  )

  test('a signature header with a leading zero in t is malformed, though signed over that text', async () => {
    expect(await judge(headerOf(`0${T}`))).toBe('malformed_header')
    expect(await judge(headerOf('00'), BODY, SECRET, 0)).toBe('malformed_header')
    expect(await judge(headerOf('0'), BODY, SECRET, 0)).toBe('ok')
  })

  test('a signature header with t twice has a duplicate timestamp, also when both are equal', async () => {
    expect(await judge(`t=${T},t=${T},v1=${v1}`)).toBe('duplicate_timestamp')
    expect(await judge(`t=0,t=0,v1=${hexMac(0, BODY)}`)).toBe('duplicate_timestamp')
    expect(await judge(`${headerOf(T)}, ${headerOf(T)}`)).toBe('duplicate_timestamp')
  })

  test('a signature header without v1 has no signature, and the hint names a few of the schemes seen', async () => {
    expect(await judge(`t=${T}`)).toBe('no_signature')
    expect(await judge(`t=${T},v0=${v1},v2=${v1}`)).toBe('no_signature')
    const hintOf = (headers: string) =>
      errorOf(() => verifySignature({ body: BODY, headers, secrets: SECRET })).hint
    expect(hintOf(`t=${T} , v0=a=b, v2=b`)).toBe('Only v1 is accepted. Seen: t, v0, v2.')
    expect(hintOf(`t=${T}`)).toBe('Only v1 is accepted. Seen: t.')
    expect(hintOf(`t=1,${'a'.repeat(900)}=1`)).toHaveLength('Only v1 is accepted. Seen: .'.length + 60)
  })

  test('a wrong v0 does not spoil a right v1, and a right v0 does not cure a wrong v1', async () => {
    expect(await judge(`t=${T},v0=${wrong},v1=${v1}`)).toBe('ok')
    expect(await judge(`t=${T},v0=${v1},v1=${wrong}`)).toBe('signature_mismatch')
  })

  test.each([
    ['63 digits', v1.slice(1)],
    ['65 digits', `${v1}0`],
    ['upper case', v1.toUpperCase()],
    ['a g', `g${v1.slice(1)}`],
    ['nothing', ''],
    ['a full-width digit', `${v1.slice(1)}１`],
  ])('a signature header with a v1 of %s is malformed, a right v1 beside it or not', async (_, value) => {
    expect(await judge(`t=${T},v1=${value}`)).toBe('malformed_header')
    expect(await judge(`t=${T},v1=${v1},v1=${value}`)).toBe('malformed_header')
  })

  test('a signature header with two v1 is accepted when the first, the last or each is right', async () => {
    expect(await judge(`t=${T},v1=${v1},v1=${wrong}`)).toBe('ok')
    expect(await judge(`t=${T},v1=${wrong},v1=${v1}`)).toBe('ok')
    expect(await judge(`t=${T},v1=${v1},v1=${v1}`)).toBe('ok')
    expect(await judge(`t=${T},v1=${wrong},v1=${wrong}`)).toBe('signature_mismatch')
  })

  test('may carry 16 v1 and not 17', async () => {
    expect(await judge(`t=${T}${`,v1=${wrong}`.repeat(15)},v1=${v1}`)).toBe('ok')
    expect(await judge(`t=${T}${`,v1=${v1}`.repeat(17)}`)).toBe('too_many_signatures')
  })

  test('may have spaces and tabs round commas and at its ends', async () => {
    expect(await judge(` \tt=${T} \t,\t v1=${v1}\t `)).toBe('ok')
  })

  test.each([`t=${T},v1=${v1},`, `t=${T},,v1=${v1}`, `,t=${T},v1=${v1}`, `t=${T},v1=${v1}, `, ','])(
    'a signature header with an empty item is malformed: %s',
    async (header) => {
      expect(await judge(header)).toBe('malformed_header')
    },
  )

  test.each([
    `T=${T},v1=${v1}`,
    `t=${T},V1=${v1}`,
    `t=${T},v1 =${v1}`,
    `t=${T},v1= ${v1}`,
    `t=${T},=${v1}`,
    `t=${T},v1`,
    `t=${T};v1=${v1}`,
    `t=${T},v1=${v1},v0=`,
    `t=${T},v1=${v1},v0=a b`,
    `t="${T}",v1=${v1}`,
  ])('a signature header in another spelling is malformed: %s', async (header) => {
    expect(await judge(header)).toBe('malformed_header')
  })

  test.each(['\r', '\n', '\0', '\u00a0', 'é', '\u007f'])(
    'a signature header with %j inside is malformed',
    async (character) => {
      expect(await judge(`t=${T},${character}v1=${v1}`)).toBe('malformed_header')
      expect(await judge(`t=${T},v1=${v1}${character}`)).toBe('malformed_header')
      expect(await judge(`t=${T},v0=a${character}b,v1=${v1}`)).toBe('malformed_header')
    },
  )

  test('is judged by its first fault from the left', async () => {
    expect(await judge(`t=${T},t=x,,`)).toBe('duplicate_timestamp')
    expect(await judge(`,t=${T},t=${T}`)).toBe('malformed_header')
    expect(await judge(`t=${T}${`,v1=${v1}`.repeat(16)},v1=,t=1`)).toBe('too_many_signatures')
  })

  test('tells the place of a fault', () => {
    const error = errorOf(() => verifySignature({ body: BODY, headers: `t=${T},V1=x`, secrets: SECRET }))
    expect(error.message).toBe('X-Merchant-Signature is malformed from character 14 on')
  })
})
