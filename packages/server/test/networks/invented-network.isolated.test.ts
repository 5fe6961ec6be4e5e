import { expect, it, vi } from 'vitest'
import { NETWORKS, type Network } from '../../src/networks/networks.js'
import { describeNetwork } from '../support/networks/network-suite.js'

const TEST20 = 'TEST20' as Network // the list below has it

/** A network is added to the list, to the settings and to the contract, and nowhere else. */
vi.mock('../../src/networks/descriptions.js', async (original) => {
  const { DESCRIPTIONS } = await original<typeof import('../../src/networks/descriptions.js')>()
  const { TEST20 } = await import('../support/networks/test20.js')
  return { DESCRIPTIONS: [...DESCRIPTIONS, TEST20] }
})
vi.mock('../../src/config/node-settings.js', async (original) => {
  const settings = await original<typeof import('../../src/config/node-settings.js')>()
  const TEST20 = {
    rows: (_env: string, common: object) => common,
    limits: () => ({ confirmations: 3, maxFee: 1 }),
  }
  return { ...settings, NODE_SETTINGS: { ...settings.NODE_SETTINGS, TEST20 } }
})
vi.mock('../../src/http/validator/contracts.js', async (original) => {
  const { loadContract } = await original<typeof import('../../src/http/validator/contracts.js')>()
  const { renderChecks } = await import('../../scripts/request-checks/render.js')
  const { text, contract } = loadContract()
  const { DESCRIPTIONS } = await import('../../src/networks/descriptions.js')
  const names = DESCRIPTIONS.map(({ name }) => name)
  const written = JSON.stringify(contract)
    .replaceAll(JSON.stringify(names.slice(0, -1)), JSON.stringify(names))
    .replaceAll('(0x[0-9a-fA-F]{40}|', '(Z-[0-9a-fA-F]{40}|0x[0-9a-fA-F]{40}|')
  const extended = JSON.parse(written)
  const code = Buffer.from(await renderChecks(extended)).toString('base64')
  const { CHECKS: checks } = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)
  const loaded = { text, contract: extended, checks }
  return { loadContract: (name?: 'operator') => (name ? loadContract(name) : loaded) }
})

it('is one of the networks, after those of the product', () => {
  expect(NETWORKS).toEqual(['TRC20', 'ERC20', 'BEP20', TEST20])
})

describeNetwork(TEST20)
