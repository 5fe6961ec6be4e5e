/** `--quick` only shows that a bench still runs: one round of little work, whose figures mean nothing. */
export const isQuick = process.argv.includes('--quick')

/** The size of a bench: all of it, or a hundredth with `--quick`. */
export const sized = (full: number, quick = Math.ceil(full / 100)): number => (isQuick ? quick : full)
