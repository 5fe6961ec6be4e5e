import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { LogoRefused, readLogo } from '../../src/domain/merchants/logo.js'
import { rewritePng } from '../../src/runtime/png.js'
import { chunk, pngOf, rawPng, withChunks } from '../support/checkout/png-files.js'

const read = async (file: Buffer) => (await readLogo(file, rewritePng)).bytes
const typesIn = (file: Buffer) =>
  file.toString('latin1').match(/IHDR|PLTE|tRNS|IDAT|IEND|tEXt|acTL|fdAT|eXIf/g)

describe('a logo', () => {
  it('keeps the pixels of a PNG, and its transparency', async () => {
    for (const alpha of [255, 128]) {
      const { width, height, data } = PNG.sync.read(await read(pngOf(48, 32, alpha)))
      expect([width, height, [...data.subarray(0, 4)]]).toEqual([48, 32, [15, 107, 99, alpha]])
    }
  })

  it('keeps nothing else: no text, no metadata, no further pictures, nothing behind the end', async () => {
    const extra = [
      chunk('tEXt', 'Comment\0<script>alert(1)</script>'),
      chunk('eXIf', 'the place of a phone'),
      chunk('acTL', Buffer.from('0000000200000000', 'hex')),
      chunk('fdAT', 'another picture'),
    ]
    const cleaned = await read(withChunks(pngOf(64), extra, 'PK\x03\x04 a file behind the image'))
    expect(typesIn(cleaned)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(cleaned.toString('latin1')).not.toMatch(/script|phone|another|behind/)
  })

  it.each([
    ['an SVG', Buffer.from('<svg onload="alert(1)"/>'), 'not_png'],
    ['a JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), 'not_png'],
    ['a WebP', Buffer.from('524946461a000000574542505650384c', 'hex'), 'not_png'],
    ['an empty file', Buffer.alloc(0), 'not_png'],
    ['a signature alone', pngOf(1).subarray(0, 16), 'not_png'],
    ['a header alone', pngOf(1).subarray(0, 40), 'damaged'],
    ['a file that ends too early', pngOf(512).subarray(0, -20), 'damaged'],
    ['an image without its end', pngOf(8).subarray(0, -12), 'damaged'],
    ['a wide image', pngOf(513, 1), 'too_large'],
    ['a high image', pngOf(1, 513), 'too_large'],
    ['a large file', withChunks(pngOf(8), [chunk('tEXt', 'x'.repeat(100_000))]), 'too_large'],
    ['a bomb', rawPng({ side: 512, data: Buffer.alloc(60_000_000) }), 'damaged'],
    [
      'an interlaced bomb',
      rawPng({ side: 512, data: Buffer.alloc(60_000_000), isInterlaced: true }),
      'damaged',
    ],
    [
      'an image with fewer pixels than its header says',
      rawPng({ side: 512, data: Buffer.alloc(9) }),
      'damaged',
    ],
    ['an image of no size', rawPng({ side: 0, data: Buffer.alloc(1) }), 'damaged'],
  ] as const)('is not %s', async (_name, file, fault) => {
    const refused = await read(file).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(LogoRefused)
    expect(refused).toMatchObject({ fault, message: expect.stringMatching(/export/) })
  })

  it('refuses a header that lies about the size', async () => {
    const file = pngOf(8)
    file.writeUInt32BE(0x7fffffff, 16)
    await expect(read(file)).rejects.toMatchObject({ fault: 'too_large' })
  })

  it('refuses a small file whose pixels would make a heavy page', async () => {
    const side = 470
    const data = Buffer.alloc((side + 1) * side)
    let random = 1
    for (let at = 0; at < data.byteLength; at += 1) {
      random = (random * 48_271) % 0x7fffffff
      data[at] = at % (side + 1) ? random % 8 : 0
    }
    const palette = Buffer.from('1a5fb40f6b63d98e2bffffffb0241b0b62774a5263131722', 'hex')
    await expect(read(rawPng({ side, data, palette }))).rejects.toMatchObject({ fault: 'too_detailed' })
  })
})
