import { type Command, ENDS_BY_CTRL_C } from './command.js'

/** The commands of signatures. */
export const SIGNING_COMMANDS: readonly Command[] = [
  {
    name: 'sign',
    does: 'prints the Authorization header of a request, and the text that was signed',
    operands: ['method', 'target'],
    options: [
      { name: 'body', value: 'text', does: 'the body of the request' },
      { name: 'body-file', value: 'path', does: 'the file with the body; - reads standard input' },
      { name: 'timestamp', value: 'seconds', does: 'the time in Unix seconds, by default now' },
    ],
    notes: [
      'The target is the path with its query, such as /v1/orders?limit=5. The header is accepted for 300 s.',
    ],
    load: () => import('../commands/sign.js'),
  },
  {
    name: 'verify',
    does: 'says whether a saved webhook is genuine, and if not, why',
    operands: ['body-file'],
    options: [
      { name: 'signature', value: 'header', isRequired: true, does: 'the header X-Merchant-Signature' },
      { name: 'any-age', does: 'accepts a webhook of any age' },
    ],
    notes: [
      'The webhook secret is that of the account, or WEBHOOK_SECRET. - reads the body from standard input.',
    ],
    load: () => import('../commands/verify.js'),
  },
  {
    name: 'proxy',
    does: 'runs a proxy on this machine that signs the requests of tools which cannot',
    options: [
      { name: 'port', value: 'number', does: 'the port, 8089 by default; 0 takes a free one' },
      { name: 'base-url', value: 'url', does: 'the service, by default that of the account' },
    ],
    notes: [
      'A request may bring its own key as Authorization: Bearer <key_id>:<secret>; others are signed with the key of the account.',
      'Every program and every user of this machine can use the key of the account through the proxy, so a live one needs --yes.',
      ENDS_BY_CTRL_C,
    ],
    isWrite: true,
    load: () => import('../commands/proxy.js'),
  },
]
