/** Compares the contracts with the last released ones, since within `/v1` changes only add, and asks for their score. */
import { CONTRACTS } from '../contract/document.js'
import { breaksSinceRelease } from '../contract/released.js'
import { scoreFaults, scoreOf } from '../contract/score.js'

const breaks = breaksSinceRelease()
const faults = await Promise.all(CONTRACTS.map(async (name) => scoreFaults(name, await scoreOf(name))))
for (const line of [...breaks, ...faults.flat()]) console.log(line)
console.log(`${breaks.length} breaks since the last release, ${faults.flat().length} faults of the score`)
process.exitCode = breaks.length + faults.flat().length === 0 ? 0 : 1
