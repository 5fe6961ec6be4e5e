import { randomBytes, randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'
import type { Clock, Ids } from '../domain/shared/types.js'

const BYTE_VALUES = 256
/** A UUID has 48 bits for its time. */
const MAX_UUID_TIME_MS = 2 ** 48 - 1
/** Random bytes are read in bulk: a system call per number would take longer than the rest of an id. */
const pool = Buffer.alloc(4_096)
let used = pool.length

/** Creates ids from the system's random numbers. UUIDs contain the time of the clock; if it goes back, they keep the latest. */
export function systemIds(clock: Pick<Clock, 'real'>): Ids {
  const uuids = new V7Generator()
  uuids.setRollbackAllowance(MAX_UUID_TIME_MS)
  return {
    uuid: () => uuids.generateOrResetWithTs(clock.real()).toString(),
    random: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(randomBelow(alphabet.length))).join(''),
    secret: () => randomBytes(32).toString('base64url'),
  }
}

/** @param size 1 to 256; values that would make the distribution uneven are drawn again */
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
  pool[used] = 0 // ids may be secrets, so their bytes do not stay in memory
  used += 1
  return value
}
