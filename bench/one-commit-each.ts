// The server with a commit for each write, to see what sharing a commit gains: for the bench `create-order` only.
import { serve } from '../packages/server/src/commands/serve.js'
import { openStore } from '../packages/server/src/storage/open.js'

process.exitCode = await serve({ openStore: (options) => openStore({ ...options, maxPerCommit: 1 }) })
