let isLoading: boolean | undefined

/**
 * Loads what the client loads on first use, which takes real time that virtual time must not overtake.
 *
 * @returns whether it is still under way
 */
export function isLoadingFirstUse(): boolean {
  if (isLoading !== undefined) return isLoading
  isLoading = true
  const end = () => {
    isLoading = false // A failure is the client's to tell.
  }
  const parts = [
    import('../follow.js'),
    import('../raw.js'),
    import('../recovery.js'),
    import('../trace.js'),
    import('../walk.js'),
    import('../web-hashing.js'),
  ]
  void Promise.all(parts).then(end, end)
  return isLoading
}
