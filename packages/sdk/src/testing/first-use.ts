let loading: Promise<unknown> | undefined

/** Loads what the client loads on first use: that takes real time, which virtual time must not overtake. */
export function loadFirstUse(): Promise<unknown> {
  loading ??= Promise.all([
    import('../follow.js'),
    import('../raw.js'),
    import('../trace.js'),
    import('../web-hashing.js'),
  ])
  return loading
}
