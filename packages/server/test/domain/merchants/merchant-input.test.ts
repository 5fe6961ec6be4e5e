import { describe, expect, it } from 'vitest'
import {
  type Metadata,
  requireMetadata,
  requireReturnUrl,
} from '../../../src/domain/merchants/merchant-input.js'

const parse = (text: string) => JSON.parse(text) as Metadata // every text below is an object

/** An object that nests `levels` deep, itself included. */
const nested = (levels: number): Metadata => (levels === 1 ? { end: 1 } : { next: nested(levels - 1) })

/** An object whose JSON text has exactly that many bytes. */
const sized = (bytes: number): Metadata => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

const INVALID = expect.objectContaining({ name: 'DomainError', code: 'invalid_metadata' })

describe('metadata', () => {
  it('is an empty object when there is none', () => {
    expect(requireMetadata(undefined)).toBe('{}')
  })

  it('is kept as its JSON text', () => {
    const text = '{"cart":17,"items":["a",null,true,1.5],"buyer":{"name":"Ü"}}'
    expect(requireMetadata(parse(text))).toBe(text)
  })

  it('may nest five levels', () => {
    expect(requireMetadata(nested(5))).toBe('{"next":{"next":{"next":{"next":{"end":1}}}}}')
  })

  it('may not nest six levels', () => {
    expect(() => requireMetadata(nested(6))).toThrow(INVALID)
  })

  it('counts arrays as levels', () => {
    expect(requireMetadata({ a: [[[[1]]]] })).toBe('{"a":[[[[1]]]]}')
    expect(() => requireMetadata({ a: [[[[[1]]]]] })).toThrow(INVALID)
  })

  it('counts an empty object at the bottom as a level', () => {
    expect(() => requireMetadata({ a: { b: { c: { d: { e: {} } } } } })).toThrow(INVALID)
  })

  it('is refused for one deep corner among shallow ones', () => {
    expect(() => requireMetadata({ a: 1, b: [2, 3], c: nested(5) })).toThrow(INVALID)
  })

  it('is refused when it nests five thousand levels', () => {
    const deep = parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
    expect(() => requireMetadata(deep)).toThrow(INVALID)
  })

  it('may have 16,384 bytes', () => {
    expect(requireMetadata(sized(16_384))).toHaveLength(16_384)
  })

  it('may not have 16,385 bytes', () => {
    expect(() => requireMetadata(sized(16_385))).toThrow(INVALID)
  })

  it('is measured in bytes and not in characters', () => {
    expect(() => requireMetadata({ a: 'ü'.repeat(8_189) })).toThrow(INVALID)
    expect(requireMetadata({ a: 'ü'.repeat(8_188) })).toHaveLength(8_196)
  })

  it('keeps a key named __proto__ as data', () => {
    const text = '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}'
    const stored = requireMetadata(parse(text))
    expect(stored).toBe(text)
    expect(Object.hasOwn(parse(stored), '__proto__')).toBe(true)
    expect(({} as Metadata).admin).toBeUndefined() // any object at all
  })

  it('is measured under a key named __proto__ too', () => {
    expect(() => requireMetadata(parse(`{"__proto__":${JSON.stringify(nested(5))}}`))).toThrow(INVALID)
  })
})

describe('a URL of the merchant', () => {
  const accepted: Record<string, string> = {
    'https://shop.example/done': 'https://shop.example/done',
    'HTTPS://SHOP.EXAMPLE': 'https://shop.example/',
    'https://shop.example/done?order=1#top': 'https://shop.example/done?order=1#top',
    'https://shop.example:443/ü': 'https://shop.example/%C3%BC',
  }
  for (const [text, stored] of Object.entries(accepted)) {
    it(`is stored as ${stored} when it is ${text}`, () => {
      expect(requireReturnUrl(text)).toBe(stored)
    })
  }

  const refused = [
    '',
    'shop.example/done',
    '/done',
    'http://shop.example/',
    'javascript:alert(1)//https://',
    'data:text/html,<script>',
    'https://',
    'https://user@shop.example/',
    'https://:secret@shop.example/',
    'https://user:secret@shop.example/',
  ]
  for (const text of refused) {
    it(`is refused: ${JSON.stringify(text)}`, () => {
      expect(() => requireReturnUrl(text)).toThrow(
        expect.objectContaining({ name: 'DomainError', code: 'invalid_return_url' }),
      )
    })
  }
})

it('takes a URL with an umlaut however often it was asked', () => {
  const hrefs = new Set<string>()
  for (let asked = 0; asked < 20_000; asked += 1) hrefs.add(requireReturnUrl('https://bücher.example/ü'))
  expect([...hrefs]).toEqual(['https://xn--bcher-kva.example/%C3%BC'])
})
