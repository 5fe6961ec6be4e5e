/** `--quick` shows that a bench still runs: little of its work, in one round. Its figures mean nothing. */
export const isQuick = process.argv.includes('--quick')

/** How much a bench does: all of it, or a hundredth where only its end counts. */
export const sized = (full: number, quick = Math.ceil(full / 100)): number => (isQuick ? quick : full)
