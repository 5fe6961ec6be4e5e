/** Accounts that keep for good what is sent to them, by network: token contracts and burn addresses. */
export const DEAD_ENDS: Readonly<Record<'ERC20' | 'TRC20', ReadonlySet<string>>> = {
  ERC20: new Set([
    '0xdAC17F958D2ee523a2206206994597C13D831ec7', // USDT
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', // USDC
    '0x6B175474E89094C44Da98b954EedeAC495271d0F', // DAI
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', // WETH
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', // stands for Ether in many contracts
    '0xdEAD000000000000000042069420694206942069',
    '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
  ]),
  TRC20: new Set([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // USDT
    'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', // USDT on Nile
    'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs', // USDT on Shasta
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', // USDC
    'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', // WTRX
    'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', // the genesis block calls it Blackhole
  ]),
}
