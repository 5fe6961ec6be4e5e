// Runs one drill: `npm run drill -- <name>`. Drills prove in full what `npm test` proves by samples; they take minutes.

type Drill = (args: readonly string[]) => Promise<void>

/** Loaded when it is run: all of them take seconds to load. */
const DRILLS: Readonly<Record<string, () => Promise<Drill>>> = {
  backlog: async () => (await import('./backlog.js')).backlog,
  chaos: async () => (await import('./chaos.js')).chaos,
  completeness: async () => (await import('./completeness.js')).completeness,
  crash: async () => (await import('./crash.js')).crash,
  deliveries: async () => (await import('./deliveries.js')).deliveries,
  'delivery-plans': async () => (await import('./delivery-plans.js')).deliveryPlans,
  dust: async () => (await import('./dust.js')).dust,
  fees: async () => (await import('./fees.js')).fees,
  leases: async () => (await import('./leases.js')).leases,
  ledger: async () => (await import('./ledger.js')).ledger,
  meet: async () => (await import('./meet.js')).meet,
  recovery: async () => (await import('./recovery.js')).recovery,
  reorgs: async () => (await import('./reorgs.js')).reorgs,
  'sdk-abort': async () => (await import('./sdk-abort.js')).sdkAbort,
  'sdk-limiter': async () => (await import('./sdk-limiter.js')).sdkLimiter,
  'sdk-money': async () => (await import('./sdk-money.js')).sdkMoney,
  'sdk-paths': async () => (await import('./sdk-paths.js')).sdkPaths,
  'sdk-replay': async () => (await import('./sdk-replay.js')).sdkReplay,
  'sdk-signing': async () => (await import('./sdk-signing.js')).sdkSigning,
  'sdk-sse': async () => (await import('./sdk-sse.js')).sdkSse,
  smoke: async () => (await import('./smoke.js')).smoke,
  trc20: async () => (await import('./trc20.js')).trc20,
  'webhook-next': async () => (await import('./webhook-next.js')).webhookNext,
  withdrawals: async () => (await import('./withdrawals.js')).withdrawals,
}

const [name = '', ...args] = process.argv.slice(2)
const load = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
if (!load) throw new Error(`no drill ${name}; there are ${Object.keys(DRILLS).join(', ')}`)
const drill = await load()
await drill(args)
