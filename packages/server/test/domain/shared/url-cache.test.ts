import { describe, expect, it } from 'vitest'
import { parseUrlCached } from '../../../src/domain/shared/url-cache.js'

describe('a URL that is asked for again', () => {
  it('is the same object, and none is none', () => {
    expect(parseUrlCached('https://shop.example/a?b=1')).toBe(parseUrlCached('https://shop.example/a?b=1'))
    expect(parseUrlCached('https://shop.example/a?b=1')?.search).toBe('?b=1')
    expect([parseUrlCached('no url'), parseUrlCached('no url')]).toEqual([undefined, undefined])
  })

  it('is forgotten after a thousand others, so that they do not fill the memory', () => {
    const first = parseUrlCached('https://shop.example/first')
    for (let n = 0; n < 1_000; n += 1) parseUrlCached(`https://shop.example/orders/${n}`)
    const again = parseUrlCached('https://shop.example/first')
    expect([again?.href, again === first]).toEqual(['https://shop.example/first', false])
  })
})
