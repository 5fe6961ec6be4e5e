import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that Linux keeps in memory. */
const MEMORY = '/dev/shm'
/** Containers often have 64 MB there. */
const ROOM_BYTES = 2 ** 30

/**
 * Makes a folder for what nobody reads once its process is over: in memory where there is room, since to wait for a disk
 * at each commit is a seventh of what the tests take. Whoever called for it removes it.
 */
export const makeScratchFolder = (): string =>
  mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'merchantpay-'))

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
