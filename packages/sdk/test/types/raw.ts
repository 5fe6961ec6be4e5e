import type { MerchantPay, paths } from '@merchantpay/sdk'

declare const mp: MerchantPay

export const refused = () => {
  // @ts-expect-error there is no such path
  void mp.raw.GET('/v1/order')
  // @ts-expect-error a path has its parameters
  void mp.raw.GET('/v1/orders/{id}')
  // @ts-expect-error a body is that of its operation
  void mp.raw.POST('/v1/orders', { body: { amount: 25, currency: 'USDT', network: 'TRC20' } })
  // @ts-expect-error there is no such method on it
  void mp.raw.DELETE('/v1/orders')
}

export const passed = async () => {
  const { data, error, response } = await mp.raw.GET('/v1/orders/{id}', { params: { path: { id: 'o1' } } })
  const status: number = response.status
  const said: string | undefined = error?.error
  type Listed = paths['/v1/orders']['get']['responses'][200]['content']['application/json']['total']
  const total: Listed = 1
  return [data?.status, said, status, total]
}
