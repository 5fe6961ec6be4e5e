// Runs one drill: `npm run drill -- <name>`. Drills prove in full what `npm test` proves by samples; they take minutes.
import { backlog } from './backlog.js'
import { chaos } from './chaos.js'
import { completeness } from './completeness.js'
import { crash } from './crash.js'
import { deliveries } from './deliveries.js'
import { deliveryPlans } from './delivery-plans.js'
import { dust } from './dust.js'
import { fees } from './fees.js'
import { leases } from './leases.js'
import { ledger } from './ledger.js'
import { meet } from './meet.js'
import { recovery } from './recovery.js'
import { reorgs } from './reorgs.js'
import { sdkAbort } from './sdk-abort.js'
import { sdkLimiter } from './sdk-limiter.js'
import { sdkMoney } from './sdk-money.js'
import { sdkPaths } from './sdk-paths.js'
import { sdkReplay } from './sdk-replay.js'
import { sdkSigning } from './sdk-signing.js'
import { sdkSse } from './sdk-sse.js'
import { smoke } from './smoke.js'
import { trc20 } from './trc20.js'
import { webhookNext } from './webhook-next.js'
import { withdrawals } from './withdrawals.js'

const DRILLS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  backlog,
  chaos,
  completeness,
  crash,
  deliveries,
  'delivery-plans': deliveryPlans,
  dust,
  fees,
  leases,
  ledger,
  meet,
  recovery,
  reorgs,
  'sdk-abort': sdkAbort,
  'sdk-limiter': sdkLimiter,
  'sdk-money': sdkMoney,
  'sdk-paths': sdkPaths,
  'sdk-replay': sdkReplay,
  'sdk-signing': sdkSigning,
  'sdk-sse': sdkSse,
  smoke,
  trc20,
  'webhook-next': webhookNext,
  withdrawals,
}

const [name = '', ...args] = process.argv.slice(2)
const drill = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
if (!drill) throw new Error(`no drill ${name}; there are ${Object.keys(DRILLS).join(', ')}`)
await drill(args)
