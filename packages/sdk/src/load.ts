import { VERSION } from './version.js'

/** All that loads late. */
export type Late = typeof import('./spare.js')

/** What `load` throws. */
export type NotLoaded = Error & {
  readonly code: 'not_loaded'
  readonly outcome: 'not_processed'
  readonly cause: unknown
}

let failures = 0

/**
 * Waits for a part that loads late, and takes its members from the spare file where it could not be read. Node 20 never
 * reads a module again that it failed to read once, nor one that imports it: so the spare file needs no other, and bears
 * another name after each failure.
 *
 * @throws NotLoaded
 */
export function load<Names extends keyof Late>(part: Promise<Pick<Late, Names>>): Promise<Pick<Late, Names>> {
  return part.catch((cause: unknown) =>
    read(`./spare-${VERSION}.js?${failures}`).catch(() => {
      failures++
      const known = { code: 'not_loaded', outcome: 'not_processed', cause }
      throw Object.assign(new Error('not loaded'), known)
    }),
  )
}

/** Imports under a name that bundlers cannot follow: what they make has no spare file. */
const read = (file: string): Promise<Late> => import(/* webpackIgnore: true */ /* @vite-ignore */ file)
