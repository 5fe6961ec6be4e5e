import { type PayoutTarget, resumePayouts, stopPayouts } from '../../domain/withdrawals/payout-stops.js'
import { NETWORKS } from '../../networks/networks.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printLine } from '../output.js'
import { changeStore, mandateOf } from '../store-access.js'

/** Stops payouts of all networks, of one, or of a merchant. */
export async function stop(args: Args): Promise<number> {
  const wanted = wantedBy(args)
  await changeStore((tx, context) => stopPayouts(tx, context, wanted, mandateOf(args)))
  printLine('payouts are stopped: withdrawals wait until `payouts resume`; payments that are signed go on')
  return 0
}

/** Resumes payouts that an operator has stopped. */
export async function resume(args: Args): Promise<number> {
  const wanted = wantedBy(args)
  await changeStore((tx, context) => resumePayouts(tx, context, wanted, mandateOf(args)))
  printLine('payouts are resumed: withdrawals that wait for this alone are signed within a minute')
  return 0
}

function wantedBy(args: Args) {
  return { environment: args.requiredChoice('environment', ENVIRONMENTS), target: targetOf(args) }
}

function targetOf(args: Args): PayoutTarget {
  const network = args.choice('network', NETWORKS)
  const merchantId = args.text('merchant')
  const named = [network, merchantId, args.flag('all') || undefined].filter((each) => each !== undefined)
  if (named.length !== 1) throw new UsageError('name one of --network, --merchant and --all')
  if (network !== undefined) return { kind: 'network', network }
  return merchantId === undefined ? { kind: 'all' } : { kind: 'merchant', merchantId }
}
