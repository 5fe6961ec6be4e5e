import { describe, expect, it } from 'vitest'
import { parseKnown } from '../../../src/domain/shared/url-cache.js'

describe('a URL that is asked for again', () => {
  it('is the same object, and none is none', () => {
    expect(parseKnown('https://shop.example/a?b=1')).toBe(parseKnown('https://shop.example/a?b=1'))
    expect(parseKnown('https://shop.example/a?b=1')?.search).toBe('?b=1')
    expect([parseKnown('no url'), parseKnown('no url')]).toEqual([undefined, undefined])
  })

  it('is forgotten after a thousand others, so that they do not fill the memory', () => {
    const first = parseKnown('https://shop.example/first')
    for (let n = 0; n < 1_000; n += 1) parseKnown(`https://shop.example/orders/${n}`)
    const again = parseKnown('https://shop.example/first')
    expect([again?.href, again === first]).toEqual(['https://shop.example/first', false])
  })
})
