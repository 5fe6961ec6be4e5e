import { SCOPES, SHOP_SCOPES } from '../commands/scopes.js'
import type { Command } from './command.js'

const NO_TERMINAL = 'Without a terminal the secret is read from standard input.'

/** The commands of keys, secrets and profiles. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'login',
    does: 'stores a key in a profile',
    options: [
      { name: 'base-url', value: 'url', does: 'the service, such as https://pay.example' },
      { name: 'key-id', value: 'mk_id', does: 'the id of the key; its secret is asked for' },
      { name: 'register', does: 'registers a new test merchant and stores its key' },
      { name: 'name', value: 'text', does: 'with --register: the name of the merchant' },
      { name: 'email', value: 'address', does: 'with --register: its e-mail address' },
    ],
    notes: [
      `The profile is default, or that of --profile. ${NO_TERMINAL}`,
      'WEBHOOK_SECRET is stored too, if it is set.',
      'A service whose registration needs a token reads it from MERCHANTPAY_REGISTRATION_TOKEN.',
    ],
    load: () => import('../commands/login.js'),
  },
  {
    name: 'keys list',
    does: 'lists the keys of the merchant',
    options: [],
    load: () => import('../commands/keys/list.js'),
  },
  {
    name: 'keys create',
    does: 'creates a key',
    options: [
      { name: 'environment', choices: ['test', 'live'], does: 'by default that of the present key' },
      { name: 'name', value: 'text', does: 'a label' },
      {
        name: 'scopes',
        value: 'scope,scope',
        isList: true,
        does: `${SCOPES.join(', ')}; by default ${SHOP_SCOPES.join(' and ')}`,
      },
      { name: 'store', value: 'profile', does: 'stores the key in a profile' },
      { name: 'reveal', does: 'prints the secret' },
    ],
    notes: [
      'The service shows the secret only once, so --store or --reveal must be given.',
      'The server of a shop needs orders and read only. A stolen key with withdrawals moves money, and one with keys makes others.',
    ],
    isWrite: true,
    load: () => import('../commands/keys/create.js'),
  },
  {
    name: 'keys revoke',
    does: 'revokes a key at once',
    operands: ['key_id'],
    options: [],
    isWrite: true,
    load: () => import('../commands/keys/revoke.js'),
  },
  {
    name: 'dashboard',
    does: 'prints a link that signs a person in to the dashboard, once and within 10 minutes',
    options: [
      {
        name: 'scopes',
        value: 'scope,scope',
        isList: true,
        does: `what the session may do: ${SCOPES.join(', ')}; by default ${SHOP_SCOPES.join(' and ')}`,
      },
      { name: 'open', does: 'opens the link in the browser too' },
    ],
    notes: [
      'The dashboard shows the environment of the key, test or live. The link works once and needs no password: hand it to one person.',
    ],
    isWrite: true,
    load: () => import('../commands/dashboard.js'),
  },
  {
    name: 'webhooks secret',
    does: 'shows the webhook secret of the account, or makes a new one',
    options: [
      { name: 'rotate', does: 'makes a new one; both sign for 24 h' },
      { name: 'reveal', does: 'prints it in full' },
    ],
    notes: ['A new one is stored where the key comes from. The service never shows an old one again.'],
    isWrite: true,
    load: () => import('../commands/webhooks/secret.js'),
  },
]
