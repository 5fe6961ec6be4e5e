import type { Planted } from './fault.js'

/** Faults of reading the chains. */
export const CHAIN_FAULTS: readonly Planted[] = [
  {
    name: 'the first block of a replacing branch is left out',
    file: 'chain/erc20/erc20-scan.ts',
    from: 'fork.after.number + 1, to.number)',
    to: 'fork.after.number + 2, to.number)',
  },
  {
    name: 'a transfer has a tenth of its value',
    file: 'chain/token/token-events.ts',
    from: 'MAX_USDT : usdtOfUnits(units, rules.decimals)',
    to: 'MAX_USDT : usdtOfUnits(units / 10n, rules.decimals)',
  },
  {
    name: 'only the first transfer of a block is read',
    file: 'chain/token/token-events.ts',
    from: 'const encoded = new Map(events.flatMap(accountsOf)',
    to: 'events = events.filter(({ log }, at) => events.findIndex((other) => other.log.blockNumber === log.blockNumber) === at)\n  const encoded = new Map(events.flatMap(accountsOf)',
  },
  {
    name: 'blocks of TRON count before they are solidified',
    file: 'chain/trc20/trc20-scan.ts',
    from: "const view: View = { node, api: 'walletsolidity', signal }\n    const head",
    to: "const view: View = { node, api: 'wallet', signal }\n    const head",
  },
  {
    name: 'a short list of transactions of TRON is believed',
    file: 'chain/trc20/trc20-answers.ts',
    from: 'if (count !== undefined && list.length !== count)',
    to: 'if (count !== undefined && list.length > count)',
  },
  {
    name: 'a range that one node has read twice is not owed',
    file: 'chain/erc20/final-scan.ts',
    from: 'owedFrom: nodes.size > 1 ? (owedFrom ?? due.from) : null',
    to: 'owedFrom',
  },
  {
    name: 'deep blocks are read again by one node alone, perhaps the one that read them first',
    file: 'chain/erc20/final-scan.ts',
    from: 'const seen = together(here, second.value)',
    to: 'const seen = second.value',
  },
  {
    name: 'the log index of TRON counts from one',
    file: 'chain/trc20/trc20-finality.ts',
    from: 'const log = info.logs[logIndex]',
    to: 'const log = info.logs[logIndex + 1]',
  },
]
