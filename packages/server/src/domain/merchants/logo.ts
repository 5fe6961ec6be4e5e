import { OperatorError } from '../shared/operator-error.js'
import type { Logo } from './brand.js'

const MAX_BYTES = 100_000
const MAX_SIDE = 512
/** The rewritten image may be larger than the file, which may have had a palette. */
const MAX_REWRITTEN_BYTES = 262_144
/** The signature of PNG, and the header that every image begins with. */
const PNG = /^89504e470d0a1a0a0000000d49484452/
const HEADER_BYTES = 24

const EXPORT = 'open it in a program for images and export it as PNG, at most 512 × 512 pixels and 100 kB'
const MESSAGES = {
  not_png: `the logo is not a PNG image: ${EXPORT}`,
  too_large: `the logo is too large: ${EXPORT}`,
  damaged: `the logo cannot be read as a PNG image: ${EXPORT}`,
  too_detailed: 'the logo has too many colours: export it with a width of 256 pixels or less',
} as const

export type LogoFault = keyof typeof MESSAGES

/** An image that is no logo. */
export class LogoRefused extends OperatorError {
  constructor(readonly fault: LogoFault) {
    super(MESSAGES[fault])
  }
}

/**
 * Decodes a PNG image and writes it again with nothing but its pixels. @param side the largest width and height
 *
 * @throws an error of any class for a damaged image
 */
export type RewritePng = (file: Uint8Array, side: number) => Promise<Uint8Array> | Uint8Array

/** Makes a logo of a file, of which only the pixels are kept. @throws LogoRefused */
export async function readLogo(file: Uint8Array, rewrite: RewritePng): Promise<Logo> {
  const head = Buffer.from(file.subarray(0, HEADER_BYTES))
  if (!PNG.test(head.toString('hex')) || head.byteLength < HEADER_BYTES) throw new LogoRefused('not_png')
  const side = Math.max(head.readUInt32BE(16), head.readUInt32BE(20))
  if (file.byteLength > MAX_BYTES || side > MAX_SIDE) throw new LogoRefused('too_large')
  let rewritten: Uint8Array
  try {
    rewritten = await rewrite(file, MAX_SIDE)
  } catch {
    throw new LogoRefused('damaged')
  }
  if (rewritten.byteLength > MAX_REWRITTEN_BYTES) throw new LogoRefused('too_detailed')
  return { type: 'image/png', bytes: Buffer.from(rewritten) }
}
