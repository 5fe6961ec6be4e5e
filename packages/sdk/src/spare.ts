// Everything that loads late, built into one file that needs no other: see `load`.
// biome-ignore-all lint/performance/noBarrelFile: all of it is loaded at once, and this is its name
// biome-ignore-all lint/performance/noReExportAll: the same
export * from './follow.js'
export * from './raw.js'
export * from './recovery.js'
export * from './trace.js'
export * from './walk.js'
export * from './web-hashing.js'
