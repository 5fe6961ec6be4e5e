import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that Linux keeps in memory. */
const MEMORY = '/dev/shm'
/** Containers often allow 64 MB there. Whether the machine has as much to spare it does not say. */
const ROOM_BYTES = 2 ** 30
const PREFIX = 'merchantpay-'

/**
 * Makes a folder for what nobody reads once its test is over: in memory where there is room, since to wait for a disk at
 * each commit is a seventh of what the tests take. Whoever called for it removes it.
 */
export function makeScratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ROOM_BYTES) return mkdtempSync(join(MEMORY, PREFIX))
  } catch {
    // Other systems have none, and some let nobody write there.
  }
  return mkdtempSync(join(tmpdir(), PREFIX))
}
