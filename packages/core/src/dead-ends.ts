/** Accounts that keep for good what is sent to them, by network: token contracts and burn addresses. */
export const DEAD_ENDS: Readonly<Record<'BEP20' | 'ERC20' | 'TRC20', ReadonlySet<string>>> = {
  BEP20: new Set([
    '0x55d398326f99059fF775485246999027B3197955', // USDT
    '0xdAC17F958D2ee523a2206206994597C13D831ec7', // USDT on Ethereum
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', // USDC
    '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', // DAI
    '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', // WBNB
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', // stands for BNB in many contracts
    '0xdEAD000000000000000042069420694206942069',
    '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
  ]),
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
