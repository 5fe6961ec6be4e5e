import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import contract from '../../generated/contract.gen.json' with { type: 'json' }
import { CHECKS } from '../../generated/contract-checks.gen.js'
import operator from '../../generated/operator.gen.json' with { type: 'json' }
import { CHECKS as OPERATOR_CHECKS } from '../../generated/operator-checks.gen.js'
import type { Contract } from './operations.js'
import type { ContractChecks } from './request-checks.js'

/** A contract of this package. */
interface LoadedContract {
  /** As it is served. */
  readonly text: string
  /** Always the same object. */
  readonly contract: Contract
  readonly checks: ContractChecks
}

const GENERATED = {
  merchantpay: { contract, checks: CHECKS },
  operator: { contract: operator, checks: OPERATOR_CHECKS },
} as unknown as Readonly<Record<'merchantpay' | 'operator', Omit<LoadedContract, 'text'>>> // of contracts that are linted

/** Returns a contract of this package, as `npm run generate` has parsed and compiled it. */
export function loadContract(name: keyof typeof GENERATED = 'merchantpay'): LoadedContract {
  const file = createRequire(import.meta.url).resolve(`@merchantpay/openapi/${name}.v1.yaml`)
  return { text: readFileSync(file, 'utf8'), ...GENERATED[name] }
}
