/** The setting for two approvals, seen by the transaction that signs. */
import { describe, expect, it } from 'vitest'
import { amount } from '../../support/domain/context.js'
import { ENGINES } from '../../support/storage/engines.js'
import { RefundWorld } from '../../support/withdrawals/refund-world.js'

const ASKED = { status: 'REVIEW', reviewReason: 'auto_limit', approvedAt: null, txHash: null } as const

describe.each(ENGINES)('a withdrawal above the amount for two people, on %s', (engine) => {
  it('is not signed when it was accepted before the setting, and is after two approvals', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    expect(refund.status).toBe('PENDING')
    world.twoAbove = amount('9')
    await world.pass()
    expect(await world.now(refund)).toMatchObject(ASKED)
    await world.approve(refund, 'ines (finance)')
    await world.pass()
    expect(await world.now(refund)).toMatchObject(ASKED)
    await expect(world.approve(refund, 'Ines (admin)')).rejects.toThrow('another person must approve it')
    await world.approve(refund, 'omar (finance)')
    await world.tick()
    expect(await world.now(refund)).toMatchObject({ status: 'PROCESSING' })
  })

  it('is not signed after one approval from before the setting, nor after approvals of different versions', async () => {
    const world = await RefundWorld.begin(engine)
    const held = await world.refund()
    await world.freeze()
    await world.approve(held, 'ines (finance)')
    world.twoAbove = amount('9')
    await world.pass()
    expect(await world.now(held)).toMatchObject(ASKED)
    await world.approve(held, 'omar (finance)')
    await world.pass()
    expect(await world.now(held)).toMatchObject(ASKED)
    expect(world.sender.broadcasts).toEqual([])
    await world.approve(held, 'ines (finance)')
    await world.tick()
    expect(await world.now(held)).toMatchObject({ status: 'PROCESSING' })
  })
})
