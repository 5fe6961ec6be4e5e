import type { Catalogue, Entry } from '../tools/lib/catalogue.js'

interface StressTest extends Entry {
  run(args: readonly string[]): Promise<void>
}

/** Every stress test. Modules are imported on use, because together they take seconds to load. */
export const STRESS_TESTS: Catalogue<StressTest> = {
  abuse: {
    about:
      'under hostile bodies, pipelines, slow requests and 12,000 connections the server stays small, answers probes and logs refusals',
    options: ['seconds', 'seed', 'size'],
    run: async (args) => (await import('./server/abuse.js')).abuse(args),
  },
  browsers: {
    about:
      'payers and people of a shop find checkout, sign-in, Home and lists whole in Firefox, and four pages in WebKit; a browser that the machine lacks is named',
    options: ['only', 'pictures'],
    run: async (args) => (await import('./browsers/browsers.js')).browsers(args),
  },
  contract: {
    about:
      'the server answers 20,000 requests that are made from the contract, valid, faulty and wrongly signed, as the contract says',
    options: ['cases', 'seed'],
    run: async (args) => (await import('./server/contract.js')).contract(args),
  },
  mutants: {
    about:
      'the tests of the contract notice 40 small faults of the server and of its compiled contract, or a list says why no request shows them',
    options: ['count', 'seed'],
    run: async (args) => (await import('./mutants/mutants.js')).mutants(args),
  },
  crash: {
    about:
      'servers killed 500 times under load lose nothing and double nothing; --nodes uses real nodes, --planted finds 7 planted faults',
    options: ['engine', 'minutes', 'nodes', 'only', 'planted', 'quick', 'seed'],
    run: async (args) => (await import('./server/crash.js')).crash(args),
  },
  'rolling-upgrade': {
    about:
      'behind nginx no request of 100,000 fails while two servers are upgraded, and none while they restart; 100 kills lose no acknowledged order; --what is upgrade, restart or kills',
    options: ['kills', 'requests', 'what'],
    run: async (args) => (await import('./server/rolling-upgrade.js')).rollingUpgrade(args),
  },
  servers: {
    about:
      'two servers behind nginx show the changes of each other within a second, and let exactly 60 of 200 requests pass',
    options: ['changes'],
    run: async (args) => (await import('./server/servers.js')).servers(args),
  },
  cluster: {
    about:
      'two servers on three nodes of PostgreSQL with Patroni, etcd and HAProxy lose nothing and double nothing in 10 failovers of eight kinds',
    options: ['failovers', 'lost-tails', 'nodes', 'only', 'seed'],
    run: async (args) => (await import('./server/cluster.js')).cluster(args),
  },
  completeness: {
    about:
      'every fault of every node answer, at every block of an Ethereum and a TRON network, leaves the ledger correct',
    options: ['seed'],
    run: async (args) => (await import('./chain/completeness.js')).completeness(args),
  },
  dust: {
    about:
      'a payment between 10,000 transfers of 0.000001 USDT is credited, on anvil and on the TRON development node',
    run: async (args) => (await import('./chain/dust.js')).dust(args),
  },
  'node-calls': {
    about:
      'two servers on one PostgreSQL make at most 1.2 times the calls of one to the nodes of two networks',
    options: ['seconds'],
    run: async (args) => (await import('./chain/node-calls.js')).nodeCalls(args),
  },
  'real-nodes': {
    about:
      'plays the cases of nodes, fees and signatures on anvil and the TRON development node, and prints one line each',
    run: async () => (await import('./chain/real-nodes.js')).realNodes(),
  },
  reorgs: {
    about:
      'after reorgs the ledger equals one read from the winning branch: 1,000 trees to a depth of 30, and 50 on anvil',
    options: ['anvil', 'seed', 'trees'],
    run: async (args) => (await import('./chain/reorgs.js')).reorgs(args),
  },
  smoke: {
    about:
      'blocks of public networks give the same transfers when read twice; set SMOKE_ERC20_NODE_1_URL, SMOKE_TRC20_NODE_1_URL and SMOKE_<network>_ADDRESS',
    run: async (args) => (await import('./chain/smoke.js')).smoke(args),
  },
  sweeps: {
    about:
      'payments of 1,000 addresses come home at the cost of their receipts, also when `sweeps send` is killed at random moments',
    options: ['blacklisted', 'count', 'engine', 'kills', 'method', 'network'],
    run: async (args) => (await import('./chain/sweeps.js')).sweeps(args),
  },
  trc20: {
    about: 'a day of a TRON network fits into 90,000 RPC calls, also with 10,000 dust transfers',
    run: async (args) => (await import('./chain/trc20.js')).trc20(args),
  },
  exports: {
    about: '`export ledger` and the statements equal the balances after 100,000 random operations',
    options: ['engine', 'operations', 'seed'],
    run: async (args) => (await import('./ledger/exports.js')).exports(args),
  },
  meet: {
    about:
      'blocks with the same merchants and expiries with the same receivers run 1,000 times at once without a deadlock, on each engine',
    options: ['rounds'],
    run: async (args) => (await import('./ledger/meet.js')).meet(args),
  },
  proofs: {
    about:
      '10,000 proofs of the ledger, on snapshots and in another process, find nothing while the ledger is written to',
    options: ['engine', 'runs', 'seed'],
    run: async (args) => (await import('./ledger/proofs.js')).proofs(args),
  },
  'order-search': {
    about: 'prints how long each kind of search takes among 1,000,000 orders, on each engine',
    options: ['engine', 'orders'],
    run: async (args) => (await import('./orders/order-search.js')).orderSearch(args),
  },
  'list-filters': {
    about:
      'prints how long a list of orders takes with each filter, among 1,000,000 orders of a merchant, on each engine',
    options: ['engine', 'orders'],
    run: async (args) => (await import('./orders/list-filters.js')).listFilters(args),
  },
  'link-openings': {
    about:
      'a stranger who opens one payment link 10,000 times in ten days leases at most 500 new addresses a day, and orders of the API go on',
    options: ['engine', 'openings'],
    run: async (args) => (await import('./orders/link-openings.js')).linkOpenings(args),
  },
  'stolen-key': {
    about:
      'a stolen live key with every scope moves nothing to a new address within 24 hours, and does without the list of destinations',
    options: ['engine', 'rounds', 'runs', 'seed'],
    run: async (args) => (await import('./withdrawals/stolen-key.js')).stolenKey(args),
  },
  'payout-kills': {
    about:
      'a server that is killed while it stores or sends first and further versions of payments pays each withdrawal once, on each engine; --planted finds 3 planted faults',
    options: ['checkpoint', 'engine', 'planted', 'rounds', 'seed'],
    run: async (args) => (await import('./withdrawals/payout-kills.js')).payoutKills(args),
  },
  backlog: {
    about:
      '100,000 webhooks due at once to 1,000 targets are each sent once, four at a time per target, and fairly, on each engine',
    options: ['each', 'engine', 'targets'],
    run: async (args) => (await import('./webhooks/backlog.js')).backlog(args),
  },
  chaos: {
    about:
      'receivers that answer in every hostile way for ten minutes neither delay honest deliveries nor make the server grow',
    options: ['minutes', 'seconds', 'seed'],
    run: async (args) => (await import('./webhooks/chaos.js')).chaos(args),
  },
  'event-readers': {
    about:
      'five readers see each of 100,000 events once and in order while 20 writers store them in two servers on PostgreSQL, whose connections are killed',
    options: ['events', 'kill-every'],
    run: async (args) => (await import('./webhooks/event-readers.js')).eventReaders(args),
  },
  'delivery-plans': {
    about:
      'no statement of the delivery engine reads all of a table of 1,000,000 rows; prints how long each takes',
    options: ['engine', 'rows'],
    run: async (args) => (await import('./webhooks/delivery-plans.js')).deliveryPlans(args),
  },
  recovery: {
    about: '`deliveries recover` of 50,000 failed deliveries, killed 20 times, sends each again once',
    options: ['deliveries', 'engine', 'kills', 'seed'],
    run: async (args) => (await import('./webhooks/recovery.js')).recovery(args),
  },
  backup: {
    about:
      'backups under load have every order that was acknowledged before, and a proven ledger, on each engine',
    options: ['checkpoint', 'engine', 'rounds', 'seed'],
    run: async (args) => (await import('./recovery/backup.js')).backup(args),
  },
  restore: {
    about:
      'a disk that is lost under load is restored and recovered by command on each engine: nothing is paid twice, and nothing on a stranger’s order',
    options: ['checkpoint', 'engine', 'rounds', 'seed'],
    run: async (args) => (await import('./recovery/restore.js')).restore(args),
  },
  litestream: {
    about: 'a file that Litestream replicates under load stays one generation, and is restored whole',
    options: ['checkpoint', 'rounds'],
    run: async (args) => (await import('./recovery/litestream.js')).litestream(args),
  },
  'point-in-time': {
    about:
      'the commands of the manual restore a PostgreSQL database to a moment with pgBackRest, and the recovery finishes',
    run: async () => (await import('./recovery/point-in-time.js')).pointInTime(),
  },
  medusa: {
    about:
      'the plugin for Medusa in Medusa itself, on PostgreSQL: carts paid in time, late, twice, too much and too little, a shop that dies, refunds',
    run: async (args) => (await import('./shop/medusa/medusa.js')).medusa(args),
  },
  shop: {
    about:
      'the example shop ships each paid cart once through 1,000 seeded lives of deaths, repeats, late payments and returning customers',
    options: ['runs', 'seed'],
    run: async (args) => (await import('./shop/shop.js')).shop(args),
  },
  'first-minute': {
    about:
      'an empty folder becomes a paid order with its verified webhook within 60 s, and again within 10 s, from the packed packages; --sqlite compiled compiles the driver',
    options: ['sqlite'],
    run: async (args) => (await import('./cli/first-minute.js')).firstMinute(args),
  },
  'webhook-next': {
    about: 'a Next project with the packed webhook package builds and receives with both routers',
    run: async () => (await import('./webhooks/webhook-next.js')).webhookNext(),
  },
  'sdk-abort': {
    about: '10,000 calls with one signal leave no listener, socket or timer behind',
    options: ['calls'],
    run: async (args) => (await import('./sdk/sdk-abort.js')).sdkAbort(args),
  },
  'sdk-limiter': {
    about: '200 calls at once get no 429, however a server counts, with 60 seeds',
    options: ['seed', 'seeds'],
    run: async (args) => (await import('./sdk/sdk-limiter.js')).sdkLimiter(args),
  },
  'sdk-money': {
    about: 'the money functions of the SDK agree with an oracle in 100,000 cases',
    options: ['cases', 'seed'],
    run: async (args) => (await import('./sdk/sdk-money.js')).sdkMoney(args),
  },
  'sdk-paths': {
    about: '10,000 generated ids make a request to exactly their path or no request',
    options: ['ids', 'seed'],
    run: async (args) => (await import('./sdk/sdk-paths.js')).sdkPaths(args),
  },
  'sdk-replay': {
    about: '100 lost answers of each keyed operation make one resource each',
    options: ['runs'],
    run: async (args) => (await import('./sdk/sdk-replay.js')).sdkReplay(args),
  },
  'sdk-signing': {
    about: 'the server verifies 1,000 signed requests with random bodies and paths',
    options: ['requests', 'seed'],
    run: async (args) => (await import('./sdk/sdk-signing.js')).sdkSigning(args),
  },
  'sdk-sse': {
    about: 'the event-stream parser agrees with eventsource-parser on 100,000 streams',
    options: ['seed', 'streams'],
    run: async (args) => (await import('./sdk/sdk-sse.js')).sdkSse(args),
  },
}
