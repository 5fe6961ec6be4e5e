import { inflateSync } from 'node:zlib'

/** The pixels of a picture, row by row: red, green, blue and alpha of each. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

const SIGNATURE_BYTES = 8
/** Length, type and check sum of a chunk. */
const CHUNK_BYTES = 12
const COLOUR_BYTES: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

/**
 * Decodes a browser's screenshot: 8 bits per channel, with or without transparency, not interlaced.
 *
 * @throws Error for any other PNG
 */
export function decodePng(png: Buffer): Pixels {
  const header = chunksOf(png, 'IHDR')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colour, , , interlace] = header.subarray(8)
  const size = COLOUR_BYTES[colour ?? -1]
  if (depth !== 8 || size === undefined || interlace !== 0) throw new Error('an unsupported kind of PNG')
  const rows = unfilter(inflateSync(chunksOf(png, 'IDAT')), width * size, size)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set(rows.subarray(pixel * size, (pixel + 1) * size), pixel * 4)
  }
  return { data, width, height }
}

/** Joins the contents of all chunks of a type. */
function chunksOf(png: Buffer, type: string): Buffer {
  const found: Buffer[] = []
  for (let at = SIGNATURE_BYTES; at < png.length; at += CHUNK_BYTES + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === type) found.push(png.subarray(at + 8, end))
  }
  return Buffer.concat(found)
}

/**
 * Undoes the filter of each row; its first byte names the filter, which defines the neighbours that the bytes differ
 * from.
 */
function unfilter(filtered: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Buffer.alloc((filtered.length / (rowBytes + 1)) * rowBytes)
  for (let at = 0; at < rows.length; at += 1) {
    const [row, column] = [Math.floor(at / rowBytes), at % rowBytes]
    const filter = filtered[row * (rowBytes + 1)]
    const isFirst = column < pixelBytes
    const left = isFirst ? 0 : (rows[at - pixelBytes] ?? 0)
    const up = row === 0 ? 0 : (rows[at - rowBytes] ?? 0)
    const corner = isFirst || row === 0 ? 0 : (rows[at - rowBytes - pixelBytes] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? -1]
    if (guess === undefined) throw new Error(`unknown PNG filter ${filter}`)
    rows[at] = (filtered[row * (rowBytes + 1) + 1 + column] ?? 0) + guess
  }
  return rows
}

/** Returns the neighbour nearest to the sum: PNG's fourth filter. */
function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(sum - value)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
