// This file is generated from the contract; change the contract and run npm run generate.
import type { Brand, DecimalString, Open } from "../util/types.js";
type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];
export interface paths {
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description The merchant's orders in the key's environment, newest first, in a reduced form. With filters, the orders that
         *     match all of them; `total` counts these, up to 10,000. `next` repeats the filters, and a cursor belongs to the
         *     filters of its page. Lists by the time of a payment or a change are fast where at most 10,000 orders have such a
         *     time, all others in any case. `GET /v1/events` tells all that happened since, and misses nothing.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an on-chain order
         * @description Leases a blockchain address and opens an order that expires after 30 minutes by default. The same
         *     `idempotency_key` with equal parameters answers 201 with the original order in its present state and the header
         *     `Idempotent-Replayed: true`. A network that is switched off in the key's environment answers
         *     `unsupported network`. An address serves the orders of one merchant, one after another. A merchant with too many
         *     unfinished on-chain orders gets `no available address` until some of them end.
         *
         *     A `price` in another currency stands in for `amount`. It is converted by the present rate, rounded up to 0.01 USDT,
         *     and the rate is fixed for the order. A repeat with the same `idempotency_key` compares the price as it was given,
         *     and converts nothing.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/app/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an app-only order
         * @description Opens an order that is paid inside the client app. The app must receive `payment_uri` unchanged; it is not a web
         *     address, and nothing may be appended to it. `min_amount`, `max_amount` and `scale` of earlier clients are
         *     ignored, whatever their type.
         */
        post: operations["createAppOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an order
         * @description On-chain or app-only, by its id or by its `order_number`, which the checkout page shows. An order of another
         *     merchant, or of the other environment, answers 404 as if it did not exist. Only this operation returns `remark`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the window of an order
         * @description For a cart that is given up or changed. `expire_at` of an OPEN order becomes the present time. The order is ended by
         *     the rules of every window: it becomes EXPIRED, or UNDERPAID if a part has been paid, with the event. A payment that
         *     comes afterwards makes it EXPIRED_PAID. An EXPIRED or UNDERPAID order answers 200 again. The answer may still say
         *     OPEN: the order ends within seconds.
         */
        post: operations["expireOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept what an order has received
         * @description For an UNDERPAID order whose payment is enough for you, and for an overpaid one whose surplus you keep. The order gets
         *     `accepted_amount` and `accepted_at`, and keeps its status, so no event is sent. An accepted UNDERPAID order makes its
         *     ONCE payment link PAID. An order with the same `received_amount` answers 200 again; one that has received more since
         *     can be accepted again. Refunds stay possible.
         */
        post: operations["acceptOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refunds of an order
         * @description Newest first, with those that failed or were cancelled.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Refund an order
         * @description Pays credited money of an on-chain order back to an address, on the order's network. A refund is a withdrawal with
         *     an `order_id`: it has the fee, the states, the reviews and the events of one, and `POST
         *     /v1/withdrawals/{id}/cancel` cancels it. The order must be PAID, EXPIRED_PAID or UNDERPAID.
         *
         *     The refunds of an order are together at most its `credited_amount`. Waiting ones count, FAILED and CANCELED ones do
         *     not. Without `amount` the refund is the part that was paid too much and is not refunded yet; of an order that is
         *     not overpaid it is all that is left. The fee comes on top, from the balance. If the order becomes FROZEN before
         *     its refund is signed, the refund is in REVIEW until the operator decides.
         *
         *     With `include_fee` the bound is what the order received, before its fee. The fee part comes from the balance, since
         *     the service keeps its fee: 400 `insufficient balance` says in its `detail` what is needed and what is available.
         *
         *     Ask the payer for the address: the sender of a payment is often an exchange, where a refund is lost. The same
         *     `idempotency_key` with equal parameters, for the same order, answers 201 with the original refund in its present
         *     state and the header `Idempotent-Replayed: true`.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream an order's status changes
         * @description Server-Sent Events. The first message is the order's present state, unless `Last-Event-ID` names its current
         *     version; one more follows each change. `data` is the Order as JSON, `id` its version. A comment every 15 s keeps
         *     the connection open through proxies. The server closes the stream after `PAID`, `EXPIRED`, `UNDERPAID`, `FROZEN`
         *     and `EXPIRED_PAID`. An open stream counts as one request. An order of another merchant answers `forbidden`.
         */
        get: operations["streamOrderEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of an order's events
         * @description Newest first, for every receiver: the order's own `webhook_url`, or the endpoints that subscribed to the event.
         *     Each has the sent bytes and the results of its attempts.
         */
        get: operations["listOrderDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description The merchant's links in the key's environment, newest first. With filters, the links that match all of them; `total`
         *     counts these, up to 10,000. `next` repeats the filters, and a cursor belongs to the filters of its page.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description A page that lives for months. Each payer who opens `url` chooses a network and gets an on-chain order of the usual
         *     window, with the fields of the link and its id in `payment_link_id`. A ONCE link is an invoice: it has at most one
         *     order to pay at a time, and is PAID with its first paid order. A MANY link takes any number of payments.
         *
         *     Orders of links have at most a fifth of the merchant's unfinished on-chain orders, so that visitors of a page cannot
         *     use up those of the API. The same `idempotency_key` with equal parameters answers 201 with the original link in its
         *     present state and the header `Idempotent-Replayed: true`.
         *
         *     A `price` in another currency stands in for `amount`. Each order converts it by the rate of its moment, and keeps that
         *     rate. A price that comes to 10 USDT or less now is `invalid amount`. While there is no usable rate, the page tells
         *     payers to come back later.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment link
         * @description With its present status, and the counts and sums of its orders.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a payment link
         * @description Its page takes no more payments. Orders that exist go on until their windows end, and a payment that comes then makes
         *     a closed ONCE link PAID. A link that is CLOSED or EXPIRED answers 200 again.
         */
        post: operations["closePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links/{id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the orders of a payment link
         * @description Newest first, in the reduced form of a list of orders, with those that expired.
         */
        get: operations["listPaymentLinkOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a merchant
         * @description The only public operation. Its answer carries the merchant's first API key (test environment) and the webhook
         *     secret of the test environment. Both are shown only once. A known `platform_user_id` answers 409 and nothing
         *     else. The operator may ask for a registration token or close registration. 5 calls per hour and address by
         *     default.
         */
        post: operations["registerMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the authenticated merchant
         * @description The merchant that owns the key of the request.
         */
        get: operations["getCurrentMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or rotate the webhook secret
         * @description Creates a new signing secret for the key's environment and returns it only once. For 24 hours webhooks carry two
         *     `v1` signatures, by the new and by the previous secret, in `X-Merchant-Signature` and in `webhook-signature`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/dashboard-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link for the dashboard
         * @description A person opens the link in a browser within 10 minutes and is signed in to the merchant's dashboard for 8 hours.
         *     The link works once. The session has the environment of the key and the `scopes` of the link, never more than
         *     the key: asking for a scope that the key lacks answers `forbidden`. It ends when the key is revoked, and after a
         *     suspension it only reads.
         *
         *     Creating keys and destinations and moving money out asks for a link that is younger than 15 minutes. At most 60
         *     links an hour per environment: one more answers 429 `rate limit exceeded` with `Retry-After`.
         *
         *     A server that browsers reach neither over https nor on its own machine has no dashboard, and answers `forbidden`.
         */
        post: operations["createDashboardLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The merchant's keys of both environments, newest first: the active ones and the newest 100 revoked. Secrets are
         *     never returned.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The secret is in this response and never again. A live key creates keys of both environments. A test key creates
         *     test keys, and the merchant's first live key; after that it answers `forbidden`. Until the operator has
         *     activated the merchant, every request with a live key answers `merchant not active`.
         *
         *     A key never has a scope that the key which creates it lacks, and the first live key never has `withdrawals`:
         *     asking for more answers `forbidden`. A live key for withdrawals comes from the operator.
         *
         *     At most 20 active keys per environment: one more answers `api key limit reached`. At most 20 new keys an hour
         *     per environment, revoked ones included: one more answers 429 `rate limit exceeded` with `Retry-After`. The key
         *     of the registration and keys that the operator creates do not count as new.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect at once, inside requests already running too. Revoking a revoked key answers 200 again. A test key
         *     cannot revoke a live one.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The merchant's endpoints in the key's environment, newest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Endpoints made with a test key receive test events only. The URL must be HTTPS and public, without credentials
         *     or fragment; its port is 443, or one from 1024 on that no other service uses by convention (5432 is refused).
         *     Webhooks are signed with the merchant's webhook secret of that environment. At most 10 endpoints per
         *     environment.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing is sent to it any more: waiting deliveries end `FAILED` with `webhook_deleted` at once, and the result
         *     of an attempt in flight is ignored. Sent deliveries stay in the deliveries of their orders. Deleting a deleted
         *     endpoint answers 404.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the given fields and leaves the others. A new `url` serves deliveries under way too, from their next
         *     attempt on. While `is_active` is false no event creates a delivery; waiting ones stay in the queue, no attempt
         *     is counted, and they continue as planned when it is true again. A change of `events` does not affect existing
         *     deliveries.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event to a webhook endpoint
         * @description Creates an ordinary delivery of a sample: the first of the endpoint's events, with the data of the contract's
         *     example and an `order_id` or `withdrawal_id` of its own, which belongs to no resource. It is signed, sent,
         *     retried and listed like any other. No other endpoint receives it. An endpoint gets at most 60 samples per hour.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to a webhook endpoint
         * @description Newest first. A delivery is one event to one endpoint, with all its attempts. With filters, the deliveries that
         *     match all of them, as with orders.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a delivery with its attempts
         * @description Shows why a receiver does not get its events: each attempt with its time, the status of the receiver, the
         *     beginning of an answer that is not 2xx, and the cause of a failure in words.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more
         * @description Creates a new delivery of the same bytes to the endpoint, with six attempts of its own. The original may have
         *     any status and does not change; `redelivery_of` names it. An endpoint gets at most 120 redeliveries per hour.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened in the last 30 days
         * @description Every webhook event of the merchant in the key's environment, of the last 30 days, with or without an endpoint for
         *     it. They come in the order in which they were stored, oldest first, about a second after they happened; none is
         *     ever inserted before one that was listed. An event that only repeats another one is left out.
         *
         *     Store `cursor` of the last page, or that of the last event that was handled, and send it as `after` next time. It is
         *     good for 30 days. Then, and once after a restore of the service's database, the answer is `invalid cursor`: read
         *     from the time in its `read_from`, as `created_from`. Events that were read before come again, so de-duplicate as with
         *     webhooks.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List withdrawals
         * @description The merchant's withdrawals in the key's environment, newest first. With filters, the withdrawals that match all of
         *     them, as with orders.
         */
        get: operations["listWithdrawals"];
        put?: never;
        /**
         * Withdraw from the balance
         * @description Pays `amount` of the available balance to an address. The network's fee comes on top: `total_debit` leaves the
         *     available balance at once and is reserved until the withdrawal is `COMPLETED`, or returned when it is `FAILED`
         *     or `CANCELED`. Nothing is signed before the reservation is recorded, and a second payment never while a first
         *     one may still happen. The same `idempotency_key` with equal parameters answers 201 with the original withdrawal
         *     in its present state and the header `Idempotent-Replayed: true`. A network that is switched off in the key's
         *     environment answers `unsupported network`.
         *
         *     On the sandbox networks some destinations make a withdrawal fail, so that a merchant can test it. Screening
         *     flags one, and nothing is signed (`compliance`): `TH7bkjyK6idz7f1oiP4aiqiGCqqUcNjGBM`,
         *     `0x4e5f339907b0bd8556d350718f834715c432a906`. One reverts (`reverted`): `TW2YHP6eVjHKzoUp6ujVfBUrCjGB4SjXRR`,
         *     `0xDc03DbDfF75528b82a8bDdb79B319FaE65108b0A`. One is never mined and fails when its transaction is 20 blocks old
         *     (`expired_unbroadcast`): `TFDeGNhdy8TvvnUasABG2dMETaPC4XuLDX`, `0x39938AB1301462f9a57e620326777873Eebeb961`. Any
         *     other completes at depth 3.
         */
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a withdrawal
         * @description The present cost of withdrawing an amount on a network. It records nothing, promises nothing for later and does
         *     not check the balance. A refund has the same fee and a minimum of its own.
         */
        get: operations["quoteWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description The merchant's destinations in the key's environment, newest first.
         */
        get: operations["listWithdrawalDestinations"];
        put?: never;
        /**
         * Put an address on the list of destinations
         * @description By default a live withdrawal goes out by itself only to an address that has been on this list for 24 hours, from
         *     `usable_at` on. To any other address it waits in `REVIEW` for the operator, so that a stolen key moves no money to
         *     a new address on the same day. A refund to the only sender of an order's payments needs no entry. The list lifts
         *     no other limit. In the test environment it has no effect on withdrawals.
         *
         *     An address that is on the list already answers 201 with its entry unchanged: neither its label nor its time
         *     changes. `address` is answered in the network's own spelling, so two spellings of an ERC20 address are one entry.
         *     At most 50 destinations per environment.
         */
        post: operations["createWithdrawalDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an address from the list of destinations
         * @description Later withdrawals to it wait for review. Earlier ones do not change: cancel those that shall not be paid. An
         *     address that is added again waits 24 hours again. Deleting a deleted destination answers 404.
         */
        delete: operations["deleteWithdrawalDestination"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a withdrawal
         * @description By its id or by its `withdrawal_number`. A withdrawal of another merchant, or of the other environment, answers
         *     404 as if it did not exist.
         */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a withdrawal
         * @description Possible while it is `PENDING` or in `REVIEW`, that is, until it is signed. The reserved amount is available
         *     again, and `withdrawal.failed` is sent with the failure code `canceled`. Cancelling a `CANCELED` withdrawal
         *     answers 200 again.
         */
        post: operations["cancelWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the balance
         * @description The merchant's balance in the key's environment, over both networks and the client app.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an exchange rate
         * @description The rate by which a `price` in this currency would become USDT now, with the merchant's surcharge or discount. An
         *     order that is created later may get another one.
         */
        get: operations["getRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/deliveries/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of the test environment
         * @description Server-Sent Events for development without a public address: every event of the merchant's test environment,
         *     also one without a subscribed endpoint, and every redelivery. `data` is the content of a webhook, signed when it
         *     is sent; post `body` with `headers` to a receiver to deliver it. A comment every 15 s keeps the connection open
         *     through proxies.
         *
         *     The stream begins with the next event. After `Last-Event-ID` it continues after that message, 24 h back at most.
         *     An id begins with a time in milliseconds since the epoch; such a time alone begins there. An event that is
         *     committed late is sent late, and in rare cases again: de-duplicate as with webhooks. An open stream counts as
         *     one request. A live key answers `forbidden`.
         */
        get: operations["streamTestDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event of the test environment once more
         * @description Sends the event of a message from the stream of test deliveries once more: the same bytes in a new message with a
         *     `delivery_id` of its own. The event needs no endpoint, and none gets it; `redeliver` repeats the delivery to an
         *     endpoint. A live key answers `forbidden`.
         */
        post: operations["resendTestDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/orders/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act on a sandbox order
         * @description Drives the sandbox through the same code as a real payment: a transfer lands in the sandbox network's next block
         *     with fewer than 500 payments and is confirmed at depth 3, and the status follows when the chain is next read. An
         *     action that the order's kind or status does not allow, and one that would land on the wrong side of the window,
         *     answers `action not possible`. A live key answers `forbidden`.
         *
         *     `pay` sends the missing amount, or `amount`, while the window of an OPEN order lasts. To a PAID on-chain order
         *     it sends the order's amount once more, or `amount`, like a customer who pays twice: the order stays PAID, its
         *     amounts grow once the transfer is confirmed, and no event follows. An OPEN app-only order is authorised and
         *     settled; one in PENDING_CONFIRM is settled, and takes neither `amount` nor `remark`.
         *
         *     `authorise`, for an OPEN app-only order, authorises the order's amount, or `amount` where the payer chooses it.
         *     The order is PENDING_CONFIRM until `pay` settles it or `expire` voids it.
         *
         *     `underpay`, for an OPEN on-chain order, sends less than the order needs to be paid, and ends the window right
         *     after that payment's block. By default it sends half of the order's amount, rounded down to 6 decimals. The
         *     order becomes UNDERPAID once the transfer is confirmed.
         *
         *     `overpay`, for an OPEN on-chain order, sends more than the missing amount, by default 10 USDT more. The order
         *     becomes PAID with the whole sum in `received_amount`.
         *
         *     `late_pay`, for an on-chain order, pays past the window. The window of an OPEN order ends first; it becomes
         *     EXPIRED, or UNDERPAID if a part had been paid, and the payment then makes it EXPIRED_PAID. An EXPIRED or
         *     UNDERPAID order is paid straight away. By default it sends the missing amount.
         *
         *     `expire` ends the window of an OPEN order now: it becomes EXPIRED, or UNDERPAID if a part has been paid. In
         *     PENDING_CONFIRM the authorisation is voided too, and the order becomes EXPIRED.
         *
         *     `freeze`, for an on-chain order, sends a payment from an address that screening flags, by default of the missing
         *     amount. The order becomes FROZEN with the reason `compliance`.
         *
         *     `reorg`, for an on-chain order, removes its newest payment from the chain. A CONFIRMING order is OPEN again, or
         *     past its window EXPIRED or UNDERPAID, unless another payment is still being confirmed. A PAID, EXPIRED_PAID or
         *     UNDERPAID one becomes FROZEN with the reason `reorg` if the payment was credited. An OPEN, EXPIRED or FROZEN one
         *     only loses the payment from its amounts. An order without a payment, and one that was rejected, answers `action
         *     not possible`.
         */
        post: operations["simulateOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order is paid in full
         * @description Sent once an order is `PAID`, or `EXPIRED_PAID` when the payment came after the order had expired. De-duplicate
         *     on (event, order_id): the same event may be delivered more than once, and one order can send `payment.expired`
         *     and later `payment.confirmed`.
         */
        post: operations["onPaymentConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order expired without payment
         * @description The payment window is over without a payment; the address is released.
         */
        post: operations["onPaymentExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.underpaid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order received too little
         * @description The payment window is over and the confirmed amount is below the required one, outside the tolerance. A late payment
         *     that is too little sends it for an order that was EXPIRED, after `payment.expired`.
         */
        post: operations["onPaymentUnderpaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.frozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order is under review
         * @description Screening flagged a transfer of the order (`compliance`), or a reorganisation of the chain removed a credited
         *     transfer (`reorg`). Do not fulfil the order. Its credited amount is frozen in the balance. When the operator
         *     clears the order, the event of its status follows.
         */
        post: operations["onPaymentFrozen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.overpaid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * More money came for a paid order
         * @description A confirmed transfer brought a paid order above its amount, or further above it: the payer sent the money again, for
         *     example. Sent once for each such transfer, to endpoints that list this event, and never to the `webhook_url` of an
         *     order. De-duplicate on (event, order_id, overpayment_id). `overpaid_amount` is the total so far, so a receiver that
         *     only knows the last event of an order knows what to refund. A payment that is too much at once sends
         *     `payment.confirmed` alone.
         */
        post: operations["onPaymentOverpaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal has arrived
         * @description Its transaction succeeded on the network and is confirmed at the required depth. De-duplicate on (event,
         *     withdrawal_id), also where it names the order that it refunds.
         */
        post: operations["onWithdrawalCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal failed
         * @description It failed or was cancelled; `failure_code` gives the cause. The reserved amount, fee included, is available
         *     again. De-duplicate on (event, withdrawal_id), also where it names the order that it refunds.
         */
        post: operations["onWithdrawalFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: decimal
         * @description USDT as a decimal string.
         * @example 25.00
         */
        Amount: DecimalString;
        /**
         * Format: decimal
         * @description A decimal fraction; `0.01` is 1 %.
         * @example 0.01
         */
        Fraction: DecimalString;
        /**
         * Format: date-time
         * @description ISO 8601, UTC.
         * @example 2026-01-01T00:00:00.000Z
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a
         *     millisecond are ignored.
         * @example 2026-01-01T00:00:00Z
         */
        TimeBound: string;
        /**
         * @description Arbitrary JSON of the merchant, at most 16 KiB serialised and 5 levels deep, with no number beyond ±(2^53 − 1).
         *     Returned in webhook events.
         */
        Metadata: {
            [key: string]: unknown;
        };
        /**
         * @description Read like in a browser, and stored in the form of the URL standard, of at most 2,048 characters.
         * @example https://shop.example/thanks
         */
        HttpsUrl: string;
        /**
         * @description True where more than 10,000 rows match the filters: `total` is 10,000 then, and following `next` leads to all of
         *     them. Left out otherwise.
         * @example true
         */
        TotalIsAtLeast: boolean;
        /**
         * @description Target of the next page, relative to the base URL; null on the last one. Its `cursor` is opaque.
         * @example /v1/orders?limit=20&cursor=MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
         */
        NextPage: string | null;
        /**
         * @description 1 to 255 printable ASCII characters, remembered for 24 hours.
         * @example cart-A-1001/1
         */
        IdempotencyKey: string;
        /**
         * Format: uuid
         * @description UUID of an order.
         * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
         */
        OrderId: Brand<string, "OrderId">;
        /**
         * @description Id of a payment link.
         * @example pl_019b0e5c7e5a7c3e9f5a0d6a1f1c2b3e
         */
        PaymentLinkId: Brand<string, "PaymentLinkId">;
        /**
         * Format: uuid
         * @description UUID of a merchant.
         * @example 019b0e5b-1111-7aaa-8bbb-0123456789ab
         */
        MerchantId: Brand<string, "MerchantId">;
        /**
         * @description Public part of an API key.
         * @example mk_test_4fzQ9sT1cB7xK2mW8pLr3dYh
         */
        KeyId: Brand<string, "KeyId">;
        /**
         * @description Id of a webhook endpoint.
         * @example wh_019b0e5c7e5a7c3e9f5a0d6a1f1c2b3d
         */
        WebhookId: Brand<string, "WebhookId">;
        /**
         * @description Id of a webhook delivery.
         * @example wd_019b0e5d7e5a7c3e9f5a0d6a1f1c2b3d
         */
        DeliveryId: Brand<string, "DeliveryId">;
        /**
         * Format: uuid
         * @description UUID of a withdrawal.
         * @example 019b0e5e-3333-7bbb-8ccc-0123456789ab
         */
        WithdrawalId: Brand<string, "WithdrawalId">;
        /**
         * Format: uuid
         * @description UUID of a withdrawal destination.
         * @example 019b0e5f-4444-7ccc-8ddd-0123456789ab
         */
        DestinationId: Brand<string, "DestinationId">;
        /**
         * @description Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these
         *     answer `unsupported network`.
         * @example TRC20
         * @enum {string}
         */
        Network: "TRC20" | "ERC20" | "BEP20";
        /**
         * @description Always USDT.
         * @example USDT
         * @enum {string}
         */
        Currency: "USDT";
        /**
         * @description Code of ISO 4217.
         * @example EUR
         */
        PriceCurrency: string;
        /** @description An amount in another currency. */
        Price: {
            /**
             * Format: decimal
             * @description A decimal string above 0, with at most the decimals of its currency in ISO 4217.
             */
            amount: DecimalString;
            currency: components["schemas"]["PriceCurrency"];
        };
        /**
         * Format: decimal
         * @description USDT for one of another currency, a decimal string with at most 12 decimals.
         * @example 1.0834
         */
        ExchangeRate: DecimalString;
        /**
         * @description A key, its orders and its events live in one environment.
         * @example test
         * @enum {string}
         */
        Environment: "live" | "test";
        /**
         * @description `PENDING`: payment instructions not issued yet. `OPEN`: payable. `PENDING_CONFIRM`: authorised in the client
         *     app, settlement outstanding. `CONFIRMING`: a transfer is on-chain and below the required depth.
         *     `PAID`: confirmed in full, within the tolerance. `EXPIRED`: the window is over without a payment.
         *     `EXPIRED_PAID`: paid in full after the window was over. `UNDERPAID`: the window is over and too little
         *     arrived. `FROZEN`: under review, do not fulfil.
         * @example OPEN
         */
        OrderStatus: Open<"PENDING" | "OPEN" | "PENDING_CONFIRM" | "CONFIRMING" | "PAID" | "EXPIRED" | "EXPIRED_PAID" | "UNDERPAID" | "FROZEN">;
        /**
         * @description `compliance`: screening flagged a transfer. `reorg`: a reorganisation of the chain removed a credited transfer.
         * @example compliance
         */
        FrozenReason: Open<"compliance" | "reorg">;
        /**
         * @description FIXED: the merchant sets the amount. CUSTOM: the payer does, within the limits.
         * @example FIXED
         * @enum {string}
         */
        AmountMode: "FIXED" | "CUSTOM";
        /**
         * @description `read` is for everything that only reads, streams included; `orders` to create and end orders, to act on the
         *     sandbox and to send webhooks again; `withdrawals` for what moves money out; `keys` for API keys, webhook
         *     endpoints, the webhook secret and links to the dashboard.
         * @example orders
         * @enum {string}
         */
        KeyScope: "orders" | "read" | "withdrawals" | "keys";
        /**
         * @description An event type of a webhook endpoint's subscription; each is described under `webhooks`.
         * @example payment.confirmed
         * @enum {string}
         */
        EventType: "payment.confirmed" | "payment.expired" | "payment.underpaid" | "payment.frozen" | "payment.overpaid" | "withdrawal.completed" | "withdrawal.failed";
        Error: {
            /** @description The message. */
            error: string;
            /** @description Dotted name of the field that is refused, where there is one. */
            param?: string | undefined;
            /**
             * @description The rule that is broken, in words that a person can act on. Never match it in a program: its words may
             *     change. It repeats no text of the request.
             */
            detail?: string | undefined;
            /** @description With `invalid cursor` only. The `created_from` that goes on where the cursor was. */
            read_from?: components["schemas"]["Timestamp"] | undefined;
        };
        Message: {
            /** @description Confirmation of the action. */
            message: string;
        };
        CreateOrder: {
            /**
             * Format: decimal
             * @description USDT, greater than 10, at most 6 decimals. Required unless `price` is given.
             */
            amount?: DecimalString | undefined;
            /** @description A price in another currency, instead of `amount`. It must come to more than 10 USDT. */
            price?: components["schemas"]["Price"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description Shown on the checkout page. */
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** @description Return address for the payer on the checkout page. Never proof of payment. */
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            /** @description Receives this order's events instead of the registered endpoints. The rules of an endpoint's URL apply. */
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            /**
             * @description 1 to 255 printable ASCII characters, remembered for 24 hours. Name the cart and the attempt, as in `cart-A-1001/1`.
             *     A key of the cart alone answers a customer who returns with the order that has expired.
             */
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
            /**
             * @description Acceptable underpayment as a decimal fraction, at most 4 decimals; 0.01 is 1 %.
             * @default 0.01
             */
            tolerance_percent?: number | undefined;
        };
        CreateAppOrder: components["schemas"]["CreateFixedAppOrder"] | components["schemas"]["CreateCustomAppOrder"];
        CreateFixedAppOrder: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_mode: "FIXED";
            /**
             * Format: decimal
             * @description USDT, at most 8 decimals, within the server's inclusive limits (0.01 to 200000 by default).
             */
            amount: DecimalString;
            currency: components["schemas"]["Currency"];
            /** @description For the merchant's own use. */
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** @description Stored with the order. */
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            /** @description Receives this order's events instead of the registered endpoints. The rules of an endpoint's URL apply. */
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
        };
        CreateCustomAppOrder: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_mode: "CUSTOM";
            /** @description Must be absent; the payer chooses the amount. */
            amount?: never;
            currency: components["schemas"]["Currency"];
            /** @description For the merchant's own use. */
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** @description Stored with the order. */
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            /** @description Receives this order's events instead of the registered endpoints. The rules of an endpoint's URL apply. */
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
        };
        /** @description Tell the two kinds apart by `payment_rail`, which only app-only orders carry. */
        Order: components["schemas"]["OnChainOrder"] | components["schemas"]["AppOrder"];
        OnChainOrder: {
            id: components["schemas"]["OrderId"];
            merchant_id: components["schemas"]["MerchantId"];
            order_number: components["schemas"]["OrderNumber"];
            status: components["schemas"]["OrderStatus"];
            /** @description Only while the order is `FROZEN`. */
            frozen_reason?: components["schemas"]["FrozenReason"] | undefined;
            /** @description The requested amount. */
            order_amount: components["schemas"]["Amount"];
            /** @description The sum of all transfers seen on-chain so far, confirmed or not. */
            received_amount: components["schemas"]["Amount"];
            /** @description received_amount − order_amount, only when it is above zero. */
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            /** @description order_amount − received_amount, only when it is above zero. */
            missing_amount?: components["schemas"]["Amount"] | undefined;
            /** @description The `received_amount` that the merchant accepted; left out until then. */
            accepted_amount?: components["schemas"]["Amount"] | undefined;
            /** @description When the merchant accepted it; left out until then. */
            accepted_at?: components["schemas"]["Timestamp"] | undefined;
            /**
             * @description The merchant's part of the confirmed transfers after the fee; finally `0.00` once the operator rejected the
             *     order, which stays `FROZEN`.
             */
            credited_amount: components["schemas"]["Amount"];
            /** @description The price that `order_amount` follows from; left out of orders that were made with an amount. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description USDT for one of the currency of `price`, with the merchant's surcharge or discount. Fixed for the order. */
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            /** @description When the source of `rate` was asked. */
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description Omitted when none was given. */
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: uri
             * @description The hosted checkout page. Every holder of the link can open it.
             */
            payment_url: string;
            /** @description The blockchain address to pay. */
            payment_address: string;
            /**
             * Format: uuid
             * @description Names the address in the operator's records.
             */
            address_id: string;
            /** @description Only of an order that a payer opened on the page of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            /** @description In the form of the URL standard; left out when none was given. */
            return_url?: string | undefined;
            /** @description In the form of the URL standard; left out when none was given. */
            webhook_url?: string | undefined;
            tolerance_percent: components["schemas"]["Fraction"];
            expire_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Null while unpaid.
             */
            paid_at: string | null;
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        AppOrder: {
            id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            /**
             * @description Paid inside the client app.
             * @constant
             */
            payment_rail: "MP_INTERNAL";
            amount_mode: components["schemas"]["AmountMode"];
            /**
             * Format: decimal
             * @description With exactly `scale` decimals. Null for a CUSTOM order until it is paid.
             */
            amount: DecimalString | null;
            /** @description Decimal places of `amount`. */
            scale: number;
            status: components["schemas"]["OrderStatus"];
            /** @description Only while the order is `FROZEN`. */
            frozen_reason?: components["schemas"]["FrozenReason"] | undefined;
            received_amount: components["schemas"]["Amount"];
            /** @description The merchant's part after the fee. */
            credited_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Omitted when none was given. */
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: uri
             * @description Hand it to the client app unchanged. Not a web address.
             */
            payment_uri: string;
            /** @description In the form of the URL standard; left out when none was given. */
            return_url?: string | undefined;
            /** @description In the form of the URL standard; left out when none was given. */
            webhook_url?: string | undefined;
            expire_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Null while unpaid.
             */
            paid_at: string | null;
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Human-readable id, in Crockford base32.
         * @example ord_7QK3M9D0XZ4B
         */
        OrderNumber: string;
        Remark: {
            /** @description The payer's note from the client app. Null when none was given. */
            remark: string | null;
        };
        /** @description An Order plus the payer's remark. */
        RetrievedOrder: ({
            /** @description The payer's note from the client app. Null when none was given. */
            remark: string | null;
        } & components["schemas"]["OnChainOrder"]) | (components["schemas"]["AppOrder"] & components["schemas"]["Remark"]);
        OrderSummary: {
            id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: decimal
             * @description The requested amount. Null for a CUSTOM order until it is paid.
             */
            order_amount: DecimalString | null;
            received_amount: components["schemas"]["Amount"];
            /** @description received_amount − order_amount, only when it is above zero. Left out of app-only orders. */
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            /** @description order_amount − received_amount, only when it is above zero. Left out of app-only orders. */
            missing_amount?: components["schemas"]["Amount"] | undefined;
            /** @description Left out of orders that were made with an amount. */
            price?: components["schemas"]["Price"] | undefined;
            currency: components["schemas"]["Currency"];
            /** @description Left out of app-only orders. */
            network?: components["schemas"]["Network"] | undefined;
            /**
             * Format: uri
             * @description Left out of app-only orders.
             */
            payment_url?: string | undefined;
            /** @description Only of an order of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            /**
             * Format: date-time
             * @description Null while unpaid.
             */
            paid_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        OrderList: {
            /** @description One page, newest first. */
            orders: components["schemas"]["OrderSummary"][];
            /** @description All orders of the merchant in this environment; with filters, those that match, up to 10,000. */
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        SimulateOrder: {
            /**
             * @description The action on the order; each is described above.
             * @example pay
             * @enum {string}
             */
            action: "pay" | "authorise" | "underpay" | "overpay" | "late_pay" | "expire" | "freeze" | "reorg";
            /**
             * Format: decimal
             * @description The amount to send; not with `expire` and `reorg`. On-chain at most 6 decimals, and fitting the action: less
             *     than the order needs to be paid with `underpay`, more than the missing amount with `overpay`. On a CUSTOM
             *     order it is required; on a FIXED order it must equal the order's amount; settling an authorised order takes
             *     none.
             */
            amount?: DecimalString | undefined;
            /** @description With `pay` and `authorise` on an OPEN app-only order, the payer's note. */
            remark?: string | undefined;
        };
        CreatePaymentLink: components["schemas"]["CreateFixedPaymentLink"] | components["schemas"]["CreateCustomPaymentLink"];
        CreateFixedPaymentLink: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_mode: "FIXED";
            /**
             * Format: decimal
             * @description USDT, greater than 10, at most 6 decimals. Required unless `price` is given.
             */
            amount?: DecimalString | undefined;
            /** @description A price in another currency, instead of `amount`. Each order converts it, and it must come to more than 10 USDT. */
            price?: components["schemas"]["Price"] | undefined;
            currency: components["schemas"]["Currency"];
            /**
             * @description The networks that the payer may choose from. Without it, all that are on in the key's environment when the page is
             *     opened.
             */
            networks?: components["schemas"]["Network"][] | undefined;
            /** @default ONCE */
            uses?: components["schemas"]["LinkUses"] | undefined;
            /**
             * @description When the page ends, in the future and at most 366 days from now. Without it the page stays.
             * @example 2026-12-31T23:00:00Z
             */
            expires_at?: components["schemas"]["TimeBound"] | undefined;
            /** @description Shown on the page of the link and on checkout pages. */
            description?: string | undefined;
            /**
             * @description Copied to each order. Arbitrary JSON of the merchant, at most 16 KiB serialised and 5 levels deep, with no number
             *     beyond ±(2^53 − 1).
             */
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** @description Return address for the payer on the checkout page. Never proof of payment. */
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            /** @description Receives the events of the link's orders instead of the registered endpoints. The rules of an endpoint's URL apply. */
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
            /**
             * @description Acceptable underpayment as a decimal fraction, at most 4 decimals; 0.01 is 1 %.
             * @default 0.01
             */
            tolerance_percent?: number | undefined;
        };
        CreateCustomPaymentLink: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_mode: "CUSTOM";
            /** @description Must be absent; the payer chooses the amount. */
            amount?: never;
            /** @description Must be absent; the payer chooses the amount, in USDT. */
            price?: never;
            /**
             * Format: decimal
             * @description The least that the payer may choose, greater than 10. Without it, everything above 10.
             * @example 20.00
             */
            min_amount?: DecimalString | undefined;
            /**
             * Format: decimal
             * @description The most that the payer may choose, not less than `min_amount`. Without it, any amount.
             * @example 500.00
             */
            max_amount?: DecimalString | undefined;
            currency: components["schemas"]["Currency"];
            /**
             * @description The networks that the payer may choose from. Without it, all that are on in the key's environment when the page is
             *     opened.
             */
            networks?: components["schemas"]["Network"][] | undefined;
            /** @default ONCE */
            uses?: components["schemas"]["LinkUses"] | undefined;
            /**
             * @description When the page ends, in the future and at most 366 days from now. Without it the page stays.
             * @example 2026-12-31T23:00:00Z
             */
            expires_at?: components["schemas"]["TimeBound"] | undefined;
            /** @description Shown on the page of the link and on checkout pages. */
            description?: string | undefined;
            /**
             * @description Copied to each order. Arbitrary JSON of the merchant, at most 16 KiB serialised and 5 levels deep, with no number
             *     beyond ±(2^53 − 1).
             */
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** @description Return address for the payer on the checkout page. Never proof of payment. */
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            /** @description Receives the events of the link's orders instead of the registered endpoints. The rules of an endpoint's URL apply. */
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
            /**
             * @description Acceptable underpayment as a decimal fraction, at most 4 decimals; 0.01 is 1 %.
             * @default 0.01
             */
            tolerance_percent?: number | undefined;
        };
        /**
         * @description ONCE: an invoice, which its first paid order closes. MANY: any number of payments.
         * @example ONCE
         * @enum {string}
         */
        LinkUses: "ONCE" | "MANY";
        /**
         * @description `OPEN`: its page takes payments. `PAID`: a ONCE link with a paid order; payments that come late count. `EXPIRED`:
         *     `expires_at` has passed. `CLOSED`: the merchant closed it. PAID comes before the others.
         * @example OPEN
         */
        PaymentLinkStatus: Open<"OPEN" | "PAID" | "EXPIRED" | "CLOSED">;
        PaymentLink: {
            id: components["schemas"]["PaymentLinkId"];
            /**
             * Format: uri
             * @description The page to send to payers. Every holder of the link can open it.
             */
            url: string;
            status: components["schemas"]["PaymentLinkStatus"];
            uses: components["schemas"]["LinkUses"];
            amount_mode: components["schemas"]["AmountMode"];
            /** @description Only of a FIXED link without `price`. */
            amount?: components["schemas"]["Amount"] | undefined;
            /** @description Only of a link that was made with a price. Its orders have the rate and the amount. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description Only of a CUSTOM link with a least amount. */
            min_amount?: components["schemas"]["Amount"] | undefined;
            /** @description Only of a CUSTOM link with a greatest amount. */
            max_amount?: components["schemas"]["Amount"] | undefined;
            currency: components["schemas"]["Currency"];
            /** @description Left out when the payer may choose from all that are on. */
            networks?: components["schemas"]["Network"][] | undefined;
            /** @description Omitted when none was given. */
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            /** @description In the form of the URL standard; left out when none was given. */
            return_url?: string | undefined;
            /** @description In the form of the URL standard; left out when none was given. */
            webhook_url?: string | undefined;
            tolerance_percent: components["schemas"]["Fraction"];
            /**
             * Format: date-time
             * @description Null for a page that stays.
             */
            expires_at: string | null;
            /** @description The orders that payers opened on its page. */
            orders_count: number;
            /** @description Those that are PAID or EXPIRED_PAID, or UNDERPAID and accepted. Two or more of a ONCE link mean that it was paid twice; refund one. */
            paid_orders_count: number;
            /** @description The confirmed payments of its orders. */
            paid_amount: components["schemas"]["Amount"];
            /** @description The merchant's part of them after the fee. */
            credited_amount: components["schemas"]["Amount"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link was created, or closed by the merchant. */
            updated_at: components["schemas"]["Timestamp"];
        };
        PaymentLinkList: {
            /** @description One page, newest first. */
            payment_links: components["schemas"]["PaymentLink"][];
            /** @description All links of the merchant in this environment; with filters, those that match, up to 10,000. */
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        PaymentLinkOrderList: {
            /** @description One page, newest first. */
            orders: components["schemas"]["OrderSummary"][];
            /** @description All orders of the link. */
            total: number;
            next: components["schemas"]["NextPage"];
        };
        RegisterMerchant: {
            /**
             * @description Display name; not only blanks.
             * @example Ada's Books
             */
            name: string;
            /**
             * Format: email
             * @description Contact address.
             * @example ada@books.example
             */
            email: string;
            /**
             * @description The caller's own unique id of this merchant; not only blanks.
             * @example ada-1
             */
            platform_user_id: string;
        };
        Merchant: {
            id: components["schemas"]["MerchantId"];
            /** @description The id that the caller gave. */
            platform_user_id: string;
            /** @description Display name. */
            name: string;
            /**
             * Format: email
             * @description Contact address.
             */
            email: string;
            /** @description `PENDING_KYB` works in the test environment. The operator activates and suspends. */
            status: Open<"PENDING_KYB" | "ACTIVE" | "SUSPENDED">;
            /** @description Determines the fee rate of new orders. */
            tier: Open<"BASIC" | "STANDARD" | "PREMIUM">;
            fee_rate: components["schemas"]["Fraction"];
            /** @description `test` until the merchant is activated, then `live`. */
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A Merchant with the secrets that are shown once. */
        RegisteredMerchant: {
            api_key: components["schemas"]["CreatedApiKey"];
            webhook_secret: components["schemas"]["WebhookSecret"];
        } & components["schemas"]["Merchant"];
        /**
         * @description Signs webhooks: `whsec_` and the standard base64 of 33 random bytes. The HMAC key of `X-Merchant-Signature` is the
         *     UTF-8 bytes of the whole string, that of `webhook-signature` the 33 bytes. Secrets made before have `whsec_` and
         *     43 characters of base64url. They sign until they are rotated, in `X-Merchant-Signature` only.
         * @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/
         */
        WebhookSecret: string;
        CreatedWebhookSecret: {
            webhook_secret: components["schemas"]["WebhookSecret"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
        };
        CreateApiKey: {
            /** @description Label; not only blanks. */
            name?: string | undefined;
            environment: components["schemas"]["Environment"];
            /**
             * @description The operations that the new key opens: some of the scopes of the key that creates it, by default all of
             *     these. The server of a shop needs `orders` and `read`.
             */
            scopes?: components["schemas"]["KeyScope"][] | undefined;
        };
        /** @description A new key. Its secret is not shown again. */
        CreatedApiKey: {
            key_id: components["schemas"]["KeyId"];
            /** @description Signs requests. Shown only once. */
            secret: string;
            /** @description Label; empty when none was given. */
            name: string;
            environment: components["schemas"]["Environment"];
            /** @description The operations that the key opens. They never change. */
            scopes: components["schemas"]["KeyScope"][];
            created_at: components["schemas"]["Timestamp"];
        };
        CreateDashboardLink: {
            /** @description The operations that the session opens; by default all those of the key. */
            scopes?: components["schemas"]["KeyScope"][] | undefined;
        };
        DashboardLink: {
            /** @description Signs a person in once. Shown only once. */
            url: string;
            environment: components["schemas"]["Environment"];
            /** @description The operations that the session opens. */
            scopes: components["schemas"]["KeyScope"][];
            expires_at: components["schemas"]["Timestamp"];
        };
        ApiKey: {
            key_id: components["schemas"]["KeyId"];
            /** @description Label; empty when none was given. */
            name: string;
            environment: components["schemas"]["Environment"];
            /** @description The operations that the key opens. They never change. */
            scopes: components["schemas"]["KeyScope"][];
            /** @description False once revoked. */
            is_active: boolean;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description To the minute; null if never used.
             */
            last_used_at: string | null;
        };
        ApiKeyList: {
            /** @description Newest first, at most 100 that are active and 100 that are revoked. */
            api_keys: components["schemas"]["ApiKey"][];
        };
        CreateWebhook: {
            /** @description Public HTTPS URL without credentials or fragment, on port 443 or one from 1024 on that no other service uses. */
            url: components["schemas"]["HttpsUrl"];
            /** @description Events to receive. */
            events: components["schemas"]["EventType"][];
        };
        /** @description Omitted fields stay unchanged. */
        UpdateWebhook: {
            /** @description Public HTTPS URL without credentials or fragment, on port 443 or one from 1024 on that no other service uses. */
            url?: components["schemas"]["HttpsUrl"] | undefined;
            /** @description Events to receive. */
            events?: components["schemas"]["EventType"][] | undefined;
            /** @description Whether events are sent. */
            is_active?: boolean | undefined;
        };
        Webhook: {
            id: components["schemas"]["WebhookId"];
            merchant_id: components["schemas"]["MerchantId"];
            /** @description Where events go, in the form of the URL standard. */
            url: string;
            /** @description Events that it receives. */
            events: components["schemas"]["EventType"][];
            /** @description Whether events are sent. */
            is_active: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WebhookDelivery: {
            id: components["schemas"]["DeliveryId"];
            /** @description The endpoint it goes to. */
            webhook_id: components["schemas"]["WebhookId"];
            /** @description Id of the delivery whose bytes it repeats; null for an original delivery. */
            redelivery_of: Brand<string, "DeliveryId"> | null;
            event_type: components["schemas"]["EventType"];
            /** @description The body as it is sent, byte for byte. */
            payload: {
                event: components["schemas"]["EventType"];
                timestamp: components["schemas"]["Timestamp"];
                /** @description Left out of events that are older than this member. */
                environment?: components["schemas"]["Environment"] | undefined;
                /** @description As under `webhooks`. */
                data: {
                    [key: string]: unknown;
                };
            };
            /** @description `PENDING`: queued or waiting for its next attempt. */
            status: Open<"PENDING" | "DELIVERED" | "FAILED">;
            /** @description Attempts made. */
            attempts: number;
            /**
             * @description No attempt follows the sixth.
             * @constant
             */
            max_attempts: 6;
            /**
             * @description The cause of the last failure, as a short code; null before a failure, and once delivered. `HTTP <status>`:
             *     the answer was not 2xx. `tls_error`: see `last_error_detail`. `response_invalid`: the answer was not HTTP/1,
             *     or its head too large. `unreachable`: no answer, from a scheme, host and port that has not answered this
             *     endpoint's deliveries with 2xx yet. After its first 2xx the cause is shown: `timeout`: no complete response
             *     head in time. `dns_error`: the name has no address that webhooks may reach. `connection_refused`,
             *     `connection_reset`, `network_unreachable`: the failure of the connection. `no_secret`: no attempt before a
             *     webhook secret exists. `webhook_deleted`: no further attempt, since its endpoint was deleted.
             */
            last_error: string | null;
            /**
             * @description The fault behind `tls_error`, in words for people: for example `certificate expired`,
             *     `certificate not yet valid`, `wrong host name`, `self-signed certificate`, `unknown authority or missing
             *     intermediate certificate`, `TLS 1.2 or later needed` or `no TLS`. For a redirect its target, without query
             *     and login; for `HTTP 410` that no further attempt is made. Null otherwise. Other texts may come.
             */
            last_error_detail: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null once delivered or failed.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time of the 2xx answer; null until then.
             */
            delivered_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        WebhookDeliveryList: {
            /** @description One page, newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description All deliveries to this endpoint; with filters, those that match, up to 10,000. */
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        ListedEvent: {
            /** @description The list after this event, as `after`. */
            cursor: components["schemas"]["EventCursor"];
            /** @description The body as it is sent, byte for byte. */
            payload: {
                event: components["schemas"]["EventType"];
                timestamp: components["schemas"]["Timestamp"];
                /** @description Left out of events that are older than this member. */
                environment?: components["schemas"]["Environment"] | undefined;
                /** @description As under `webhooks`. */
                data: {
                    [key: string]: unknown;
                };
            };
        };
        /**
         * @description A place in the list of events. Its text is opaque.
         * @example MCAxNzY3MjI1NjAwMDAwMDAw
         */
        EventCursor: string;
        EventList: {
            /** @description One page, oldest first. */
            events: components["schemas"]["ListedEvent"][];
            /** @description The list after this page, as `after`, also of a page without events. */
            cursor: components["schemas"]["EventCursor"];
            /** @description Target of the next page, relative to the base URL; null where the list has reached the present. */
            next: string | null;
        };
        DeliveryAttempt: {
            /** @description Its number, as in `X-Webhook-Attempt`. */
            attempt: number;
            ended_at: components["schemas"]["Timestamp"];
            /**
             * @description Milliseconds until the head of the answer, or until the attempt failed. Null for a failure before the first
             *     2xx from that scheme, host and port.
             */
            duration_ms: number | null;
            /** @description HTTP status of the answer; null without an answer. */
            response_status: number | null;
            /**
             * @description The beginning of an answer that is not 2xx; null for a 2xx answer, and before the first 2xx from that scheme,
             *     host and port. It is text of the receiver: control characters and bytes that are not UTF-8 are escaped, and
             *     texts that look like keys or webhook secrets are cut.
             */
            response_body: string | null;
            /** @description The cause of the failure, as in `last_error` of the delivery; null for a 2xx answer. */
            error: string | null;
            /**
             * @description The cause in words for people, for example `certificate expired`, `wrong host name`, `unknown authority or
             *     missing intermediate certificate`, `nothing listens on this port` or `redirects to https://shop.example/hooks/,
             *     which is not followed`. Null for a 2xx answer, and for a status that needs no words. Other texts may come.
             */
            error_detail: string | null;
        };
        AttemptLog: {
            /** @description The attempts that have ended, oldest first. */
            attempt_log: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description A WebhookDelivery with the log of its attempts. */
        RetrievedDelivery: components["schemas"]["WebhookDelivery"] & components["schemas"]["AttemptLog"];
        /** @description A WebhookDelivery, but without `webhook_id` when it goes to the order's own `webhook_url`. */
        OrderDelivery: {
            id: components["schemas"]["DeliveryId"];
            /** @description The endpoint it goes to. */
            webhook_id?: components["schemas"]["WebhookId"] | undefined;
            /** @description Id of the delivery whose bytes it repeats; null for an original delivery. */
            redelivery_of: Brand<string, "DeliveryId"> | null;
            event_type: components["schemas"]["EventType"];
            /** @description The body as it is sent, byte for byte. */
            payload: {
                event: components["schemas"]["EventType"];
                timestamp: components["schemas"]["Timestamp"];
                /** @description Left out of events that are older than this member. */
                environment?: components["schemas"]["Environment"] | undefined;
                /** @description As under `webhooks`. */
                data: {
                    [key: string]: unknown;
                };
            };
            /** @description `PENDING`: queued or waiting for its next attempt. */
            status: Open<"PENDING" | "DELIVERED" | "FAILED">;
            /** @description Attempts made. */
            attempts: number;
            /**
             * @description No attempt follows the sixth.
             * @constant
             */
            max_attempts: 6;
            /**
             * @description The cause of the last failure, as a short code; null before a failure, and once delivered. `HTTP <status>`:
             *     the answer was not 2xx. `tls_error`: see `last_error_detail`. `response_invalid`: the answer was not HTTP/1,
             *     or its head too large. `unreachable`: no answer, from a scheme, host and port that has not answered this
             *     endpoint's deliveries with 2xx yet. After its first 2xx the cause is shown: `timeout`: no complete response
             *     head in time. `dns_error`: the name has no address that webhooks may reach. `connection_refused`,
             *     `connection_reset`, `network_unreachable`: the failure of the connection. `no_secret`: no attempt before a
             *     webhook secret exists. `webhook_deleted`: no further attempt, since its endpoint was deleted.
             */
            last_error: string | null;
            /**
             * @description The fault behind `tls_error`, in words for people: for example `certificate expired`,
             *     `certificate not yet valid`, `wrong host name`, `self-signed certificate`, `unknown authority or missing
             *     intermediate certificate`, `TLS 1.2 or later needed` or `no TLS`. For a redirect its target, without query
             *     and login; for `HTTP 410` that no further attempt is made. Null otherwise. Other texts may come.
             */
            last_error_detail: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null once delivered or failed.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time of the 2xx answer; null until then.
             */
            delivered_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        OrderDeliveryList: {
            /** @description One page, newest first. */
            deliveries: components["schemas"]["OrderDelivery"][];
            /** @description All deliveries of this order's events. */
            total: number;
            next: components["schemas"]["NextPage"];
        };
        /** @description A webhook of the test environment in its posted form. */
        TestDelivery: {
            /** @description The same in every message about it, and in its `X-Webhook-Id`. */
            delivery_id: string;
            event_type: components["schemas"]["EventType"];
            /** @description Headers to send with it, including signatures made for this message. */
            headers: {
                [key: string]: string;
            };
            /** @description Exactly the bytes that were signed, as UTF-8 text. */
            body: string;
        };
        /** @description An event that the stream of test deliveries sends once more. */
        ResentDelivery: {
            delivery_id: components["schemas"]["DeliveryId"];
            event_type: components["schemas"]["EventType"];
        };
        /**
         * Format: decimal
         * @description USDT, at most 6 decimals; by default at least 10.
         * @example 100.00
         */
        WithdrawalAmount: DecimalString;
        /**
         * @description On ERC20 and BEP20 `0x` and 40 hex digits, in one case or with the checksum of EIP-55. On TRC20 34 characters of
         *     base58 with their checksum, `T` first. Never the zero address, another burn address, the contract of a common
         *     token, or an address of this service.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        DestinationAddress: string;
        CreateWithdrawal: {
            /** @description The amount that arrives, in USDT; at most 6 decimals, by default at least 10. The fee comes on top. */
            amount: components["schemas"]["WithdrawalAmount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            destination_address: components["schemas"]["DestinationAddress"];
            /** @description For the merchant's own use. */
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            /** @description Receives this withdrawal's events instead of the registered endpoints. The rules of an endpoint's URL apply. */
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
        };
        /**
         * @description Human-readable id, in Crockford base32.
         * @example wdr_4HV8N2RC6T0E
         */
        WithdrawalNumber: string;
        /**
         * @description `PENDING`: accepted, its amount and fee are reserved. `REVIEW`: waits for the operator, as one to a
         *     new destination does, or until it can be paid. `PROCESSING`: signed, its `tx_hash` is known. `BROADCAST`: handed to the network.
         *     `COMPLETED`: succeeded at the required depth. `FAILED`: surely never happened, or was reverted; the reserved
         *     amount is returned. `CANCELED`: cancelled before it was signed; the reserved amount is returned.
         * @example PENDING
         */
        WithdrawalStatus: Open<"PENDING" | "REVIEW" | "PROCESSING" | "BROADCAST" | "COMPLETED" | "FAILED" | "CANCELED">;
        /**
         * @description `canceled`: the merchant cancelled it. `rejected`: the operator refused it. `compliance`: screening flagged the
         *     destination. `broadcast_rejected`: the network refused the transaction. `reverted`: the transaction failed on
         *     the network. `expired_unbroadcast`: the transaction expired before it was in a block.
         * @example canceled
         */
        WithdrawalFailureCode: Open<"canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast">;
        Withdrawal: {
            id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            merchant_id: components["schemas"]["MerchantId"];
            status: components["schemas"]["WithdrawalStatus"];
            /** @description The amount that arrives at the destination. */
            amount: components["schemas"]["Amount"];
            /** @description The network's fee at its creation. */
            fee: components["schemas"]["Amount"];
            /** @description amount + fee, the sum that leaves the balance. */
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description As it was given. */
            destination_address: string;
            /** @description Transaction hash on the network; null until it is signed. */
            tx_hash: string | null;
            /** @description Depth of its transaction, counted up to the one that completes it; 0 before it is in a block. */
            confirmations: number;
            /** @description A WithdrawalFailureCode. Null unless it is `FAILED` or `CANCELED`. */
            failure_code: Open<"canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast"> | null;
            /** @description The order that it refunds. Omitted unless it is a refund. */
            order_id?: components["schemas"]["OrderId"] | undefined;
            /** @description Equals `id`. Omitted unless it is a refund. */
            refund_id?: components["schemas"]["WithdrawalId"] | undefined;
            /** @description Omitted when none was given. */
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Null until it is `COMPLETED`.
             */
            completed_at: string | null;
        };
        WithdrawalList: {
            /** @description One page, newest first. */
            withdrawals: components["schemas"]["Withdrawal"][];
            /** @description All withdrawals of the merchant in this environment; with filters, those that match, up to 10,000. */
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        CreateRefund: {
            /**
             * @description The amount that arrives, in USDT; at most 6 decimals, by default at least 1. Left out, it is the part that was
             *     paid too much and is not refunded yet, or all that is left of an order that is not overpaid.
             */
            amount?: components["schemas"]["WithdrawalAmount"] | undefined;
            /**
             * @description Whether the fee on the order may go back too, so that the payer gets all that was paid: the refunds of the order are
             *     then together at most its confirmed `received_amount`. The service keeps its fee, so that part comes from your balance.
             * @default false
             */
            include_fee?: boolean | undefined;
            destination_address: components["schemas"]["DestinationAddress"];
            /** @description For the merchant's own use. */
            description?: string | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
        };
        /** @description The withdrawal that refunds an order. */
        Refund: {
            id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            merchant_id: components["schemas"]["MerchantId"];
            status: components["schemas"]["WithdrawalStatus"];
            /** @description The amount that arrives at the destination. */
            amount: components["schemas"]["Amount"];
            /** @description The network's fee at its creation. */
            fee: components["schemas"]["Amount"];
            /** @description amount + fee, the sum that leaves the balance. */
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description As it was given. */
            destination_address: string;
            /** @description Transaction hash on the network; null until it is signed. */
            tx_hash: string | null;
            /** @description Depth of its transaction, counted up to the one that completes it; 0 before it is in a block. */
            confirmations: number;
            /** @description A WithdrawalFailureCode. Null unless it is `FAILED` or `CANCELED`. */
            failure_code: Open<"canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast"> | null;
            /** @description The order that it refunds. Omitted unless it is a refund. */
            order_id: components["schemas"]["OrderId"];
            /** @description Equals `id`. Omitted unless it is a refund. */
            refund_id: components["schemas"]["WithdrawalId"];
            /** @description Omitted when none was given. */
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Null until it is `COMPLETED`.
             */
            completed_at: string | null;
        };
        RefundList: {
            /** @description One page, newest first. */
            refunds: components["schemas"]["Refund"][];
            /** @description All refunds of the order. */
            total: number;
            next: components["schemas"]["NextPage"];
        };
        CreateWithdrawalDestination: {
            /** @description A name of the merchant's own; not only blanks. */
            label: string;
            network: components["schemas"]["Network"];
            address: components["schemas"]["DestinationAddress"];
        };
        WithdrawalDestination: {
            id: components["schemas"]["DestinationId"];
            /** @description As it was given. */
            label: string;
            network: components["schemas"]["Network"];
            /** @description In the spelling of the network: on ERC20 with the checksum of EIP-55. */
            address: string;
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            /** @description 24 hours after `created_at`. From then on live withdrawals to it need no review for their destination. */
            usable_at: components["schemas"]["Timestamp"];
        };
        WithdrawalDestinationList: {
            /** @description Newest first. */
            destinations: components["schemas"]["WithdrawalDestination"][];
        };
        WithdrawalQuote: {
            /** @description The amount that would arrive. */
            amount: components["schemas"]["WithdrawalAmount"];
            /** @description The network's fee now. */
            fee: components["schemas"]["Amount"];
            /** @description amount + fee, the available balance that it needs. */
            total_debit: components["schemas"]["Amount"];
            /** @description The smallest withdrawal on this network. */
            minimum: components["schemas"]["Amount"];
            /** @description The smallest refund of an order. It has the same fee. */
            refund_minimum: components["schemas"]["Amount"];
        };
        Rate: {
            currency: components["schemas"]["PriceCurrency"];
            rate: components["schemas"]["ExchangeRate"];
            /** @description When the source of the rate was asked. */
            rate_at: components["schemas"]["Timestamp"];
        };
        Balance: {
            currency: components["schemas"]["Currency"];
            /** @description The amount that can be withdrawn, fee included. Later credits first repay what a freeze or a reorganisation took beyond it. */
            available: components["schemas"]["Amount"];
            /** @description Reserved by withdrawals under way and by authorised app-only payments. */
            held: components["schemas"]["Amount"];
            /** @description Credited for orders that are `FROZEN`. */
            frozen: components["schemas"]["Amount"];
        };
        /** @description A transfer that counts towards the order. */
        Transaction: {
            /** @description Transaction hash on the network. */
            tx_hash: string;
            amount: components["schemas"]["Amount"];
            /** @description Block that holds it. */
            block_number: number;
        };
        PaymentConfirmedEvent: {
            /** @constant */
            event: "payment.confirmed";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Left out of events that are older than this member. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentConfirmedData"];
        };
        PaymentConfirmedData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            /** @description `EXPIRED_PAID`: the payment came after the order had expired. */
            status: Open<"PAID" | "EXPIRED_PAID">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            /** @description received_amount − order_amount, only when it is above zero. Left out of app-only orders. */
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            /** @description order_amount − received_amount, only when it is above zero. Left out of app-only orders. */
            missing_amount?: components["schemas"]["Amount"] | undefined;
            credited_amount: components["schemas"]["Amount"];
            /** @description Only of orders that were made with a price. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description Only with `price`. */
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            /** @description Only with `price`. */
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            /** @description Left out of app-only orders. */
            network?: components["schemas"]["Network"] | undefined;
            /** @description Empty for app-only orders. At most 200: of more, the largest. */
            transactions: components["schemas"]["Transaction"][];
            paid_at: components["schemas"]["Timestamp"];
            /** @description Only of an order of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentExpiredEvent: {
            /** @constant */
            event: "payment.expired";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Left out of events that are older than this member. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentExpiredData"];
        };
        PaymentExpiredData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"EXPIRED">;
            /**
             * Format: decimal
             * @description Null for a CUSTOM order, which has no amount of its own.
             */
            order_amount: DecimalString | null;
            received_amount: components["schemas"]["Amount"];
            /** @description order_amount − received_amount, only when it is above zero. Left out of app-only orders. */
            missing_amount?: components["schemas"]["Amount"] | undefined;
            /** @description Only of orders that were made with a price. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description Only with `price`. */
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            /** @description Only with `price`. */
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            /** @description Left out of app-only orders. */
            network?: components["schemas"]["Network"] | undefined;
            expired_at: components["schemas"]["Timestamp"];
            /** @description Only of an order of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentUnderpaidEvent: {
            /** @constant */
            event: "payment.underpaid";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Left out of events that are older than this member. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentUnderpaidData"];
        };
        PaymentUnderpaidData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"UNDERPAID">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            /** @description order_amount − received_amount, never below `0.00`. */
            missing_amount: components["schemas"]["Amount"];
            /** @description Only of orders that were made with a price. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description Only with `price`. */
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            /** @description Only with `price`. */
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description At most 200: of more, the largest. */
            transactions: components["schemas"]["Transaction"][];
            underpaid_at: components["schemas"]["Timestamp"];
            /** @description Only of an order of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentFrozenEvent: {
            /** @constant */
            event: "payment.frozen";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Left out of events that are older than this member. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentFrozenData"];
        };
        PaymentFrozenData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"FROZEN">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            /** @description received_amount − order_amount, only when it is above zero. */
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            /** @description order_amount − received_amount, only when it is above zero. */
            missing_amount?: components["schemas"]["Amount"] | undefined;
            /** @description Only of orders that were made with a price. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description Only with `price`. */
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            /** @description Only with `price`. */
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            reason: components["schemas"]["FrozenReason"];
            /** @description Transfers on the chain, confirmed or not, the flagged one among them. At most 200: of more, the flagged ones and the largest. */
            transactions: components["schemas"]["Transaction"][];
            frozen_at: components["schemas"]["Timestamp"];
            /** @description Only of an order of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentOverpaidEvent: {
            /** @constant */
            event: "payment.overpaid";
            timestamp: components["schemas"]["Timestamp"];
            /** @description The environment of the order. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentOverpaidData"];
        };
        PaymentOverpaidData: {
            order_id: components["schemas"]["OrderId"];
            /** @description Names the transfer. The same in every delivery of its event, and in no other event. */
            overpayment_id: string;
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"PAID" | "EXPIRED_PAID">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            /** @description received_amount − order_amount, of all transfers so far. */
            overpaid_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            /** @description Only of orders that were made with a price. */
            price?: components["schemas"]["Price"] | undefined;
            /** @description Only with `price`. */
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            /** @description Only with `price`. */
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description Hash of the transaction that brought the money. */
            tx_hash: string;
            /** @description The amount of this transfer. */
            transfer_amount: components["schemas"]["Amount"];
            overpaid_at: components["schemas"]["Timestamp"];
            /** @description Only of an order of a payment link. */
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        WithdrawalCompletedEvent: {
            /** @constant */
            event: "withdrawal.completed";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Left out of events that are older than this member. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["WithdrawalCompletedData"];
        };
        WithdrawalCompletedData: {
            withdrawal_id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            /** @description The order that it refunds. Omitted unless it is a refund. */
            order_id?: components["schemas"]["OrderId"] | undefined;
            /** @description Equals `withdrawal_id`. Omitted unless it is a refund. */
            refund_id?: components["schemas"]["WithdrawalId"] | undefined;
            status: Open<"COMPLETED">;
            /** @description The amount that arrived. */
            amount: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            /** @description amount + fee, the sum that left the balance. */
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description Where it arrived. */
            destination_address: string;
            /** @description Transaction hash on the network. */
            tx_hash: string;
            completed_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
        WithdrawalFailedEvent: {
            /** @constant */
            event: "withdrawal.failed";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Left out of events that are older than this member. */
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["WithdrawalFailedData"];
        };
        WithdrawalFailedData: {
            withdrawal_id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            /** @description The order that it refunds. Omitted unless it is a refund. */
            order_id?: components["schemas"]["OrderId"] | undefined;
            /** @description Equals `withdrawal_id`. Omitted unless it is a refund. */
            refund_id?: components["schemas"]["WithdrawalId"] | undefined;
            status: Open<"FAILED" | "CANCELED">;
            /** @description The amount that would have arrived. */
            amount: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            /** @description amount + fee, the sum that is available again. */
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            /** @description Where it should have arrived. */
            destination_address: string;
            /** @description Null when it was never signed. */
            tx_hash: string | null;
            failure_code: components["schemas"]["WithdrawalFailureCode"];
            failed_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
    };
    responses: {
        /** @description Authentication is missing or invalid. Checked in the order of the examples. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The key lacks the scope of the operation, or may not do this to this resource. Or it is a live key, and the operator
         *     has not activated the merchant yet.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The key lacks the scope of the operation, or may not do this to this resource. Or it is a live key, and the operator
         *     has not activated the merchant yet. Or the operator has suspended the merchant, which may then read, revoke keys and
         *     rotate its webhook secret.
         */
        WriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A query parameter is invalid. */
        InvalidOrderPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request carries a parameter that the operation does not have, or an invalid one. */
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such order of this merchant in this environment. */
        OrderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such payment link of this merchant in this environment. */
        PaymentLinkNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The merchant has no such endpoint in this environment. */
        WebhookNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The merchant has no such endpoint in this environment, or the endpoint no such delivery. */
        DeliveryNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such withdrawal of this merchant in this environment. */
        WithdrawalNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such destination of this merchant in this environment. */
        DestinationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The idempotency key was used with other parameters in the last 24 hours. */
        DuplicateIdempotencyKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 64 KiB. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not `application/json`, names a charset other than UTF-8, or is encoded. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests, or too many open streams. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A server error, possibly after the work was done. Retry with backoff where a repeat is allowed. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database is busy or full, or the server is stopping. The call had no effect. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The database is busy or full, the server is stopping, or the rate of the currency is not known well enough to be
         *     used. The call had no effect.
         */
        RateUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Id of the order, in any letter case. */
        OrderIdInPath: components["schemas"]["OrderId"];
        /**
         * @description Id or number of the order, in any letter case.
         * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
         */
        OrderIdOrNumber: string;
        /** @description Id of the payment link, in any letter case. */
        PaymentLinkIdInPath: components["schemas"]["PaymentLinkId"];
        /** @description Id of the withdrawal, in any letter case. */
        WithdrawalIdInPath: components["schemas"]["WithdrawalId"];
        /**
         * @description Id or number of the withdrawal, in any letter case.
         * @example 019b0e5e-3333-7bbb-8ccc-0123456789ab
         */
        WithdrawalIdOrNumber: string;
        /** @description Id of the destination, in any letter case. */
        DestinationIdInPath: components["schemas"]["DestinationId"];
        /** @description Id of the webhook endpoint, in any letter case. */
        WebhookIdInPath: components["schemas"]["WebhookId"];
        /** @description Id of the delivery, in any letter case. */
        DeliveryIdInPath: components["schemas"]["DeliveryId"];
        /**
         * @description Rows per page.
         * @example 20
         */
        Limit: number;
        /**
         * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
         *     further. Not together with `cursor`.
         * @example 0
         */
        Offset: number;
        /**
         * @description The beginning of the page, from `next` of another page.
         * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
         */
        Cursor: string;
        /** @description Created at this time or later. */
        CreatedFrom: components["schemas"]["TimeBound"];
        /**
         * @description Created before this time.
         * @example 2026-02-01T00:00:00Z
         */
        CreatedTo: components["schemas"]["TimeBound"];
        /** @description Last changed at this time or later. */
        UpdatedFrom: components["schemas"]["TimeBound"];
        /**
         * @description Last changed before this time.
         * @example 2026-02-01T00:00:00Z
         */
        UpdatedTo: components["schemas"]["TimeBound"];
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
         *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
         * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Merchant-Signature": string;
        /**
         * @description The event type, equal to `event` in the body.
         * @example payment.confirmed
         */
        "X-Webhook-Event": components["schemas"]["EventType"];
        /** @description Id of the delivery, the same for all its attempts. Not signed. */
        "X-Webhook-Id": components["schemas"]["DeliveryId"];
        /**
         * @description Number of this attempt, from 1. Not signed.
         * @example 1
         */
        "X-Webhook-Attempt": number;
        /**
         * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
         *     every secret in force has the earlier spelling of 43 characters.
         */
        StandardWebhookId: components["schemas"]["DeliveryId"];
        /**
         * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
         * @example 1767225600
         */
        StandardWebhookTimestamp: string;
        /**
         * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
         *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
         *     values, with a space between them, for 24 h after a rotation.
         * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
         */
        StandardWebhookSignature: string;
        /**
         * @description W3C trace context of the call. It is kept with the resource and continued by its webhooks. A value that is not of
         *     version 00 is ignored.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        Traceparent: string;
        /**
         * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
         *     for each attempt. Not signed.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
         */
        WebhookTraceparent: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the server's log.
         * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
         */
        "X-Request-Id": string;
        /**
         * @description `true` when the answer is the resource that an earlier call with this idempotency key created.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The minimum wait in whole seconds.
         * @example 42
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type Amount = components['schemas']['Amount'];
export type Fraction = components['schemas']['Fraction'];
export type Timestamp = components['schemas']['Timestamp'];
export type TimeBound = components['schemas']['TimeBound'];
export type Metadata = components['schemas']['Metadata'];
export type HttpsUrl = components['schemas']['HttpsUrl'];
export type TotalIsAtLeast = components['schemas']['TotalIsAtLeast'];
export type NextPage = components['schemas']['NextPage'];
export type IdempotencyKey = components['schemas']['IdempotencyKey'];
export type OrderId = components['schemas']['OrderId'];
export type PaymentLinkId = components['schemas']['PaymentLinkId'];
export type MerchantId = components['schemas']['MerchantId'];
export type KeyId = components['schemas']['KeyId'];
export type WebhookId = components['schemas']['WebhookId'];
export type DeliveryId = components['schemas']['DeliveryId'];
export type WithdrawalId = components['schemas']['WithdrawalId'];
export type DestinationId = components['schemas']['DestinationId'];
export type Network = components['schemas']['Network'];
export type Currency = components['schemas']['Currency'];
export type PriceCurrency = components['schemas']['PriceCurrency'];
export interface Price extends Schema<"Price"> {
}
export type ExchangeRate = components['schemas']['ExchangeRate'];
export type Environment = components['schemas']['Environment'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type FrozenReason = components['schemas']['FrozenReason'];
export type AmountMode = components['schemas']['AmountMode'];
export type KeyScope = components['schemas']['KeyScope'];
export type EventType = components['schemas']['EventType'];
export interface Error extends Schema<"Error"> {
}
export interface Message extends Schema<"Message"> {
}
export interface CreateOrder extends Schema<"CreateOrder"> {
}
export type CreateAppOrder = components['schemas']['CreateAppOrder'];
export interface CreateFixedAppOrder extends Schema<"CreateFixedAppOrder"> {
}
export interface CreateCustomAppOrder extends Schema<"CreateCustomAppOrder"> {
}
export type Order = components['schemas']['Order'];
export interface OnChainOrder extends Schema<"OnChainOrder"> {
}
export interface AppOrder extends Schema<"AppOrder"> {
}
export type OrderNumber = components['schemas']['OrderNumber'];
export interface Remark extends Schema<"Remark"> {
}
export type RetrievedOrder = components['schemas']['RetrievedOrder'];
export interface OrderSummary extends Schema<"OrderSummary"> {
}
export interface OrderList extends Schema<"OrderList"> {
}
export interface SimulateOrder extends Schema<"SimulateOrder"> {
}
export type CreatePaymentLink = components['schemas']['CreatePaymentLink'];
export interface CreateFixedPaymentLink extends Schema<"CreateFixedPaymentLink"> {
}
export interface CreateCustomPaymentLink extends Schema<"CreateCustomPaymentLink"> {
}
export type LinkUses = components['schemas']['LinkUses'];
export type PaymentLinkStatus = components['schemas']['PaymentLinkStatus'];
export interface PaymentLink extends Schema<"PaymentLink"> {
}
export interface PaymentLinkList extends Schema<"PaymentLinkList"> {
}
export interface PaymentLinkOrderList extends Schema<"PaymentLinkOrderList"> {
}
export interface RegisterMerchant extends Schema<"RegisterMerchant"> {
}
export interface Merchant extends Schema<"Merchant"> {
}
export interface RegisteredMerchant extends Schema<"RegisteredMerchant"> {
}
export type WebhookSecret = components['schemas']['WebhookSecret'];
export interface CreatedWebhookSecret extends Schema<"CreatedWebhookSecret"> {
}
export interface CreateApiKey extends Schema<"CreateApiKey"> {
}
export interface CreatedApiKey extends Schema<"CreatedApiKey"> {
}
export interface CreateDashboardLink extends Schema<"CreateDashboardLink"> {
}
export interface DashboardLink extends Schema<"DashboardLink"> {
}
export interface ApiKey extends Schema<"ApiKey"> {
}
export interface ApiKeyList extends Schema<"ApiKeyList"> {
}
export interface CreateWebhook extends Schema<"CreateWebhook"> {
}
export interface UpdateWebhook extends Schema<"UpdateWebhook"> {
}
export interface Webhook extends Schema<"Webhook"> {
}
export interface WebhookDelivery extends Schema<"WebhookDelivery"> {
}
export interface WebhookDeliveryList extends Schema<"WebhookDeliveryList"> {
}
export interface ListedEvent extends Schema<"ListedEvent"> {
}
export type EventCursor = components['schemas']['EventCursor'];
export interface EventList extends Schema<"EventList"> {
}
export interface DeliveryAttempt extends Schema<"DeliveryAttempt"> {
}
export interface AttemptLog extends Schema<"AttemptLog"> {
}
export type RetrievedDelivery = components['schemas']['RetrievedDelivery'];
export interface OrderDelivery extends Schema<"OrderDelivery"> {
}
export interface OrderDeliveryList extends Schema<"OrderDeliveryList"> {
}
export interface TestDelivery extends Schema<"TestDelivery"> {
}
export interface ResentDelivery extends Schema<"ResentDelivery"> {
}
export type WithdrawalAmount = components['schemas']['WithdrawalAmount'];
export type DestinationAddress = components['schemas']['DestinationAddress'];
export interface CreateWithdrawal extends Schema<"CreateWithdrawal"> {
}
export type WithdrawalNumber = components['schemas']['WithdrawalNumber'];
export type WithdrawalStatus = components['schemas']['WithdrawalStatus'];
export type WithdrawalFailureCode = components['schemas']['WithdrawalFailureCode'];
export interface Withdrawal extends Schema<"Withdrawal"> {
}
export interface WithdrawalList extends Schema<"WithdrawalList"> {
}
export interface CreateRefund extends Schema<"CreateRefund"> {
}
export interface Refund extends Schema<"Refund"> {
}
export interface RefundList extends Schema<"RefundList"> {
}
export interface CreateWithdrawalDestination extends Schema<"CreateWithdrawalDestination"> {
}
export interface WithdrawalDestination extends Schema<"WithdrawalDestination"> {
}
export interface WithdrawalDestinationList extends Schema<"WithdrawalDestinationList"> {
}
export interface WithdrawalQuote extends Schema<"WithdrawalQuote"> {
}
export interface Rate extends Schema<"Rate"> {
}
export interface Balance extends Schema<"Balance"> {
}
export interface Transaction extends Schema<"Transaction"> {
}
export interface PaymentConfirmedEvent extends Schema<"PaymentConfirmedEvent"> {
}
export interface PaymentConfirmedData extends Schema<"PaymentConfirmedData"> {
}
export interface PaymentExpiredEvent extends Schema<"PaymentExpiredEvent"> {
}
export interface PaymentExpiredData extends Schema<"PaymentExpiredData"> {
}
export interface PaymentUnderpaidEvent extends Schema<"PaymentUnderpaidEvent"> {
}
export interface PaymentUnderpaidData extends Schema<"PaymentUnderpaidData"> {
}
export interface PaymentFrozenEvent extends Schema<"PaymentFrozenEvent"> {
}
export interface PaymentFrozenData extends Schema<"PaymentFrozenData"> {
}
export interface PaymentOverpaidEvent extends Schema<"PaymentOverpaidEvent"> {
}
export interface PaymentOverpaidData extends Schema<"PaymentOverpaidData"> {
}
export interface WithdrawalCompletedEvent extends Schema<"WithdrawalCompletedEvent"> {
}
export interface WithdrawalCompletedData extends Schema<"WithdrawalCompletedData"> {
}
export interface WithdrawalFailedEvent extends Schema<"WithdrawalFailedEvent"> {
}
export interface WithdrawalFailedData extends Schema<"WithdrawalFailedData"> {
}
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseWriteForbidden = components['responses']['WriteForbidden'];
export type ResponseInvalidOrderPage = components['responses']['InvalidOrderPage'];
export type ResponseInvalidParameter = components['responses']['InvalidParameter'];
export type ResponseOrderNotFound = components['responses']['OrderNotFound'];
export type ResponsePaymentLinkNotFound = components['responses']['PaymentLinkNotFound'];
export type ResponseWebhookNotFound = components['responses']['WebhookNotFound'];
export type ResponseDeliveryNotFound = components['responses']['DeliveryNotFound'];
export type ResponseWithdrawalNotFound = components['responses']['WithdrawalNotFound'];
export type ResponseDestinationNotFound = components['responses']['DestinationNotFound'];
export type ResponseDuplicateIdempotencyKey = components['responses']['DuplicateIdempotencyKey'];
export type ResponseBodyTooLarge = components['responses']['BodyTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseInternalServerError = components['responses']['InternalServerError'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseRateUnavailable = components['responses']['RateUnavailable'];
export type ParameterOrderIdInPath = components['parameters']['OrderIdInPath'];
export type ParameterOrderIdOrNumber = components['parameters']['OrderIdOrNumber'];
export type ParameterPaymentLinkIdInPath = components['parameters']['PaymentLinkIdInPath'];
export type ParameterWithdrawalIdInPath = components['parameters']['WithdrawalIdInPath'];
export type ParameterWithdrawalIdOrNumber = components['parameters']['WithdrawalIdOrNumber'];
export type ParameterDestinationIdInPath = components['parameters']['DestinationIdInPath'];
export type ParameterWebhookIdInPath = components['parameters']['WebhookIdInPath'];
export type ParameterDeliveryIdInPath = components['parameters']['DeliveryIdInPath'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterOffset = components['parameters']['Offset'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterCreatedFrom = components['parameters']['CreatedFrom'];
export type ParameterCreatedTo = components['parameters']['CreatedTo'];
export type ParameterUpdatedFrom = components['parameters']['UpdatedFrom'];
export type ParameterUpdatedTo = components['parameters']['UpdatedTo'];
export type ParameterXMerchantSignature = components['parameters']['X-Merchant-Signature'];
export type ParameterXWebhookEvent = components['parameters']['X-Webhook-Event'];
export type ParameterXWebhookId = components['parameters']['X-Webhook-Id'];
export type ParameterXWebhookAttempt = components['parameters']['X-Webhook-Attempt'];
export type ParameterStandardWebhookId = components['parameters']['StandardWebhookId'];
export type ParameterStandardWebhookTimestamp = components['parameters']['StandardWebhookTimestamp'];
export type ParameterStandardWebhookSignature = components['parameters']['StandardWebhookSignature'];
export type ParameterTraceparent = components['parameters']['Traceparent'];
export type ParameterWebhookTraceparent = components['parameters']['WebhookTraceparent'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type $defs = Record<string, never>;
export interface operations {
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Orders in this status.
                 * @example PAID
                 */
                status?: "PENDING" | "OPEN" | "PENDING_CONFIRM" | "CONFIRMING" | "PAID" | "EXPIRED" | "EXPIRED_PAID" | "UNDERPAID" | "FROZEN";
                /** @description The order with this number, in any letter case. */
                order_number?: components["schemas"]["OrderNumber"];
                /** @description On-chain orders of this network. */
                network?: components["schemas"]["Network"];
                /** @description Created at this time or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Created before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
                /** @description Last changed at this time or later. */
                updated_from?: components["parameters"]["UpdatedFrom"];
                /**
                 * @description Last changed before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                updated_to?: components["parameters"]["UpdatedTo"];
                /** @description Orders with a `paid_at` at this time or later. */
                paid_from?: components["schemas"]["TimeBound"];
                /**
                 * @description Orders with a `paid_at` before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                paid_to?: components["schemas"]["TimeBound"];
                /**
                 * @description One member of the metadata and its value, as in `metadata[cart]=A-1001`. The value of a number or a boolean
                 *     is its JSON text. Found are the first 16 members of the top level, with names of at most 100 characters and
                 *     strings, numbers or booleans of at most 200.
                 */
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["InvalidOrderPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context of the call. It is kept with the resource and continued by its webhooks. A value that is not of
                 *     version 00 is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrder"];
            };
        };
        responses: {
            /** @description The order is open and payable. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnChainOrder"];
                };
            };
            /** @description A field is invalid, or no address can be assigned right now. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["RateUnavailable"];
        };
    };
    createAppOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with equal parameters answers with the original order for 24 hours. Scoped per merchant. Name the cart
                 *     and the attempt, as in `cart-A-1001/1`: a key of the cart alone answers with an order that has expired.
                 */
                "Idempotency-Key"?: components["schemas"]["IdempotencyKey"];
                /**
                 * @description W3C trace context of the call. It is kept with the resource and continued by its webhooks. A value that is not of
                 *     version 00 is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAppOrder"];
            };
        };
        responses: {
            /** @description The order is open and payable. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppOrder"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or number of the order, in any letter case.
                 * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
                 */
                id: components["parameters"]["OrderIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrievedOrder"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    expireOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order, in any letter case. */
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            /** @description The order is CONFIRMING, PENDING_CONFIRM, PAID, EXPIRED_PAID or FROZEN, or a payment of an OPEN one is on its way. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order, in any letter case. */
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accepted order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnChainOrder"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            /** @description The order is app-only, neither UNDERPAID nor paid too much, or a payment of it is being confirmed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id or number of the order, in any letter case.
                 * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
                 */
                id: components["parameters"]["OrderIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of refunds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context of the call. It is kept with the resource and continued by its webhooks. A value that is not of
                 *     version 00 is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description Id or number of the order, in any letter case.
                 * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
                 */
                id: components["parameters"]["OrderIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRefund"];
            };
        };
        responses: {
            /** @description Accepted; its amount and fee are reserved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description A field is invalid, the amount is more than is left to refund, or the balance is too small. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            /**
             * @description The order is app-only or has another status, its network is switched off, or the idempotency key was used with other parameters or for
             *     another order in the last 24 hours.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamOrderEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `id` of the last message received. Any other text counts as absent.
                 * @example 1
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the order, in any letter case. */
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Order"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrderDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Id of the order, in any letter case. */
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDeliveryList"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Links in this status.
                 * @example OPEN
                 */
                status?: "OPEN" | "PAID" | "EXPIRED" | "CLOSED";
                /** @description Created at this time or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Created before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of links. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentLink"];
            };
        };
        responses: {
            /** @description The link is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["RateUnavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment link, in any letter case. */
                id: components["parameters"]["PaymentLinkIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    closePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment link, in any letter case. */
                id: components["parameters"]["PaymentLinkIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            /** @description The link is PAID, which has closed it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinkOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Id of the payment link, in any letter case. */
                id: components["parameters"]["PaymentLinkIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkOrderList"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerMerchant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required where the operator asks for it.
                 * @example a token from the operator
                 */
                "X-Registration-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterMerchant"];
            };
        };
        responses: {
            /** @description Registered, with the secrets that are shown once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredMerchant"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Registration is closed, or the registration token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `platform_user_id` is taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merchant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, shown once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookSecret"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDashboardLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDashboardLink"];
            };
        };
        responses: {
            /** @description The link, shown once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardLink"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description The key with its secret, shown once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            /** @description Too many active keys. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id of the key to revoke. */
                key_id: components["schemas"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is inactive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The merchant has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description The endpoint receives events from now on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            /** @description Too many endpoints. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint, in any letter case. */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint, in any letter case. */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description The endpoint in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint, in any letter case. */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, before its first attempt. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Deliveries in this status.
                 * @example FAILED
                 */
                status?: "PENDING" | "DELIVERED" | "FAILED";
                /** @description Created at this time or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Created before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint, in any letter case. */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint, in any letter case. */
                id: components["parameters"]["WebhookIdInPath"];
                /** @description Id of the delivery, in any letter case. */
                delivery_id: components["parameters"]["DeliveryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrievedDelivery"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeliveryNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint, in any letter case. */
                id: components["parameters"]["WebhookIdInPath"];
                /** @description Id of the delivery, in any letter case. */
                delivery_id: components["parameters"]["DeliveryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery, before its first attempt. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["DeliveryNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Events after this cursor.
                 * @example MCAxNzY3MjI1NjAwMDAwMDAw
                 */
                after?: string;
                /**
                 * @description Events of this time and later, and those before it that were stored later. In place of `after`; without either the
                 *     list begins 30 days ago.
                 */
                created_from?: components["schemas"]["TimeBound"];
                /**
                 * @description Events of these types, separated by commas.
                 * @example payment.confirmed,payment.expired
                 */
                types?: string;
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description A query parameter is invalid, or the cursor is too old. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads
                 *     further. Not together with `cursor`.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The beginning of the page, from `next` of another page.
                 * @example MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Withdrawals in this status.
                 * @example COMPLETED
                 */
                status?: "PENDING" | "REVIEW" | "PROCESSING" | "BROADCAST" | "COMPLETED" | "FAILED" | "CANCELED";
                /** @description Created at this time or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Created before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
                /** @description Last changed at this time or later. */
                updated_from?: components["parameters"]["UpdatedFrom"];
                /**
                 * @description Last changed before this time.
                 * @example 2026-02-01T00:00:00Z
                 */
                updated_to?: components["parameters"]["UpdatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of withdrawals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalList"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context of the call. It is kept with the resource and continued by its webhooks. A value that is not of
                 *     version 00 is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWithdrawal"];
            };
        };
        responses: {
            /** @description Accepted; its amount and fee are reserved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            /** @description A field is invalid, or the balance is too small. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quoteWithdrawal: {
        parameters: {
            query: {
                /** @description Network to withdraw on. */
                network: components["schemas"]["Network"];
                /** @description The amount that should arrive, in USDT; at most 6 decimals. */
                amount: components["schemas"]["WithdrawalAmount"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fee of this amount. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalQuote"];
                };
            };
            /** @description A query parameter is invalid, or the amount is below the minimum. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWithdrawalDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All destinations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalDestinationList"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWithdrawalDestination: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWithdrawalDestination"];
            };
        };
        responses: {
            /** @description The address is on the list. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalDestination"];
                };
            };
            /** @description A field is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            /** @description Too many destinations. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWithdrawalDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the destination, in any letter case. */
                id: components["parameters"]["DestinationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["DestinationNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or number of the withdrawal, in any letter case.
                 * @example 019b0e5e-3333-7bbb-8ccc-0123456789ab
                 */
                id: components["parameters"]["WithdrawalIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WithdrawalNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the withdrawal, in any letter case. */
                id: components["parameters"]["WithdrawalIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal, which is `CANCELED`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WithdrawalNotFound"];
            /** @description It is signed or has ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRate: {
        parameters: {
            query: {
                /** @description Code of ISO 4217. */
                currency: components["schemas"]["PriceCurrency"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rate now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rate"];
                };
            };
            /** @description A query parameter is invalid, or the service has no rate of the currency. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["RateUnavailable"];
        };
    };
    streamTestDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `id` of the last message received. Any other text counts as absent.
                 * @example 1795132800000
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TestDelivery"];
                };
            };
            /** @description The request carries a parameter that the operation does not have, or an invalid one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendTestDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery, in any letter case. */
                delivery_id: components["parameters"]["DeliveryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new message as the stream sends it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentDelivery"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            /** @description The test environment of the merchant has no such message. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    simulateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order, in any letter case. */
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateOrder"];
            };
        };
        responses: {
            /** @description The action is recorded; the order in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description A field is invalid, or the amount does not fit the order. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            /** @description The order's kind or status does not allow the action. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onPaymentConfirmed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentConfirmedEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentExpiredEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentUnderpaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentUnderpaidEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFrozen: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentFrozenEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentOverpaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentOverpaidEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWithdrawalCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalCompletedEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWithdrawalFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the merchant's webhook secret. Two `v1`
                 *     values for 24 h after a rotation. Refuse a `t` more than 300 s in the past or future.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                /**
                 * @description The event type, equal to `event` in the body.
                 * @example payment.confirmed
                 */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description Id of the delivery, the same for all its attempts. Not signed. */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /**
                 * @description Number of this attempt, from 1. Not signed.
                 * @example 1
                 */
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                /**
                 * @description Of the Standard Webhooks specification, equal to `X-Webhook-Id`. The three headers `webhook-*` are left out when
                 *     every secret in force has the earlier spelling of 43 characters.
                 */
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                /**
                 * @description Of the Standard Webhooks specification. Unix seconds, equal to `t` of `X-Merchant-Signature`.
                 * @example 1767225600
                 */
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                /**
                 * @description Of the Standard Webhooks specification: `v1,<base64 HMAC-SHA256 of
                 *     "<webhook-id>.<webhook-timestamp>.<raw body>">`, keyed with the 33 bytes that follow `whsec_` as base64. Two
                 *     values, with a space between them, for 24 h after a rotation.
                 * @example v1,k1tFse8IJH+RM3l+8F5HU2CvnkyKKPguKGtrcpdGlYI=
                 */
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                /**
                 * @description W3C trace context, if the call that made the order or the withdrawal had one: the same trace, and a new parent
                 *     for each attempt. Not signed.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalFailedEvent"];
            };
        };
        responses: {
            /** @description Delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as failed and is retried, like every answer that is not 2xx. After 410 no further attempt is made. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
