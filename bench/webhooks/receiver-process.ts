// A receiver alone, until its standard input ends: it prints where it is found.
import { type ReceiverPlace, startReceiver } from './receiver.js'

const { urls, caFile, close } = await startReceiver(Number(process.argv[2]))
console.log(JSON.stringify({ urls, caFile } satisfies ReceiverPlace))
process.stdin.resume().once('end', close)
