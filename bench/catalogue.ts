import type { Catalogue, Entry } from '../tools/lib/catalogue.js'
import type { Result } from './lib/rounds.js'
import type { Table } from './sdk/faults/table.js'

interface Bench extends Entry {
  run(): Promise<Result[]>
}

/** A table of clients side by side, which fails the run when the SDK is wrong in it. */
interface Comparison extends Entry {
  compare(): Promise<Table>
}

/** Every bench. Modules are imported on use, because together they take seconds to load. */
export const BENCHES: Catalogue<Bench | Comparison> = {
  verify: {
    about: 'one webhook delivery, verified here and by four other verifiers',
    run: async () => (await import('./webhooks/verify-webhook.js')).verifyWebhookBench(),
  },
  'verify-timing': {
    about: 'whether the time of a refusal shows at which byte a forged MAC is wrong',
    run: async () => (await import('./webhooks/verify-timing.js')).verifyTiming(),
  },
  'get-order': {
    about: 'one read of an order',
    run: async () => (await import('./orders/get-order.js')).getOrder(),
  },
  'create-order': {
    about: 'one new order',
    run: async () => (await import('./orders/create-order.js')).createOrder(),
  },
  'orders-growth': {
    about: 'whether many orders make a server slower',
    run: async () => (await import('./orders/orders-growth.js')).ordersGrowth(),
  },
  lists: {
    about:
      'lists, searches and exports over a million orders, withdrawals and links on both engines, and the words of an order',
    run: async () => (await import('./orders/lists.js')).lists(),
  },
  deliveries: {
    about:
      'webhook deliveries per second against a client without a queue, and the delay before an event is sent',
    run: async () => (await import('./webhooks/deliveries.js')).deliveries(),
  },
  isolation: {
    about: 'the cost of one silent receiver to 99 others',
    run: async () => (await import('./webhooks/isolation.js')).isolation(),
  },
  backlog: {
    about:
      'the time to create an order while tens of thousands of webhooks are due, against the same server without them',
    run: async () => (await import('./webhooks/backlog.js')).backlog(),
  },
  'address-derivation': {
    about: 'one derived address',
    run: async () => (await import('./chain/address-derivation.js')).addressDerivation(),
  },
  ledger: {
    about: 'one proof of the ledger',
    run: async () => (await import('./ledger/ledger.js')).ledger(),
  },
  chain: {
    about:
      'the speed of catching up with Ethereum after an outage, and the cost of finding our addresses among all',
    run: async () => (await import('./chain/chain.js')).chain(),
  },
  checkout: {
    about: 'the first visit of a payer with a phone on a poor network',
    run: async () => (await import('./checkout/checkout.js')).checkout(),
  },
  console: {
    about: 'the pages of the operator console over 100,000 orders',
    run: async () => (await import('./console/console.js')).operatorConsole(),
  },
  dashboard: {
    about: 'the pages of a merchant who has a million orders',
    run: async () => (await import('./console/dashboard.js')).merchantDashboard(),
  },
  streams: {
    about:
      'memory and CPU of 10,000 idle checkout streams, and the delay of a change on a stream beside them',
    run: async () => (await import('./checkout/streams.js')).streams(),
  },
  scaling: {
    about:
      'what an order costs on PostgreSQL until its webhook is delivered: processor, statements, bytes and syncs',
    run: async () => (await import('./server/scaling.js')).scaling(),
  },
  contention: {
    about:
      'orders of one merchant on PostgreSQL with slow commits: orders a second, and transactions that wait for a lock',
    options: ['against <commit>'],
    run: async () => (await import('./server/contention.js')).contention(),
  },
  released: {
    about: 'reads, new orders and webhooks of the built server against those of another commit',
    options: ['against <commit>'],
    run: async () => (await import('./server/released.js')).released(),
  },
  start: {
    about:
      'the start of the server: time, CPU, idle memory and the first order, alone or against another commit',
    options: ['against <commit>'],
    run: async () => (await import('./server/start.js')).start(),
  },
  metrics: {
    about: 'requests to a server with metrics against one without',
    run: async () => (await import('./server/metrics-cost.js')).metricsCost(),
  },
  'node-calls': {
    about: 'calls, credits and bytes a day to a node of each network, idle, with one order and with 100',
    run: async () => (await import('./chain/node-calls.js')).nodeCalls(),
  },
  'sdk-abort': {
    about: 'the time from an abort to the end of the call, in each phase of a call',
    run: async () => (await import('./sdk/sdk-abort.js')).sdkAbort(),
  },
  'sdk-call': {
    about: 'the time that the SDK adds to a call',
    run: async () => (await import('./sdk/sdk-call.js')).sdkCall(),
  },
  'sdk-http-faults': {
    about: 'the SDK and other clients at each HTTP fault; --write renews docs/sdk-faults.md',
    compare: async () => (await import('./sdk/sdk-http-faults.js')).sdkHttpFaults(),
  },
  'sdk-sse-faults': {
    about: 'the SDK and other clients at each fault of an event stream; --write renews docs/sdk-faults.md',
    compare: async () => (await import('./sdk/sdk-sse-faults.js')).sdkSseFaults(),
  },
}
