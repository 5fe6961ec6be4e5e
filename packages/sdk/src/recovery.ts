// What handles failures: their rules, waits, errors and words. With it comes what most calls do without.
// biome-ignore-all lint/performance/noBarrelFile: all of it is loaded at once, and this is its name
export { announce } from './announce.js'
export { settleCancellation } from './cancellation.js'
export { explain } from './fault.js'
export { emit, log } from './logging.js'
export { recover } from './recover.js'
