import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_TOKEN, useWorld } from './support/world.js'

const use = useWorld({ MERCHANTPAY_MOVABLE_CLOCK: 'on' })

// As dev leaves it.
beforeAll(() => {
  const folder = join(use.world.folder, '.merchantpay')
  mkdirSync(folder)
  const state = { url: use.world.harness.server.url, operator_token: OPERATOR_TOKEN }
  writeFileSync(join(folder, 'dev.json'), JSON.stringify(state))
})

const timeOf = (stdout: string) => Date.parse((JSON.parse(stdout) as { now: string }).now)

describe('clock', () => {
  it('advances', async () => {
    await use.world.golden('clock-advance', () => ['clock', 'advance', '31m'])
    const before = await use.world.call(['clock', 'advance', '1s', '--json'])
    const after = await use.world.call(['clock', 'advance', '31m', '--json'])
    expect(timeOf(after.stdout) - timeOf(before.stdout)).toBe(31 * 60_000)
  })

  it('stands still and runs on from there', async () => {
    await use.world.golden('clock-freeze', () => ['clock', 'freeze'])
    const frozen = await use.world.call(['clock', 'freeze', '--json'])
    use.world.harness.clock.advance(60_000)
    const still = await use.world.call(['clock', 'freeze', '--json'])
    await use.world.golden('clock-reset', () => ['clock', 'reset'])
    expect(timeOf(still.stdout)).toBe(timeOf(frozen.stdout))
  })

  it('needs a server of dev in this folder', async () => {
    const { code, stderr } = await use.world.call(['clock', 'freeze'], {
      cwd: join(use.world.folder, 'server'),
    })
    expect([code, stderr]).toEqual([78, expect.stringContaining('merchantpay dev')])
  })

  it('takes a duration', async () => {
    for (const [duration, message] of [
      ['31', 'takes a duration like 90s'],
      ['0s', 'and never 0'],
      ['-5m', '-5m is negative'],
    ] as const)
      expect(await use.world.call(['clock', 'advance', duration])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message),
      })
  })
})
