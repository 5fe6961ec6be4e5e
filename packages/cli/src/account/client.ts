import type { ClientEvent, MerchantPay } from '@merchantpay/sdk'
import type { Output } from '../output.js'
import type { Account } from './account.js'

/** A client of the service, whose log lines become notes. */
export async function newClient(
  { baseUrl, keyId, secret }: Pick<Account, 'baseUrl' | 'keyId' | 'secret'>,
  output: Output,
  onEvent?: (event: ClientEvent) => void,
): Promise<MerchantPay> {
  const { MerchantPay } = await import('@merchantpay/sdk')
  const note = (message: string) => output.note(message)
  return new MerchantPay({
    baseUrl,
    keyId,
    secret,
    logger: { debug: note, info: note, warn: note, error: note },
    onEvent,
  })
}
