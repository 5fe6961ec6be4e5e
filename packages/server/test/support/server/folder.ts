import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { makeScratchFolder } from '../storage/scratch-folder.js'

/** Creates a folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = makeScratchFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
