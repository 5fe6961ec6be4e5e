import type { Reached } from './coverage.js'
import { stateRows } from './state-tables.js'

/** Returns the lines about the rows of both state tables that lives reached, with and without a crash beside them. */
export function coverageLines(lives: readonly Reached[], rows = stateRows()): string[] {
  const count = (row: string, kind: 'calm' | 'besideCrash') =>
    lives.reduce((sum, reached) => sum + (reached[row]?.[kind] ?? 0), 0)
  const calm = rows.filter((row) => count(row, 'calm') > 0)
  const besideCrash = rows.filter((row) => count(row, 'besideCrash') > 0)
  const both = calm.filter((row) => besideCrash.includes(row))
  const reached = rows.filter((row) => calm.includes(row) || besideCrash.includes(row))
  const unknown = [...new Set(lives.flatMap((life) => Object.keys(life)))].filter(
    (row) => !rows.includes(row),
  )
  return [
    `${reached.length} of ${rows.length} rows of the state tables reached, ${both.length} with and without a crash beside`,
    ...rows.flatMap((row) => {
      if (both.includes(row)) return []
      if (!reached.includes(row)) return [`  never: ${row}`]
      return [`  ${calm.includes(row) ? 'never beside a crash' : 'only beside a crash'}: ${row}`]
    }),
    ...unknown.map((row) => `  in no state table: ${row}`),
  ]
}
