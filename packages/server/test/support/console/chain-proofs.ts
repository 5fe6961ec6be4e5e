import type { ChainResult } from '../../../src/domain/ledger/chain-proof.js'
import { LEDGER_SUBJECT } from '../../../src/domain/ledger/proof-finding.js'
import type { Environment, Network } from '../../../src/domain/shared/types.js'
import { amount } from '../domain/context.js'
import type { Harness } from '../server/harness.js'
import { changeBeside } from '../server/operator-change.js'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const MINUTE_MS = 60_000
/** Exact units of 1e-8 USDT on the network that counts in finer ones. */
const FINE = 10_000_000_000n

interface Texts {
  readonly person: string
  readonly finding: string
  readonly fault: string
  /** Number of findings that are kept of the proof that differs. */
  readonly kept: number
}

const TEXTS: Texts = {
  person: 'mira.k (finance)',
  finding: `address ${ADDRESS} of live/ERC20: the balance is 250.00 USDT lower than recorded`,
  fault: 'no node answers: node 1 bsc-a: HTTP 429, node 2 bsc-b: timed out after 10 s',
  kept: 1,
}

/**
 * Stores a proof of the ledger with findings, and proofs of three networks: one that agrees, one that differs, and one that
 * could not be read after an earlier result.
 */
export async function storeProofs(
  harness: Harness,
  environment: Environment,
  texts: Partial<Texts> = {},
): Promise<void> {
  const { person, finding, fault, kept } = { ...TEXTS, ...texts }
  const now = harness.clock.now()
  const custody = amount('1284377.2')
  const ended = { endedAt: now - 3 * MINUTE_MS, endedBy: person, tookMs: 41_000, fault: null }
  const agreeing = { custody, balance: custody + amount('64.9'), inFlight: amount('64.9'), difference: 0n }
  const results: readonly (readonly [Network, Omit<ChainResult, 'provenAt'>])[] = [
    ['TRC20', { ...agreeing, violations: 0 }],
    [
      'ERC20',
      {
        ...agreeing,
        balance: custody - amount('250'),
        inFlight: 0n,
        difference: -amount('250'),
        violations: 31,
      },
    ],
    [
      'BEP20',
      { custody: custody * FINE, balance: custody * FINE + 7n, inFlight: 7n, difference: 0n, violations: 0 },
    ],
  ]
  const findings = Array.from({ length: kept }, () => ({
    ...{ check: 'holding', id: ADDRESS, message: finding },
  }))
  await changeBeside(harness, async (tx) => {
    for (const [network, result] of results) {
      const id = { environment, network }
      await tx.chainProofs.recordEnd(id, ended)
      await tx.chainProofs.recordResult(id, { ...result, provenAt: ended.endedAt })
    }
    await tx.proofFindings.replace(`${environment}/ERC20`, findings)
    await tx.chainProofs.recordEnd(
      { environment, network: 'BEP20' },
      { ...ended, endedAt: now - MINUTE_MS, fault },
    )
    await tx.ledgerProofs.record({ provenAt: ended.endedAt, tookMs: 1_240, violations: 2 })
    await tx.proofFindings.replace(
      LEDGER_SUBJECT,
      [1, 2].map((row) => ({
        check: 'balance',
        id: `${environment}/platform/suspense:TRC20`,
        message:
          row === 1 && texts.finding
            ? texts.finding
            : 'account live/platform/fees: balance is 3.00, must be 0.00',
      })),
    )
  })
}

/** Stores a request to prove a network, which nothing works on. */
export const storeRequest = (
  harness: Harness,
  environment: Environment,
  requestedBy: string,
): Promise<boolean> =>
  changeBeside(harness, (tx) =>
    tx.chainProofs.request(
      { environment, network: 'TRC20' },
      { requestedAt: harness.clock.now() - MINUTE_MS, requestedBy },
    ),
  )
