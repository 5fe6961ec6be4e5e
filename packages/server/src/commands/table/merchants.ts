import { type CommandRow, row } from './row.js'

const merchants = () => import('../merchants/merchants.js')
const keys = () => import('../merchants/keys.js')

export const MERCHANT_COMMANDS: readonly CommandRow[] = [
  row('merchants list', '[--json]', 'list merchants', async (args) => (await merchants()).list(args)),
  row('merchants show', '<merchant-id> [--json]', 'show a merchant and its balances', async (args) =>
    (await merchants()).show(args),
  ),
  row(
    'merchants activate',
    '<merchant-id> [--revoke-keys] [--reason <text>] [--json]',
    'open the live environment; the live webhook secret that it makes is shown once',
    async (args) => (await import('../merchants/merchant-activation.js')).activate(args),
  ),
  row('merchants suspend', '<merchant-id> [--reason <text>]', 'stop a merchant from writing', async (args) =>
    (await merchants()).suspend(args),
  ),
  row(
    'merchants tier',
    '<merchant-id> --tier BASIC|STANDARD|PREMIUM [--reason <text>]',
    'change the fee of new orders',
    async (args) => (await merchants()).tier(args),
  ),
  row(
    'merchants surcharge',
    '<merchant-id> --percent <number> [--reason <text>]',
    'add per cent to prices of new orders in other currencies; --percent=-2 takes off 2, and 0 ends it',
    async (args) => (await merchants()).surcharge(args),
  ),
  row(
    'merchants brand',
    '<merchant-id> [--name <text>] [--accent <colour>] [--support <contact>] [--logo <file>] [--time-zone <name>] [--languages <list>] [--clear name|accent|support|logo|time-zone|languages|all] [--reason <text>]',
    'change how its checkout pages look, their languages, and the time zone of its dashboard',
    async (args) => (await merchants()).brand(args),
  ),
  row(
    'merchants statement',
    '<merchant-id> --month <month> [--environment live|test] [--format text|csv|json]',
    'show what a merchant was credited and charged in a month',
    async (args) => (await import('../merchants/statement.js')).statement(args),
  ),
  row(
    'merchants sign-in-link',
    '<merchant-id> --environment live|test [--scopes <list>] [--reason <text>]',
    "print a link that signs a person in to a merchant's dashboard, for orders,read by default",
    async (args) => (await merchants()).signInLink(args),
  ),
  row(
    'merchants invite',
    '<merchant-id> --mail <address> [--name <text>] [--role owner|finance|support|cashier|viewer] [--link] [--reason <text>]',
    "let a person in to a merchant's dashboard, as an owner by default: by a mail, or a printed link with --link, without a mail server and after the first sign-in",
    async (args) => (await import('../merchants/people.js')).invite(args),
  ),
  row(
    'merchants people',
    '<merchant-id> [--json]',
    'list the people of a merchant with their roles',
    async (args) => (await import('../merchants/people.js')).list(args),
  ),
  row(
    'merchants remove-person',
    '<merchant-id> --person <person-id> [--reason <text>]',
    'remove a person of a merchant, who is signed out everywhere',
    async (args) => (await import('../merchants/people.js')).remove(args),
  ),
  row(
    'merchants erase',
    '<merchant-id> --reason <text>',
    'erase the personal data of a suspended merchant for good; the ledger stays',
    async (args) => (await import('../merchants/merchant-erasure.js')).erase(args),
  ),
  row('keys list', '<merchant-id> [--json]', 'list the keys of a merchant', async (args) =>
    (await keys()).list(args),
  ),
  row(
    'keys create',
    '<merchant-id> --environment live|test --name <text> [--scopes <list>] [--reason <text>] [--json]',
    'create a key, for orders,read by default; its secret is shown once',
    async (args) => (await keys()).create(args),
  ),
  row('keys revoke', '<key-id> [--reason <text>]', 'revoke a key', async (args) =>
    (await keys()).revoke(args),
  ),
  row('keys rotate-master', '', 're-encrypt all secrets with the new master key', async (args) =>
    (await keys()).rotateMaster(args),
  ),
]
