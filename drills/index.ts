// Runs one drill: `npm run drill -- <name>`. Drills prove in full what `npm test` proves by samples; they take minutes.

/** Loaded when they are run: all of them take seconds to load. */
const DRILLS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  abuse: async (args) => (await import('./abuse.js')).abuse(args),
  backlog: async (args) => (await import('./backlog.js')).backlog(args),
  chaos: async (args) => (await import('./chaos.js')).chaos(args),
  completeness: async (args) => (await import('./completeness.js')).completeness(args),
  crash: async (args) => (await import('./crash.js')).crash(args),
  deliveries: async (args) => (await import('./deliveries.js')).deliveries(args),
  'delivery-plans': async (args) => (await import('./delivery-plans.js')).deliveryPlans(args),
  dust: async (args) => (await import('./dust.js')).dust(args),
  fees: async (args) => (await import('./fees.js')).fees(args),
  leases: async (args) => (await import('./leases.js')).leases(args),
  ledger: async (args) => (await import('./ledger.js')).ledger(args),
  meet: async (args) => (await import('./meet.js')).meet(args),
  proofs: async (args) => (await import('./proofs.js')).proofs(args),
  recovery: async (args) => (await import('./recovery.js')).recovery(args),
  reorgs: async (args) => (await import('./reorgs.js')).reorgs(args),
  'sdk-abort': async (args) => (await import('./sdk-abort.js')).sdkAbort(args),
  'sdk-limiter': async (args) => (await import('./sdk-limiter.js')).sdkLimiter(args),
  'sdk-money': async (args) => (await import('./sdk-money.js')).sdkMoney(args),
  'sdk-paths': async (args) => (await import('./sdk-paths.js')).sdkPaths(args),
  'sdk-replay': async (args) => (await import('./sdk-replay.js')).sdkReplay(args),
  'sdk-signing': async (args) => (await import('./sdk-signing.js')).sdkSigning(args),
  'sdk-sse': async (args) => (await import('./sdk-sse.js')).sdkSse(args),
  smoke: async (args) => (await import('./smoke.js')).smoke(args),
  trc20: async (args) => (await import('./trc20.js')).trc20(args),
  'webhook-next': async () => (await import('./webhook-next.js')).webhookNext(),
  withdrawals: async (args) => (await import('./withdrawals.js')).withdrawals(args),
}

const [name = '', ...args] = process.argv.slice(2)
const drill = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
if (!drill) throw new Error(`no drill ${name}; there are ${Object.keys(DRILLS).join(', ')}`)
await drill(args)
