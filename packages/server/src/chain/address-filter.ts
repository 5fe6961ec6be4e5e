import type { Watched } from '../domain/chains.js'

/** A first answer to «is it ours?», for every address of every log: it may say yes wrongly, and never no. */
export interface OurAddresses {
  /** Takes in what was leased since the last time; called after the blocks were fetched and before they are matched. */
  topUp(watched: Watched): Promise<void>
  /** @param hex40 the 20 bytes of the address, lower case without prefix */
  mayBeOurs(hex40: string): boolean
}
