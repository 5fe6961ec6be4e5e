import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk, around its data. */
const FRAME_BYTES = 12
/** Chunks that pixels follow from. All others are left out: texts, profiles, times, and the further pictures of an animation. */
const KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Values of a pixel, by the type of colour. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Decodes a PNG image and writes its pixels as a new one, so that nothing else of the file survives.
 *
 * @param side the largest width and height
 * @throws an error of any class for a file that is damaged, or that would inflate to more than its pixels
 */
export function rewritePng(file: Uint8Array, side: number): Uint8Array {
  const chunks = chunksOf(Buffer.from(file))
  const [header] = chunks
  if (header?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') throw new Error('the image is not whole')
  const { bytes } = header
  const [width, height] = [bytes.readUInt32BE(8), bytes.readUInt32BE(12)]
  if (width > side || height > side) throw new Error('the image is too large')
  const bits = width * height * (bytes[16] ?? 0) * (CHANNELS[bytes[17] ?? 0] ?? 0)
  if (inflatedBytes(chunks, side) * 8 < bits) throw new Error('the image lacks pixels')
  const kept = [Buffer.from(file).subarray(0, SIGNATURE_BYTES), ...chunks.map(({ bytes }) => bytes)]
  const image = PNG.sync.read(Buffer.concat(kept))
  return PNG.sync.write(image, { colorType: isOpaque(image.data) ? 2 : 6, deflateStrategy: 0 })
}

interface Chunk {
  readonly type: string
  /** The whole chunk. */
  readonly bytes: Buffer
}

/** Returns the chunks that are kept, up to the end of the image. Bytes behind it are no part of the image. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  let at = SIGNATURE_BYTES
  while (at + FRAME_BYTES <= file.byteLength) {
    const end = at + FRAME_BYTES + file.readUInt32BE(at)
    if (end > file.byteLength) break
    const type = file.toString('latin1', at + 4, at + 8)
    if (KEPT.has(type)) chunks.push({ type, bytes: file.subarray(at, end) })
    if (type === 'IEND') break
    at = end
  }
  return chunks
}

/** Inflates the pixels with a limit: `pngjs` inflates interlaced images without one, and fills up pixels that are missing. */
function inflatedBytes(chunks: readonly Chunk[], side: number): number {
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ bytes }) => bytes.subarray(8, -4))
  // At most 8 bytes a pixel, and one byte a row, of which the passes of an interlaced image have less than 4 for each row.
  const limit = side * side * 8 + side * 4
  return inflateSync(Buffer.concat(data), { maxOutputLength: limit }).byteLength
}

function isOpaque(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.byteLength; at += 4) if (pixels[at] !== 255) return false
  return true
}
