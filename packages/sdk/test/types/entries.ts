import type { MerchantPay } from '@merchantpay/sdk'
import {
  createSigner,
  formatAuthorization,
  parseAuthorization,
  type Signer,
  stringToSign,
} from '@merchantpay/sdk/signing'

export const passed = async (mp: MerchantPay) => {
  const signer: Signer = createSigner({ keyId: 'mk_test_1', secret: 'sk_test_1' })
  const timestamp = '1700000000'
  const signature = await signer.sign({ method: 'GET', target: '/', body: new Uint8Array(), timestamp })
  const header = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  return [parseAuthorization(header)?.keyId, mp.toJSON().environment, typeof stringToSign]
}

// @ts-expect-error there is no such entry
export type Hidden = typeof import('@merchantpay/sdk/transport')
