import type { OperationId } from '../generated/operations.gen.js'
import { type LogSettings, log } from '../util/logging.js'

/** Fields that were logged, by operation. */
const logged = new Set<string>()
/** How many characters may differ between a mistyped name and the nearest known one. */
const TYPOS = 2

/**
 * Logs a warning about each field of a body that the contract does not know, once, with the nearest known name. The server
 * ignores such a field, so that a misspelled option would have no effect.
 *
 * @param known the fields of the operation's body
 */
export function warnOfUnknownFields(
  settings: LogSettings,
  operationId: OperationId,
  known: readonly string[],
  body: object,
): void {
  for (const field of Object.keys(body)) {
    const name = `${operationId} ${field}`
    if (known.includes(field) || logged.has(name)) continue
    logged.add(name)
    log(settings, 'warn', 'unknown field', { operationId, field, didYouMean: nearest(field, known) })
  }
}

function nearest(field: string, known: readonly string[]): string | undefined {
  const distances = known.map((name) => ({ name, distance: distanceOf(plain(field), plain(name)) }))
  const [closest] = distances.sort((a, b) => a.distance - b.distance)
  return closest && closest.distance <= TYPOS ? closest.name : undefined
}

/** The name without its spelling style: `webhookUrl` and `webhook_url` are equal. */
const plain = (name: string) => name.replaceAll(/[^0-9a-z]/gi, '').toLowerCase()

/** Levenshtein distance. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...from].entries()) {
    let left = line + 1
    row = [
      left,
      ...[...to].map((other, at) => {
        const [above = 0, diagonal = 0] = [row[at + 1], row[at]]
        left = Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1))
        return left
      }),
    ]
  }
  return row.at(-1) ?? 0
}
