import { randomBytes, randomFillSync } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Ids } from './domain/ports.js'

const BYTE_VALUES = 256
/** Asking the system for one number at a time takes longer than all else about a name. */
const pool = Buffer.alloc(4_096)
let used = pool.length

/** Names from the system's randomness; UUIDs ascend within the process. */
export const systemIds: Ids = {
  uuid: uuidv7,
  random: (alphabet, length) =>
    Array.from({ length }, () => alphabet.charAt(randomBelow(alphabet.length))).join(''),
  secret: () => randomBytes(32).toString('base64url'),
}

/** @param size 1 to 256; values that would come up more often than others are drawn anew */
function randomBelow(size: number): number {
  const end = BYTE_VALUES - (BYTE_VALUES % size)
  for (;;) {
    const value = randomByte()
    if (value < end) return value % size
  }
}

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const value = pool.readUInt8(used)
  pool[used] = 0 // names are secrets: none lies in memory longer than it must
  used += 1
  return value
}
