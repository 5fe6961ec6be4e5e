import { filterQuery } from '@merchantpay/core/list-filters'
import type { Context } from '../../domain/context.js'
import { merchantBalances } from '../../domain/ledger/ledger.js'
import { readTraceparent } from '../../domain/webhooks/trace-context.js'
import { createDestination, deleteDestination } from '../../domain/withdrawals/destination-list.js'
import { quoteWithdrawal } from '../../domain/withdrawals/withdrawal-quotes.js'
import {
  cancelWithdrawal,
  createWithdrawal,
  getWithdrawal,
  listWithdrawals,
} from '../../domain/withdrawals/withdrawals.js'
import type { Handlers } from '../handler.js'
import { timeRange, timeRangeIfGiven } from '../list-filters.js'
import { nextTarget, pageOf, totalOf } from '../page.js'
import {
  presentBalance,
  presentDestination,
  presentQuote,
  presentWithdrawal,
  replayHeader,
} from '../present.js'

type WithdrawalHandlers = Pick<
  Handlers,
  | 'createWithdrawal'
  | 'listWithdrawals'
  | 'getWithdrawal'
  | 'cancelWithdrawal'
  | 'quoteWithdrawal'
  | 'getBalance'
  | 'createWithdrawalDestination'
  | 'listWithdrawalDestinations'
  | 'deleteWithdrawalDestination'
>

export function withdrawalHandlers(context: Context): WithdrawalHandlers {
  return {
    createWithdrawal: {
      access: 'write',
      async run(tx, { body, caller, headers }) {
        const { withdrawal, replayed } = await createWithdrawal(tx, context, caller, {
          amount: body.amount,
          network: body.network,
          destinationAddress: body.destination_address,
          description: body.description,
          metadata: body.metadata,
          webhookUrl: body.webhook_url,
          idempotencyKey: body.idempotency_key,
          traceparent: readTraceparent(headers.traceparent),
        })
        return { status: 201, body: presentWithdrawal(withdrawal), headers: replayHeader(replayed) }
      },
    },
    listWithdrawals: {
      access: 'read',
      async run(tx, { caller, query }) {
        const filters = filterQuery(query)
        const page = pageOf(query, filters)
        const filter = {
          status: query.status,
          ...timeRange(query.created_from, query.created_to),
          updated: timeRangeIfGiven(query.updated_from, query.updated_to),
        }
        const listed = await listWithdrawals(tx, caller, filter, page)
        const withdrawals = listed.rows.map(presentWithdrawal)
        const next = nextTarget('/v1/withdrawals', page, listed, filters)
        return { status: 200, body: { withdrawals, ...totalOf(listed), next } }
      },
    },
    getWithdrawal: {
      access: 'read',
      async run(tx, { caller, params }) {
        return { status: 200, body: presentWithdrawal(await getWithdrawal(tx, caller, params.id)) }
      },
    },
    cancelWithdrawal: {
      access: 'write',
      async run(tx, { caller, params }) {
        return {
          status: 200,
          body: presentWithdrawal(await cancelWithdrawal(tx, context, caller, params.id)),
        }
      },
    },
    quoteWithdrawal: {
      access: 'read',
      async run(_tx, { caller, query }) {
        return { status: 200, body: presentQuote(quoteWithdrawal(context, caller, query)) }
      },
    },
    createWithdrawalDestination: {
      access: 'write',
      async run(tx, { body, caller }) {
        return { status: 201, body: presentDestination(await createDestination(tx, context, caller, body)) }
      },
    },
    listWithdrawalDestinations: {
      access: 'read',
      async run(tx, { caller }) {
        const destinations = await tx.destinations.list(caller)
        return { status: 200, body: { destinations: destinations.map(presentDestination) } }
      },
    },
    deleteWithdrawalDestination: {
      access: 'write',
      async run(tx, { caller, params }) {
        await deleteDestination(tx, caller, params.id)
        return { status: 200, body: { message: 'destination deleted' } }
      },
    },
    getBalance: {
      access: 'read',
      async run(tx, { caller }) {
        return { status: 200, body: presentBalance(await merchantBalances(tx, caller)) }
      },
    },
  }
}
