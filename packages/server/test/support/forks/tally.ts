/** How often what happened. */
export type ForkTally = Map<string, number>

export const note = (tally: ForkTally, what: string, times = 1): void => {
  tally.set(what, (tally.get(what) ?? 0) + times)
}
