// `npm run stress -- <name>` runs one stress test, `--list` prints them all. `npm test` proves the same by samples; a stress
// test takes minutes.
import { asksForList, entryOf, listOf } from '../tools/lib/catalogue.js'
import { STRESS_TESTS } from './catalogue.js'

const [name = '', ...args] = process.argv.slice(2)
if (asksForList([name])) for (const line of listOf(STRESS_TESTS)) console.log(line)
else await entryOf(STRESS_TESTS, name).run(args)
