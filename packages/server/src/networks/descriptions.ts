import { BEP20 } from './bep20.js'
import { ERC20 } from './erc20.js'
import { TRC20 } from './trc20.js'

/** All networks, in the order in which lists show them. */
export const DESCRIPTIONS = [TRC20, ERC20, BEP20] as const
