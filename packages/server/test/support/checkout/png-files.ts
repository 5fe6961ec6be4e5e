import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** An image of one colour, as programs export it. @param alpha of its pixels */
export function pngOf(width: number, height = width, alpha = 255): Buffer {
  const image = new PNG({ width, height })
  for (let at = 0; at < image.data.byteLength; at += 4) image.data.set([15, 107, 99, alpha], at)
  return PNG.sync.write(image)
}

interface RawPng {
  readonly side: number
  /** The rows, each behind the byte of its filter. */
  readonly data: Buffer
  /** Colours that the bytes of the rows number; without them they are shades of grey. */
  readonly palette?: Buffer
  readonly isInterlaced?: boolean
}

/** An image of 8 bits a pixel, written by hand. */
export function rawPng({ side, data, palette, isInterlaced = false }: RawPng): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, palette ? 3 : 0, 0, 0, isInterlaced ? 1 : 0], 8)
  const parts = [
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', ''),
  ]
  return Buffer.concat([pngOf(1).subarray(0, 8), ...parts])
}

/** Puts chunks in front of the pixels, and bytes behind the end. */
export function withChunks(file: Buffer, chunks: readonly Buffer[], behind = ''): Buffer {
  const [head, rest] = [file.subarray(0, 33), file.subarray(33)]
  return Buffer.concat([head, ...chunks, rest, Buffer.from(behind)])
}

/** A chunk with its checksum. */
export function chunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.byteLength - 4)
  sum.writeUInt32BE(checksum(body))
  return Buffer.concat([length, body, sum])
}

/** CRC-32, which this version of Node does not export. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
