import { describe, expect, it } from 'vitest'
import { sampleText } from '../../../src/domain/webhooks/webhook-sample.js'

const bytes = (...values: (string | number)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from([value]))),
  )

describe('the sample of an answer', () => {
  it.each([
    ['text with line feeds and tabs', bytes('{"ok":\n\ttrue}'), '{"ok":\n\ttrue}'],
    ['text of any script', bytes('grüße 你好 🙂'), 'grüße 你好 🙂'],
    ['NUL', bytes('a', 0, 'b'), 'a\\x00b'],
    ['a carriage return and an escape', bytes('\r\u001b[31m'), '\\x0d\\x1b[31m'],
    ['DEL', bytes(0x7f), '\\x7f'],
    ['C1 controls', bytes('\u0085\u009b'), '\\u{85}\\u{9b}'],
    ['bidi controls', bytes('\u202edrow\u2069\u200f'), '\\u{202e}drow\\u{2069}\\u{200f}'],
    ['a byte that is no UTF-8', bytes('a', 0xff, 'b'), 'a\\xffb'],
    ['a character cut short', bytes('a', 0xe4, 0xbd), 'a\\xe4\\xbd'],
    ['an overlong form', bytes(0xc0, 0xaf), '\\xc0\\xaf'],
    ['half of a surrogate pair', bytes(0xed, 0xa0, 0x80), '\\xed\\xa0\\x80'],
    ['more than Unicode has', bytes(0xf4, 0x90, 0x80, 0x80), '\\xf4\\x90\\x80\\x80'],
    ['nothing', bytes(), ''],
  ])('29 keeps %s harmless', (_what, given, expected) => {
    expect(sampleText(given)).toBe(expected)
  })

  it('29 of 64 KiB of any bytes holds nothing that a terminal or a database refuses', () => {
    const all = Buffer.from(Array.from({ length: 65_536 }, (_, n) => (n * 31 + (n >> 8) * 7) & 0xff))
    expect(sampleText(all)).not.toMatch(/[^\P{Cc}\n\t]|\p{Surrogate}|[\u202a-\u202e\u2066-\u2069]/u)
  })
})
