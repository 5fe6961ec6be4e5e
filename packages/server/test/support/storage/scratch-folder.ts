import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that Linux keeps in memory. */
const MEMORY = '/dev/shm'
/** Free space that the folder must have. Containers often allow 64 MB there; the free memory of the machine is unknown. */
const MIN_FREE_BYTES = 2 ** 30
const PREFIX = 'merchantpay-'

/**
 * Creates a folder for files that are not needed after a test; the caller removes it. It is in memory where possible,
 * because waiting for a disk at each commit is a seventh of the duration of the tests.
 */
export function makeScratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= MIN_FREE_BYTES) return mkdtempSync(join(MEMORY, PREFIX))
  } catch {
    // Other systems have no such folder, and some do not allow writing to it.
  }
  return mkdtempSync(join(tmpdir(), PREFIX))
}
