/** Compares the contracts with the last released ones: within `/v1` changes only add. */
import { breaksSinceRelease } from '../contract/released.js'

const breaks = breaksSinceRelease()
for (const line of breaks) console.log(line)
console.log(`${breaks.length} breaks since the last release`)
process.exitCode = breaks.length === 0 ? 0 : 1
