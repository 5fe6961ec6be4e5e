// The server with a commit for each write: the baseline of the bench `create-order` for shared commits.
import { serve } from '../../packages/server/src/commands/server/serve.js'
import { openStore } from '../../packages/server/src/storage/open.js'

process.exitCode = await serve({ openStore: (options) => openStore({ ...options, maxPerCommit: 1 }) })
