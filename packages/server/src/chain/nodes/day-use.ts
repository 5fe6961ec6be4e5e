import type { Network } from '../../networks/networks.js'
import { providerOf } from './provider.js'

/** A day of one node that the server reads from, as `npm run bench -- node-calls` measures it. */
interface DayUse {
  readonly idleCalls: number
  /** With one order open at any time. */
  readonly calls: number
  readonly gigabytes: number
}

const USES: Readonly<Partial<Record<Network, DayUse>>> = {
  ERC20: { idleCalls: 14_700, calls: 14_800, gigabytes: 0.4 },
  BEP20: { idleCalls: 18_000, calls: 18_100, gigabytes: 3.5 },
  TRC20: { idleCalls: 78_300, calls: 97_300, gigabytes: 8.6 },
}

/** Use of free plans with one order open, at the prices of November 2026. */
const PLANS: Readonly<Partial<Record<Network, Readonly<Record<string, string>>>>> = {
  ERC20: {
    'infura.io': '2.46 of 3 million Infura credits a day',
    'alchemy.com': '18.8 of 30 million Alchemy units a month',
  },
  BEP20: {
    'infura.io': '2.58 of 3 million Infura credits a day',
    'alchemy.com': '124 of 30 million Alchemy units a month, as it allows ten blocks of logs',
  },
  TRC20: {
    'trongrid.io': '97,300 of 100,000 TronGrid calls a day, and the default limit keeps it at 90,000',
  },
}

/** Returns the use of a network; undefined where it was not measured. */
export const dayUseOf = (network: Network): DayUse | undefined => USES[network]

/** Returns the part of a known free plan that the use takes. */
export const planOf = (network: Network, node: string): string | undefined =>
  PLANS[network]?.[providerOf(node.split('|')[0] ?? '')]
