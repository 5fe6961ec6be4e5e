// What handles failures: their rules, waits, errors and words. With it comes what most calls do without.
// biome-ignore-all lint/performance/noBarrelFile: all of it is loaded at once, and this is its name
export { announce, block, show } from './announce.js'
export { explain } from './fault.js'
export { log } from './logging.js'
export { recover } from './recover.js'
export { waitForTurn } from './turn.js'
