/**
 * The layers of the server and the floors of its domain: which of them each may import, and where third-party packages may
 * be used.
 * Type imports count. Import cycles are the linter's to find.
 */
const SERVER = '^packages/server/src/'

/** Every layer with the layers that it may import besides itself and `networks`. */
const LAYERS = {
  networks: [],
  runtime: ['domain/shared'],
  domain: [],
  config: ['domain', 'runtime/key-file.ts'],
  storage: ['domain'],
  chain: ['domain', 'runtime'],
  workers: ['domain', 'runtime'],
  http: ['domain', 'runtime', 'generated'],
  ui: ['domain', 'runtime'],
  checkout: ['domain', 'runtime', 'ui'],
  pages: ['domain', 'runtime', 'ui'],
  console: ['domain', 'runtime', 'ui', 'pages'],
  dashboard: ['domain', 'runtime', 'ui', 'pages', 'http/handler.ts'],
  docs: ['domain', 'runtime', 'ui'],
  messages: ['domain', 'runtime', 'ui'],
  observability: ['domain', 'runtime', 'workers'],
}

/** The folders of the domain by floor, the lowest first: each folder imports only from lower floors. */
const FLOORS = [
  ['shared'],
  ['secrets', 'rates'],
  ['chain'],
  ['ledger'],
  ['sessions', 'webhooks'],
  ['messages'],
  ['people'],
  ['notices'],
  ['merchants'],
  ['withdrawals'],
  ['orders'],
  ['links', 'recovery', 'screening', 'sweeps'],
  ['payments'],
  ['attention', 'sandbox'],
]
/** The transaction and the context, which every floor receives. Both name types of all floors, and import no values. */
const BELOW_ALL_FLOORS = ['store/', 'context\\.ts$']

/** The only layers that may import each group of packages. */
const PACKAGES = [
  [['storage'], ['better-sqlite3', 'pg']],
  [
    ['http'],
    ['express', 'express-openapi-validator', 'helmet', 'pino-http', 'raw-body', 'rate-limiter-flexible'],
  ],
  [['chain'], ['ethers', 'tronweb']],
  [
    ['chain', 'networks'],
    ['@scure/[^/]+', '@noble/[^/]+'],
  ],
  [['messages'], ['nodemailer']],
  [['runtime'], ['pngjs']],
  [['observability'], ['prom-client']],
]

const layerRules = Object.entries(LAYERS).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  severity: 'error',
  comment: `${layer} imports ${['itself', 'networks', ...allowed].join(', ')} and no other layer.`,
  from: { path: `${SERVER}${layer}/` },
  to: { path: SERVER, pathNot: [layer, 'networks', ...allowed].map((each) => `${SERVER}${each}(/|$)`) },
}))

const inDomain = (places) => `${SERVER}domain/(${places.join('|')})`
const folders = (names) => names.map((name) => `${name}/`)

const floorRules = FLOORS.flatMap((floor, level) =>
  floor.map((folder) => ({
    name: `floor-${folder}`,
    severity: 'error',
    comment: `domain/${folder} imports only folders of the domain on lower floors.`,
    from: { path: inDomain(folders([folder])) },
    to: {
      path: `${SERVER}domain/`,
      pathNot: inDomain([...folders([folder, ...FLOORS.slice(0, level).flat()]), ...BELOW_ALL_FLOORS]),
    },
  })),
)

const packageRules = PACKAGES.map(([layers, packages]) => ({
  name: `packages-${layers.join('-')}`,
  severity: 'error',
  comment: `Only ${layers.join(' and ')} may import ${packages.join(', ')}.`,
  from: { path: SERVER, pathNot: layers.map((layer) => `${SERVER}${layer}/`) },
  to: { path: `(^|node_modules/)(@types/)?(${packages.join('|')})(/|$)` },
}))

export default {
  forbidden: [
    ...layerRules,
    ...packageRules,
    ...floorRules,
    {
      name: 'floor-of-each-folder',
      severity: 'error',
      comment: 'A folder of the domain has a floor.',
      from: { path: `${SERVER}domain/[^/]+/`, pathNot: inDomain([...folders(FLOORS.flat()), 'store/']) },
      to: { path: SERVER },
    },
    {
      name: 'types-below-all-floors',
      severity: 'error',
      comment: 'domain/store and domain/context.ts import only types from the floors.',
      from: { path: inDomain(BELOW_ALL_FLOORS) },
      to: {
        path: `${SERVER}domain/`,
        pathNot: inDomain(BELOW_ALL_FLOORS),
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'offline-commands',
      severity: 'error',
      comment: 'The commands that open a seed reach no database, no settings, no node and no server.',
      from: { path: `${SERVER}commands/sweeps/(pin|sign)[^/]*\\.ts$` },
      to: {
        path: [
          `${SERVER}(storage|config|http|workers|compose|console|dashboard|observability)/`,
          `${SERVER}chain/(nodes/(nodes|node-http|node-selector)|[^/]+/[^/]+-transport)\\.`,
          '^(node:)?(http|https|http2|net|tls|dns|dgram|child_process)$',
        ],
        reachable: true,
      },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'domain imports itself, the networks, the shared rules, the shared signature code and pure built-ins.',
      from: { path: `${SERVER}domain/` },
      to: {
        pathNot: [
          `${SERVER}(domain|networks)/`,
          '^packages/(core|webhook-verify)/',
          '^packages/sdk/dist/signing\\.',
          '^(node:)?(crypto|net|url|util|buffer)$',
        ],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/.*/|/node_modules/\\.cache/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
