/** The payer and the amounts that both demo networks share. */

/** Child 0 of the public test phrase "test … junk": the first account of both nodes. */
export const PAYER_KEY = {
  ERC20: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  TRC20: '15f0bbb1774be40b7a8d7965d637f324bda2f711fc5726a3dcc19585c6950954',
} as const
/** The supply of the token, in 1e-6 USDT. */
export const SUPPLY_UNITS = 1_000_000_000_000_000n
/** The first balance of the hot wallet, in 1e-6 USDT. */
export const HOT_WALLET_USDT = 1_000_000_000n

/** Converts an amount of the API to units of 1e-6 USDT. */
export function readUnits(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(6, '0'))
}
