import { expect, it } from 'vitest'
import { systemClock } from '../../src/runtime/clock.js'
import { storeRates } from '../support/rates/rates.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { useHarness } from '../support/server/harness.js'
import { auditRows, commandBeside, documentsOf, runCommand } from '../support/server/operator.js'
import { openOn } from '../support/storage/engines.js'

const shared = useHarness()

it('rates list and rates confirm show and confirm the newest rates', async () => {
  const { harness } = shared
  const store = await openOn(harness.database)
  await storeRates(store, systemClock.real(), { EUR: '1.0834', JPY: '0.0066' })
  const list = () => documentsOf(runCommand(harness, ['rates', 'list', '--json']))
  expect(list()).toMatchObject([
    { currency: 'EUR', rate: '1.0834', state: 'unconfirmed', confirmed_rate: null, source: 'rates.example' },
    { currency: 'JPY', rate: '0.0066', state: 'unconfirmed' },
  ])
  const moved = runCommand(harness, ['rates', 'confirm', 'EUR', '--rate', '1.30'])
  expect([moved.status, moved.stderr]).toEqual([1, 'the rate of EUR is now 1.0834, not 1.30\n'])
  const wrong = runCommand(harness, ['rates', 'confirm', 'EUR', '--rate', '1e3'])
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--rate takes a decimal')])
  const confirmed = runCommand(harness, ['rates', 'confirm', 'EUR', '--rate', '1.0834', '--reason', 'seen'])
  expect([confirmed.status, confirmed.stderr]).toEqual([0, ''])
  expect(confirmed.stdout).toContain('one EUR at 1.0834 USDT is confirmed')
  expect(list()).toMatchObject([{ state: 'used', confirmed_rate: '1.0834' }, { state: 'unconfirmed' }])
  expect(await auditRows(harness, 'EUR')).toMatchObject([{ action: 'rates confirm' }])
})

it('merchants surcharge changes the rate of a merchant', async () => {
  const { harness } = shared
  const { merchantId } = await harness.register()
  const change = (percent: string) =>
    runCommand(harness, ['merchants', 'surcharge', merchantId, `--percent=${percent}`])
  expect(change('1.5').stdout).toContain('has a surcharge of 1.5 %')
  expect(change('-2').stdout).toContain('has a surcharge of -2 %')
  for (const percent of ['20.01', 'x', '-', '1.23456', '1e1']) expect(change(percent).status).toBe(1)
  const [shown] = documentsOf(runCommand(harness, ['merchants', 'show', merchantId, '--json']))
  expect(shown).toMatchObject({ surcharge_percent: '-2' })
})

it('config check asks the source of rates', async () => {
  const { harness } = shared
  const source = await ScreeningService.start()
  const check = (...args: string[]) =>
    commandBeside(harness.databaseEnv, ['config', 'check', ...args], { MERCHANTPAY_RATES_URL: source.url })
  source.respond((response) => response.writeHead(500).end())
  const failed = await check()
  expect([failed.status, failed.stdout]).toEqual([1, 'unverified\n'])
  expect(failed.stderr).toContain('MERCHANTPAY_RATES_URL: no usable rates')
  expect((await check('--offline')).status).toBe(0)
  source.respondJson({ at: new Date().toISOString(), usdt_per_unit: { EUR: '1.0834' } })
  expect((await check()).stdout).toBe('ok\n')
})
