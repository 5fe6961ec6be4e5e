import { MerchantPay } from '@merchantpay/sdk'
import { type DevMerchant, type DevState, readState } from './dev-state.js'

/** A server of this folder that another process runs. */
export interface RunningServer {
  readonly state: DevState
  readonly merchant: DevMerchant
}

/** The server of the last start if it still runs, and knows the merchant of the folder. */
export async function findRunning(
  cwd: string,
  known: DevMerchant | undefined,
): Promise<RunningServer | undefined> {
  const state = readState(cwd) as DevState | undefined // its process is checked first
  if (!known || !state?.url || !isAlive(state.pid)) return undefined
  const merchant = { ...known, baseUrl: state.url }
  const me = await new MerchantPay(merchant).merchants.me({ maxRetries: 0 }).catch(() => undefined)
  return me && me.id === state.merchant_id ? { state, merchant } : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
