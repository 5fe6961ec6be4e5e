/** How often each event happened. */
export type ForkTally = Map<string, number>

export const note = (tally: ForkTally, event: string, times = 1): void => {
  tally.set(event, (tally.get(event) ?? 0) + times)
}
