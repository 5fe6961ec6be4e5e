import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Life } from '../../../../stress/simulation/lives.js'
import { Progress } from '../../../../stress/simulation/progress.js'
import { livesOf, summaryOf } from '../../../../stress/simulation/run.js'

const YEAR_MS = 31_536_000_000
const life = (seed: number): Life => ({
  ...{
    seed,
    violations: [],
    checks: 500,
    end: ['a line'],
    trace: '1 a',
    turns: [{ name: 'kill 1', atMs: 0 }],
  },
  reached: {},
  ...{ faults: { kill: 2, fork: 1 }, orders: 100, payouts: 10, simulatedMs: YEAR_MS / 2, cpuMs: 1_000 },
})

describe('a run', () => {
  it('is divided into lives of a bounded length, each with a seed of its own', () => {
    const run = { firstSeed: 7, days: 7, daysPerLife: 3, settings: { ordersPerDay: 50 }, progress: undefined }
    expect(livesOf(run)).toEqual([
      { seed: 7, days: 3, ordersPerDay: 50 },
      { seed: 8, days: 3, ordersPerDay: 50 },
      { seed: 9, days: 1, ordersPerDay: 50 },
    ])
  })

  it('sums up its lives', () => {
    const failed = { ...life(2), violations: ['order: lost'], faults: { stop: 1 } }
    expect(summaryOf([life(1), failed]).slice(0, 4)).toEqual([
      '1.000 years (365.0 days) in 2 lives',
      '200 orders, 20 payouts',
      'faults: fork 1, kill 2, stop 1',
      '1000 invariants checked, 1 violations',
    ])
  })
})

describe('the progress of a run', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'progress-'))
    writeFileSync(join(folder, 'bundle.mjs'), 'one')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const open = () => new Progress(join(folder, 'progress.jsonl'), join(folder, 'bundle.mjs'))
  const options = (seed: number, days = 3) => ({ seed, days, ordersPerDay: 100, isHostile: true })

  it('is read again, also after half a line', () => {
    const { turns: _turns, end: _end, ...kept } = life(1)
    open().add(options(1), life(1))
    appendFileSync(join(folder, 'progress.jsonl'), '{"version":"')
    open().add(options(2), life(2))
    const progress = open()
    expect(progress.find(options(1))).toEqual(kept)
    expect(progress.find(options(2))?.seed).toBe(2)
    expect(readFileSync(join(folder, 'progress.jsonl'), 'utf8').split('\n')).toHaveLength(4)
  })

  it('counts for no other life, and for no other version of the server', () => {
    open().add(options(1), life(1))
    expect([open().find(options(2)), open().find(options(1, 1))]).toEqual([undefined, undefined])
    writeFileSync(join(folder, 'bundle.mjs'), 'two')
    expect(open().find(options(1))).toBeUndefined()
  })
})
