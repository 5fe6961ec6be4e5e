import { EVENT_TYPES } from '../events.js'
import type { Command } from './command.js'

/** The commands that make events, and those of the log of their deliveries. */
export const EVENT_COMMANDS: readonly Command[] = [
  {
    name: 'trigger',
    does: 'makes an event happen in the sandbox',
    operands: ['event'],
    options: [
      { name: 'set', value: 'field=value', isList: true, does: 'a field of the order or withdrawal' },
      { name: 'link', value: 'pl_id', does: 'pays an order of this payment link, instead of a new one' },
      { name: 'timeout', value: 'duration', does: 'gives up after 2m, or another time' },
    ],
    notes: [
      `Events: ${EVENT_TYPES.join(', ')}.`,
      'It creates an order or a withdrawal, and what follows goes through the same code as a real one. --set takes amount, network, description and webhook_url, and metadata.cart=A-1001. A withdrawal needs a balance: without one an order is paid first. A live key is refused.',
    ],
    load: () => import('../commands/trigger.js'),
  },
  {
    name: 'events list',
    does: 'lists what happened, with or without a webhook, oldest first',
    options: [
      { name: 'since', value: 'duration', does: 'events of the last 1d, or another time up to 30d' },
      { name: 'after', value: 'cursor', does: 'events after this cursor, which stands beside each event' },
      { name: 'type', value: 'event', isList: true, does: 'events of this type' },
      { name: 'limit', value: 'number', does: 'the number of events, 100 by default' },
      { name: 'follow', does: 'goes on and prints each new event' },
    ],
    load: () => import('../commands/events/list.js'),
  },
  {
    name: 'deliveries list',
    does: 'lists deliveries to webhook endpoints, newest first',
    options: [
      { name: 'endpoint', value: 'wh_id', does: 'deliveries to this endpoint' },
      { name: 'status', choices: ['PENDING', 'DELIVERED', 'FAILED'], does: 'deliveries of this status' },
      { name: 'event', value: 'event', does: 'deliveries of this event' },
      { name: 'since', value: 'duration', does: 'deliveries of the last 1d, for example; by default all' },
      { name: 'limit', value: 'number', does: 'the number of deliveries, 20 by default' },
      {
        name: 'local',
        does: 'what listen could not forward, instead: PENDING until its last attempt, then FAILED',
      },
    ],
    load: () => import('../commands/deliveries/list.js'),
  },
  {
    name: 'deliveries show',
    does: 'shows a delivery with its attempts and its body',
    operands: ['delivery'],
    options: [{ name: 'endpoint', value: 'wh_id', does: 'its endpoint, which makes the search faster' }],
    load: () => import('../commands/deliveries/show.js'),
  },
  {
    name: 'deliveries resend',
    does: 'sends a delivery once more, or all that failed',
    operands: ['delivery?'],
    options: [
      { name: 'failed', does: 'every failed delivery of --since' },
      { name: 'since', value: 'duration', does: 'with --failed: 1d, or another time' },
      { name: 'dry-run', does: 'with --failed: lists them only' },
      { name: 'endpoint', value: 'wh_id', does: 'deliveries to this endpoint' },
    ],
    notes: [
      '--failed sends the oldest first and prints each one as it is sent. After an interruption the same command continues with the rest.',
      'A delivery that is sent again also goes to listen. A delivery that only listen got, because no endpoint had subscribed, goes to listen alone.',
    ],
    isWrite: true,
    load: () => import('../commands/deliveries/resend.js'),
  },
]
