// Loaded by `node --import`: the process kills itself just before its first HTTPS request.
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

https.request = () => process.kill(process.pid, 'SIGKILL')
syncBuiltinESMExports()
