import { type Command, ENDS_BY_CTRL_C } from './command.js'

/** The commands of a server on this machine. */
export const LOCAL_COMMANDS: readonly Command[] = [
  {
    name: 'dev',
    does: 'runs a sandbox server in this folder, with a merchant',
    notes: [
      'The server comes from the installation of this folder. Without one its version that belongs to this command is installed in .merchantpay/, where the data is too. The second start uses the same merchant and data.',
      'MERCHANTPAY_SERVER_PACKAGE names other packages to install, separated by spaces, as npm install takes them.',
      ENDS_BY_CTRL_C,
    ],
    options: [
      { name: 'port', value: 'number', does: 'the port, 8080 or a free one at the first start' },
      { name: 'reveal', does: 'prints the secrets too' },
    ],
    load: () => import('../commands/dev.js'),
  },
  {
    name: 'listen',
    does: 'follows the webhooks of the test environment and forwards them',
    notes: [
      'A webhook that its receiver did not answer with 2xx is sent again after 1m, 5m, 30m, 2h and 1d, as the service does; clock advance shortens the wait. That needs the webhook secret of the account, or WEBHOOK_SECRET. deliveries list --local shows what waits.',
      'After a restart it continues where it ended, so that no event is lost. With --since it forwards again what it forwarded before.',
      ENDS_BY_CTRL_C,
    ],
    options: [
      {
        name: 'forward-to',
        value: 'url',
        does: 'posts each webhook there, such as http://localhost:3000/webhooks',
      },
      { name: 'route', value: 'event=url', isList: true, does: 'posts webhooks of an event to another URL' },
      { name: 'events', value: 'event,event', isList: true, does: 'these events only' },
      { name: 'since', value: 'duration', does: 'begins with the events of the last 1h, at most 1d' },
    ],
    load: () => import('../commands/listen.js'),
  },
]
