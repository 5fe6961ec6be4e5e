import { expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { readDestination } from '../../../src/networks/spellings.js'

/** These addresses are documented: another one would break the tests of merchants. */
it.each([
  ['TRC20', 'blacklisted', 'TH7bkjyK6idz7f1oiP4aiqiGCqqUcNjGBM'],
  ['TRC20', 'reverts', 'TW2YHP6eVjHKzoUp6ujVfBUrCjGB4SjXRR'],
  ['TRC20', 'never-mined', 'TFDeGNhdy8TvvnUasABG2dMETaPC4XuLDX'],
  ['ERC20', 'blacklisted', '0x4e5f339907b0bd8556d350718f834715c432a906'],
  ['ERC20', 'reverts', '0xDc03DbDfF75528b82a8bDdb79B319FaE65108b0A'],
  ['ERC20', 'never-mined', '0x39938AB1301462f9a57e620326777873Eebeb961'],
] as const)('the sandbox address of %s that is "%s" stays what it is', (network, role, address) => {
  expect(sandboxAddress(network, role)).toBe(address)
  expect(readDestination(network, address)).toBe(address)
})
