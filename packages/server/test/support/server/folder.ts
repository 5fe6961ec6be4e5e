import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { makeScratchFolder } from '../storage/scratch-folder.js'

/** A folder of this test's own, gone when it ends. */
export function temporaryFolder(): string {
  const folder = makeScratchFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
