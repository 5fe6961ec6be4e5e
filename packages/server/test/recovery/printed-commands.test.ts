import { userInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { listAttention } from '../../src/domain/attention/attention.js'
import { pauseSigner } from '../../src/domain/chain/signer.js'
import { readStatement } from '../../src/domain/ledger/statement.js'
import { COMMAND_LINE } from '../../src/domain/withdrawals/approvals.js'
import { RecoveryWorld } from '../support/recovery/recovery-world.js'
import { OperatorScript } from '../support/server/operator-script.js'
import { openFile } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

/** A recovery, and an operator who types only what `restore status` prints. */
async function begin(
  env: Record<string, string> = {},
): Promise<{ world: RecoveryWorld; script: OperatorScript }> {
  const { store, file } = await openFile()
  const world = await RecoveryWorld.on(store)
  await world.write((tx) => tx.merchants.insert(merchant('poor')))
  await world.begun()
  return { world, script: new OperatorScript(file, env) }
}

/** Puts an address on the list of a merchant. */
async function list({ world, write }: RecoveryWorld, merchantId: string, address: string): Promise<void> {
  const id = world.context.ids.uuid()
  await write((tx) =>
    tx.destinations.insert({
      ...{ ...world.id, id, merchantId, address, label: 'own', createdAt: 1, usableAt: 1 },
    }),
  )
}

const isRecovering = ({ world }: RecoveryWorld) =>
  world.store.read(async (tx) => (await tx.recoveries.findOpen()) !== undefined)

/** Types the printed commands until the recovery is finished. @returns all of them */
async function playToTheEnd(world: RecoveryWorld, script: OperatorScript): Promise<string[]> {
  const typed: string[] = []
  for (let round = 0; (await isRecovering(world)) && round < 10; round += 1) {
    typed.push(...(await script.typePrinted()))
    await world.confirm()
  }
  expect(await isRecovering(world)).toBe(false)
  expect(await world.violated()).toEqual([])
  return decisionsOf(typed)
}

/** The commands that change something. */
const decisionsOf = (typed: readonly string[]): string[] =>
  typed.filter((command) => /^(withdrawals (settle|approve|reject)|restore)/.test(command))

describe('the commands that the status of a recovery prints', () => {
  it('finish it when a merchant repeats a lost call before its payment is recorded', async () => {
    const { world, script } = await begin()
    const { id } = await world.withdraw()
    const txHash = world.pay()
    await world.watch()
    // The transfer is not final: nothing can be decided yet.
    expect(decisionsOf(await script.typePrinted())).toEqual([])
    await world.confirm()
    expect(await playToTheEnd(world, script)).toEqual([
      `withdrawals settle ${id} --paid-by ${txHash}/0 --reason …`,
      'restore finish --reason …',
    ])
    expect((await world.get(id)).status).toBe('COMPLETED')
  })
  it('settle each repeated call with a transfer of its own, and explain the transfers that are left', async () => {
    const { world, script } = await begin()
    await list(world, 'shop', 'payee')
    const repeated = [await world.withdraw(), await world.withdraw()]
    const paid = [world.pay(), world.pay(), world.pay()]
    await world.confirm()
    expect(await playToTheEnd(world, script)).toEqual([
      `withdrawals settle ${repeated[0]?.id} --paid-by ${paid[0]}/0 --reason …`,
      `withdrawals settle ${repeated[1]?.id} --paid-by ${paid[1]}/0 --reason …`,
      `restore explain ${paid[2]}/0 --merchant shop --reason …`,
      'restore finish --reason …',
    ])
    expect((await world.balances()).available).toBe('692.00')
  })

  it('give a transfer to an unknown address to the operator, and one that another call took to its merchant', async () => {
    const { world, script } = await begin()
    await list(world, 'shop', 'payee')
    const [known, unknown] = [world.pay(), world.pay({ to: 'stranger' })]
    await world.confirm()
    expect(await playToTheEnd(world, script)).toEqual([
      `restore explain ${known}/0 --merchant shop --reason …`,
      `restore explain ${unknown}/0 --operator --reason …`,
      'restore finish --reason …',
    ])
    expect(await world.balances()).toMatchObject({ available: '900.00', suspense: '0.00' })
  })

  it('settle a call that was repeated after its payment was explained, whether a merchant or the operator bore it', async () => {
    const { world, script } = await begin()
    await world.fund('poor', '30')
    await list(world, 'poor', 'payee')
    const [short, unknown] = [world.pay(), world.pay({ to: 'stranger' })]
    await world.confirm()
    await script.typePrinted()
    await world.fund('poor', '500')
    await script.run(`restore explain ${short}/0 --merchant poor --reason …`)
    expect((await world.balances('poor')).available).toBe('430.00')
    const calls = [
      await world.withdraw({ merchantId: 'poor' }),
      await world.withdraw({ merchantId: 'shop', to: 'stranger' }),
    ]
    expect(calls.map(({ reviewReason }) => reviewReason)).toEqual([
      'possible_duplicate',
      'possible_duplicate',
    ])
    const settled = [
      `withdrawals settle ${calls[0]?.id} --paid-by ${short}/0 --reason …`,
      `withdrawals settle ${calls[1]?.id} --paid-by ${unknown}/0 --reason …`,
    ]
    expect(await playToTheEnd(world, script)).toEqual(['restore finish --reason …', ...settled])
    // Each merchant has paid the amount once, and the fee.
    expect(await world.balances('poor')).toMatchObject({
      available: '426.00',
      held: '0.00',
      suspense: '0.00',
    })
    expect(await world.balances()).toMatchObject({ available: '896.00', held: '0.00' })
    expect(await world.world.balance('operator')).toBe('-5000.00')
    const range = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const { environment } = world.world.id
    const { lines } = await world.world.store.read((tx) =>
      readStatement(tx, { merchantId: 'poor', environment }, range),
    )
    expect(lines).toMatchObject({
      withdrawals: -10_000_000_000n,
      withdrawal_fees: -400_000_000n,
      reversals: 0n,
    })
  })

  it('reject what holds the balance that a lost withdrawal needs, once no payment of it can appear any more', async () => {
    const { world, script } = await begin()
    await world.fund('poor', '130')
    await list(world, 'poor', 'payee')
    const other = await world.withdraw({ merchantId: 'poor', usdt: '90', to: 'another' })
    const txHash = world.pay()
    await world.confirm()
    expect(await playToTheEnd(world, script)).toEqual([
      `withdrawals reject ${other.id} --reason …`,
      `restore explain ${txHash}/0 --merchant poor --reason …`,
      'restore finish --reason …',
    ])
    expect(await world.balances('poor')).toMatchObject({ available: '30.00', suspense: '0.00' })
  })

  it('collect a shortfall only from a merchant that has a balance', async () => {
    const { world, script } = await begin()
    await list(world, 'poor', 'payee')
    const txHash = world.pay()
    await world.confirm()
    const explain = `restore explain ${txHash}/0 --merchant poor --reason …`
    expect(await playToTheEnd(world, script)).toEqual([explain, 'restore finish --reason …'])
    expect(decisionsOf(await script.typePrinted())).toEqual([])
    await world.fund('poor', '200')
    expect(decisionsOf(await script.typePrinted())).toEqual([explain])
    expect(await world.balances('poor')).toMatchObject({ available: '100.00', suspense: '0.00' })
  })

  it('leave an approval to another person where the user at the terminal is behind the withdrawal', async () => {
    const { world, script } = await begin()
    await world.fund('shop', '1000')
    const own = await world.withdraw({ issuedBy: userInfo().username })
    const other = await world.withdraw({ issuedBy: 'another', usdt: '90' })
    for (const { id } of [own, other]) await world.holdAsDuplicate(id)
    await world.confirm()
    const rows = (await script.status()).filter(({ item }) => item === 'possible_duplicate')
    expect(rows.map(({ withdrawal, command, note }) => [withdrawal, command, note])).toEqual([
      [own.id, null, 'another person approves it, in the console'],
      [other.id, `withdrawals approve ${other.id} --version ${other.version + 1} --reason …`, null],
    ])
  })

  it('leave the second of two approvals to the console where a command has given the first', async () => {
    const { world, script } = await begin({ MERCHANTPAY_APPROVAL_BY_TWO_ABOVE: '50' })
    await world.fund('shop', '1000')
    const { id } = await world.withdraw({ usdt: '90' })
    await world.holdAsDuplicate(id)
    await world.confirm()
    const row = async () => {
      const found = (await script.status()).find(({ withdrawal }) => withdrawal === id)
      return [found?.command, found?.note]
    }
    const { version } = await world.get(id)
    expect(await row()).toEqual([
      `withdrawals approve ${id} --version ${version} --reason …`,
      'two people approve it',
    ])
    await world.write((tx) =>
      tx.withdrawalApprovals.insert({
        ...{ withdrawalId: id, version, person: COMMAND_LINE, actor: 'root', reason: null, approvedAt: 1 },
      }),
    )
    expect(await row()).toEqual([
      null,
      '1 of 2 approvals, by root; another person approves it, in the console',
    ])
  })

  it('wait for the withdrawal of a transfer that a frozen order holds as well', async () => {
    const { world, script } = await begin()
    const { id } = await world.withdraw()
    const txHash = world.pay()
    await world.confirm()
    // The latest reason for the review is another one.
    await world.write(async (tx) => {
      const withdrawal = await tx.withdrawals.lock(id)
      if (!withdrawal) throw new Error('there is no such withdrawal')
      const changed = { reviewReason: 'order_frozen', version: withdrawal.version + 1 } as const
      await tx.withdrawals.update({ ...withdrawal, ...changed })
    })
    expect(await playToTheEnd(world, script)).toEqual([
      `withdrawals settle ${id} --paid-by ${txHash}/0 --reason …`,
      'restore finish --reason …',
    ])
  })
})

describe('the attention list of a recovery', () => {
  const commandsOf = async ({ world }: RecoveryWorld) => {
    const items = await world.store.read((tx) => listAttention(tx, world.context))
    return Object.fromEntries(items.map(({ kind, command }) => [kind, command]))
  }
  const STATUS = 'merchantpay-server restore status'

  it('names no command that the recovery refuses', async () => {
    const { world, script } = await begin()
    const { context, id } = world.world
    await list(world, 'poor', 'payee')
    await world.write((tx) => pauseSigner(tx, context, id, 'a test'))
    const txHash = world.pay()
    await world.confirm()
    expect(await commandsOf(world)).toMatchObject({ recovering: STATUS, signer_paused: STATUS })
    await script.typePrinted()
    expect(await commandsOf(world)).toMatchObject({
      recovering: 'merchantpay-server restore finish --reason "..."',
      signer_paused: STATUS,
      recovery_shortfall: 'merchantpay-server merchants show poor',
    })
    await script.typePrinted()
    await world.fund('poor', '10')
    expect(await commandsOf(world)).toMatchObject({
      signer_paused: 'merchantpay-server signer resume --environment test --network ERC20 --reason "..."',
      recovery_shortfall: `merchantpay-server restore explain ${txHash}/0 --merchant poor --reason "..."`,
    })
  })
})

describe('a list', () => {
  it('shows where a withdrawal goes, in the table and in JSON', async () => {
    const { world, script } = await begin()
    await world.withdraw({ to: 'payee of the shop' })
    expect((await script.run('withdrawals list')).join('\n')).toContain('payee of the shop')
    const [row] = await script.run('withdrawals list --json')
    expect(JSON.parse(row ?? '')).toMatchObject({ destination_address: 'payee of the shop' })
  })

  it('a list of decisions says where a withdrawal would go', async () => {
    const { world } = await begin()
    await world.withdraw({ to: 'payee' })
    world.pay()
    await world.confirm()
    const items = await world.world.store.read((tx) => listAttention(tx, world.world.context))
    expect(items.map(({ text }) => text)).toContainEqual(
      'a withdrawal of 100.00 USDT to payee on test/ERC20 waits for a decision: possible_duplicate',
    )
  })
})
