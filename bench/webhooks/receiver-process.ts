// A receiver that runs until its standard input ends and prints its address.
import { type ReceiverPlace, startReceiver } from './receiver.js'

const { urls, caFile, close } = await startReceiver(Number(process.argv[2]))
console.log(JSON.stringify({ urls, caFile } satisfies ReceiverPlace))
process.stdin.resume().once('end', close)
