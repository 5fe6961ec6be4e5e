import { createInterface } from 'node:readline'
import { sweepBuilder } from '../../chain/sweep-codec.js'
import { accountOfKey, signatureText, signHash } from '../../chain/wallet/recoverable-signature.js'
import { openSeedWallet, type SeedWallet } from '../../chain/wallet/seed-wallet.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { coinText } from '../../domain/sweeps/coins.js'
import { readPin, readPlan } from '../../domain/sweeps/file-reader.js'
import { fingerprint, pinHash, planHash, sealedText, signedText } from '../../domain/sweeps/file-text.js'
import { largestOf, planCost, requireWithin, totalOf } from '../../domain/sweeps/plan-limits.js'
import type { SweepPin, SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { encodeAddress } from '../../networks/spellings.js'
import type { Args } from '../command.js'
import { printLine, printNote } from '../output.js'
import { readWhole, writeWhole } from './sweep-files.js'

const TYPED_CHARACTERS = 6

/** Signs a plan. Reads files, the seed and one line of the operator, and nothing else. */
export async function sign(args: Args): Promise<number> {
  const plan = readPlan(readWhole(args.requiredOperand('plan')))
  const pin = readPin(readWhole(args.required('pin')))
  const wallet = await openSeedWallet(args.required('seed-file'), pin.path)
  requireOwnPin(pin, wallet)
  requireWithin(pin, plan)
  const keys = requireKeys(plan, wallet)
  printPlan(plan, pin)
  await requireTyped(plan)
  const build = await sweepBuilder(plan)
  const signatures: string[] = []
  for (const [at, item] of plan.items.entries())
    signatures.push(signatureText(signHash((await build(item)).digest, keys[at] ?? '')))
  writeWhole(args.required('out'), signedText({ plan, signatures }))
  printLine(`signed ${plan.items.length} transactions`)
  return 0
}

/** @throws OperatorError if the pin was written with another seed, or changed since */
function requireOwnPin(pin: SweepPin, wallet: SeedWallet): void {
  if (pin.xpub !== wallet.xpub)
    throw new OperatorError('the seed is not the one of the pin: it derives another xpub')
  if (pin.seal !== wallet.seal(sealedText(pin)))
    throw new OperatorError('the pin was changed after it was written')
}

/** @throws OperatorError for an address that the seed does not derive at its index */
function requireKeys({ network, items }: SweepPlan, wallet: SeedWallet): string[] {
  return items.map(({ index, address }) => {
    const key = wallet.keyAt(index)
    const derived = encodeAddress(network, accountOfKey(key))
    if (derived !== address)
      throw new OperatorError(`the seed derives ${derived} at index ${index}, and the plan has ${address}`)
    return key
  })
}

function printPlan(plan: SweepPlan, pin: SweepPin): void {
  const { network, target, destination, items } = plan
  printLine(`pin          ${fingerprint(pinHash(pin))}`)
  printLine(`plan         ${fingerprint(planHash(plan))}`)
  printLine(`destination  ${destination}, the ${target} wallet on ${network}`)
  printLine(`sum          ${formatUsdt(totalOf(plan))} USDT of ${items.length} addresses`)
  printLine(`largest      ${formatUsdt(largestOf(plan))} USDT`)
  printLine(`most cost    ${coinText(network, planCost(plan))}`)
}

/**
 * Asks for the end of the destination. Where the standard input is no terminal, its first line has to be the same, so
 * that a script states where the money goes.
 *
 * @throws OperatorError for any other line
 */
async function requireTyped({ destination }: SweepPlan): Promise<void> {
  printNote(
    `Type the last ${TYPED_CHARACTERS} characters of the destination, read from your own record of it:`,
  )
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) {
      if (line.trim() === destination.slice(-TYPED_CHARACTERS)) return
      break
    }
  } finally {
    lines.close()
  }
  throw new OperatorError('these are not the last six characters of the destination: nothing was signed')
}
