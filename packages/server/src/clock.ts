import type { Clock } from './domain/ports.js'

/** The machine's time. */
export const systemClock: Clock = { now: Date.now, real: Date.now }
