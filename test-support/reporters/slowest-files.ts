/** Ends a run of many files with the slowest twenty, loading included. */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../../tools/lib/run.js'

const SHOWN = 20

export interface TimedFile {
  /** The project and the path below the root. */
  readonly name: string
  readonly ms: number
}

/** A line for each file, the slowest first. Nothing for a run of few files, whose times are printed already. */
export function slowestFiles(files: readonly TimedFile[]): string[] {
  if (files.length <= SHOWN) return []
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN)
  const lines = slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`)
  return [`The slowest ${SHOWN} of ${files.length} files:`, ...lines]
}

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      const name = `${module.project.name} ${relative(root, module.moduleId)}`
      return { name, ms: collectDuration + setupDuration + duration }
    })
    for (const line of slowestFiles(files)) console.log(line)
  }
}
