import { eventOf } from '../events.js'
import { usage } from '../failure.js'
import type { Input } from '../input.js'

/** Which events are followed, and where each goes. */
export interface Routes {
  /** Whether an event is followed at all. */
  isWanted(event: string): boolean
  /** Where an event goes; undefined to print it only. */
  urlOf(event: string): string | undefined
}

/** @throws Failure `usage` */
export function readRoutes(input: Input): Routes {
  const events = new Set<string>(input.words('events').map(eventOf))
  const forwardTo = input.text('forward-to')
  const standard = forwardTo === undefined ? undefined : urlOf('--forward-to', forwardTo)
  const routes = new Map<string, string>(
    input.pairs('route').map(([event, url]) => [eventOf(event), urlOf('--route', url)]),
  )
  return {
    isWanted: (event) => events.size === 0 || events.has(event),
    urlOf: (event) => routes.get(event) ?? standard,
  }
}

function urlOf(option: string, text: string): string {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol)) return url.href
  } catch {
    // told below
  }
  throw usage(`${option} takes a URL like http://localhost:3000/webhooks`)
}
