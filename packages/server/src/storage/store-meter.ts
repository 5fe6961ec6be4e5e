/** Receives the measurements of a store. */
export interface StoreMeter {
  /** Called once, when the store opens. @param length returns the number of units of work that wait for their turn to write */
  watchQueue(length: () => number): void
  /** Called after each successful COMMIT of changes, with its duration. */
  measureCommit(ms: number): void
}
