import { describe, test } from 'vitest'
import { PROPERTIES } from './fuzz-properties.js'

const seed = 20_260_101
const RUNS = 2000

describe('whatever comes in, on both faces', () => {
  test.each(Object.entries(PROPERTIES))('%s', (_, hold) => hold(RUNS, seed))
})
