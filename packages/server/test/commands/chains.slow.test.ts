import { describe, expect, it } from 'vitest'
import { type Harness, ORDER, useHarness } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'
import { sideOf } from '../support/storage/engines.js'

const started = useHarness()
const NETWORK = ['--environment', 'test', '--network', 'TRC20']

/** Adds a condition to a network. */
async function hold({ database }: Harness, kind: string): Promise<void> {
  const { script } = await sideOf(database)
  await script(`INSERT INTO chain_conditions (environment, network, kind, reason, since_at)
    VALUES ('test', 'TRC20', '${kind}', 'reported by the test', 1767225600000)`)
}

describe('chains status', () => {
  it('shows the last block of each network, and which are off', () => {
    const rows = documentsOf(runCommand(started.harness, ['chains', 'status', '--json']))
    expect(rows.map(({ environment, network, mode }) => [environment, network, mode])).toEqual([
      ['live', 'TRC20', 'off'],
      ['live', 'ERC20', 'off'],
      ['live', 'BEP20', 'off'],
      ['test', 'TRC20', 'sandbox'],
      ['test', 'ERC20', 'sandbox'],
      ['test', 'BEP20', 'off'],
    ])
    expect(rows[0]).toMatchObject({ block: null, block_time: null, condition: null })
    expect(rows[3]).toMatchObject({ block: 1, block_time: '2026-01-01T00:00:00.000Z', condition: null })
  })
})

describe('chains resume', () => {
  it('ends the condition of a network, and is audited', async () => {
    const { harness } = started
    const keys = await harness.register()
    await hold(harness, 'halted')
    const create = () => harness.call('POST', '/v1/orders', { keys, body: ORDER })
    expect((await create()).json).toEqual({ error: 'no available address' })
    const rows = documentsOf(runCommand(harness, ['chains', 'status', '--json']))
    expect(rows[3]).toMatchObject({ condition: 'halted', reason: 'reported by the test' })
    expect(runCommand(harness, ['chains', 'resume', ...NETWORK, '--reason', 'checked'])).toMatchObject({
      status: 0,
      stdout: 'test/TRC20 resumed; ended: halted (reported by the test)\n',
    })
    expect((await create()).status).toBe(201)
    const [audited] = await auditRows(harness, 'test/TRC20')
    expect(audited).toMatchObject({ action: 'chains resume' })
    expect(JSON.parse(audited?.details ?? '')).toEqual({
      reason: 'checked',
      ended: 'halted: reported by the test',
    })
  })

  it('ends the condition that is named, and requires a name when there are several', async () => {
    const { harness } = started
    for (const kind of ['halted', 'token_deprecated', 'token_paused', 'transfer_mismatch'])
      await hold(harness, kind)
    const resume = (...more: string[]) =>
      runCommand(harness, ['chains', 'resume', ...NETWORK, ...more, '--reason', 'checked'])
    const standing = () =>
      documentsOf(runCommand(harness, ['chains', 'status', '--json'])).flatMap(({ network, condition }) =>
        network === 'TRC20' && condition !== null ? [condition] : [],
      )
    const all = standing()
    expect(resume()).toMatchObject({
      status: 1,
      stderr: 'test/TRC20 has several conditions: choose --kind halted, token_deprecated or token_paused\n',
    })
    expect(resume('--kind', 'token_fee')).toMatchObject({
      status: 1,
      stderr: 'test/TRC20 does not have the condition token_fee\n',
    })
    expect(standing()).toEqual(all)
    expect(resume('--kind', 'halted').stdout).toBe(
      'test/TRC20 resumed; ended: halted (reported by the test)\n',
    )
    expect(standing().toSorted()).toEqual(['token_deprecated', 'token_paused', 'transfer_mismatch'])
    expect(resume('--kind', 'transfer_mismatch').status).toBe(2)
    for (const kind of ['token_deprecated', 'token_paused']) expect(resume('--kind', kind).status).toBe(0)
  })

  it('refuses when no condition ends by hand', async () => {
    const { harness } = started
    await hold(harness, 'signer_paused')
    const ran = runCommand(harness, ['chains', 'resume', ...NETWORK, '--reason', 'checked'])
    expect([ran.status, ran.stderr]).toEqual([1, 'test/TRC20 has no condition to resume from\n'])
  })
})

describe('chains rescan', () => {
  it('refuses a sandbox, which loses no transfers', () => {
    const range = ['--from', '0', '--to', '1']
    const ran = runCommand(started.harness, ['chains', 'rescan', ...NETWORK, ...range])
    expect([ran.status, ran.stderr]).toEqual([1, 'test/TRC20 is not served by nodes\n'])
  })

  it('refuses blocks in the wrong order', () => {
    const range = ['--from', '2', '--to', '1']
    const ran = runCommand(started.harness, ['chains', 'rescan', ...NETWORK, ...range])
    expect(ran.status).toBe(2)
  })
})
