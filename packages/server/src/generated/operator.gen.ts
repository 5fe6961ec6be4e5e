// generated from openapi/operator.v1.yaml by `npm run generate`; do not edit

export interface paths {
    "/operator/v1/app-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authorise a payment, or settle it at once
         * @description Reserves the order for this payer: it becomes `PENDING_CONFIRM`, and with `settle` it is `PAID` in the same
         *     step. The order must be an app-only one, `OPEN` and within its window. The same `order_number`,
         *     `payer_reference` and amount again, while that payment is not voided, answers 201 with its present state and the
         *     header `Idempotent-Replayed: true`, and changes nothing: a payment that was authorised is settled by its own
         *     operation. Where an order's amount is fixed, leaving it out and giving it are the same. After a void the payer
         *     may try again, which creates a new payment.
         */
        post: operations["createAppPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/app-payments/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle an authorised payment
         * @description The order becomes `PAID` and the merchant is credited, also when the order's window has ended since the
         *     authorisation. Settling a settled payment answers 200 again.
         */
        post: operations["settleAppPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/app-payments/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an authorised payment
         * @description The order is `OPEN` again, or `EXPIRED` when its window has ended. Voiding a voided payment answers 200 again.
         */
        post: operations["voidAppPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the business time of a developer's server
         * @description For a server that a developer runs on sandbox networks, with `MERCHANTPAY_MOVABLE_CLOCK`; any other answers 404
         *     `not found`. Business time is that of orders, deliveries and the rules of 24 hours; signatures, rate limits and
         *     sessions keep the time of the machine. It never goes back, and a restart keeps it. An empty body changes nothing
         *     and answers the present time. A call that is repeated advances again.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: decimal
         * @description USDT as a decimal string.
         * @example 12.50
         */
        Amount: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC.
         * @example 2026-01-01T00:00:00.000Z
         */
        Timestamp: string;
        /**
         * Format: uuid
         * @description UUID of a payment.
         * @example 019b0e5f-4444-7ccc-8ddd-0123456789ab
         */
        AppPaymentId: string;
        /**
         * @description The part after `://` in the order's `payment_uri`.
         * @example ord_9TB2F5C8KM1A
         */
        OrderNumber: string;
        /**
         * @description The client app's own name for the payer, 1 to 128 printable ASCII characters. Merchants never see it.
         * @example user-4711
         */
        PayerReference: string;
        /**
         * @description As in the merchants' contract.
         * @example PENDING_CONFIRM
         * @enum {string}
         */
        OrderStatus: "PENDING" | "OPEN" | "PENDING_CONFIRM" | "CONFIRMING" | "PAID" | "EXPIRED" | "EXPIRED_PAID" | "UNDERPAID" | "FROZEN";
        /**
         * @description `AUTHORISED`: reserved for this payer. `SETTLED`: the merchant's. `VOIDED`: given up.
         * @example AUTHORISED
         * @enum {string}
         */
        AppPaymentStatus: "AUTHORISED" | "SETTLED" | "VOIDED";
        /**
         * @example {
         *       "error": "order not payable"
         *     }
         */
        Error: {
            /** @description The message. */
            error: string;
            /** @description Dotted name of the field that is refused, where there is one. */
            param?: string;
            /** @description The rule that is broken. Its words may change. */
            detail?: string;
        };
        MoveClock: {
            /**
             * @description How far business time moves forward, in seconds; also while it is frozen.
             * @example 1860
             */
            advance_seconds?: number;
            /**
             * @description `true` stops business time; `false` lets it run on from where it stopped.
             * @example false
             */
            frozen?: boolean;
        };
        ClockTime: {
            now: components["schemas"]["Timestamp"];
            real: components["schemas"]["Timestamp"];
            /**
             * @description Whether business time stands still.
             * @example false
             */
            frozen: boolean;
        };
        /**
         * @example {
         *       "order_number": "ord_9TB2F5C8KM1A",
         *       "payer_reference": "user-4711",
         *       "settle": true
         *     }
         */
        CreateAppPayment: {
            /** @description The part after `://` in the order's `payment_uri`, in any letter case; every other text is an unknown order. */
            order_number: string;
            /**
             * @description The payer's amount. On a CUSTOM order required, within the limits and decimals stored with the order; on a
             *     FIXED order the order's amount, or left out.
             */
            amount?: components["schemas"]["Amount"];
            payer_reference: components["schemas"]["PayerReference"];
            /** @description The payer's note to the merchant. */
            remark?: string;
            /**
             * @description Settles in the same step.
             * @default false
             */
            settle?: boolean;
        };
        /**
         * @example {
         *       "id": "019b0e5f-4444-7ccc-8ddd-0123456789ab",
         *       "order_id": "019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3e",
         *       "order_number": "ord_9TB2F5C8KM1A",
         *       "order_status": "PENDING_CONFIRM",
         *       "status": "AUTHORISED",
         *       "amount": "12.50",
         *       "currency": "USDT",
         *       "payer_reference": "user-4711",
         *       "remark": null,
         *       "environment": "test",
         *       "created_at": "2026-01-01T00:04:00.000Z",
         *       "updated_at": "2026-01-01T00:04:00.000Z"
         *     }
         */
        AppPayment: {
            id: components["schemas"]["AppPaymentId"];
            /**
             * Format: uuid
             * @description UUID of the order.
             */
            order_id: string;
            order_number: components["schemas"]["OrderNumber"];
            order_status: components["schemas"]["OrderStatus"];
            status: components["schemas"]["AppPaymentStatus"];
            /** @description The payer's amount, with the decimals of the order. */
            amount: components["schemas"]["Amount"];
            /**
             * @description Always USDT.
             * @enum {string}
             */
            currency: "USDT";
            payer_reference: components["schemas"]["PayerReference"];
            /** @description The payer's note. Null when none was given. */
            remark: string | null;
            /**
             * @description That of the order.
             * @enum {string}
             */
            environment: "live" | "test";
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
    };
    responses: {
        /** @description The token is missing, malformed or wrong. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request carries a parameter that the operation does not have. */
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such payment. */
        PaymentNotFound: {
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
        /** @description The body is not `application/json` in UTF-8, or is encoded. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests with a wrong token from this address. */
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
    };
    parameters: {
        /** @description Id of the payment, in any letter case. */
        AppPaymentId: components["schemas"]["AppPaymentId"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the server's log.
         * @example 019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d
         */
        "X-Request-Id": string;
        /**
         * @description `true` when the answer is the payment that an equal earlier call created.
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
export type $defs = Record<string, never>;
export interface operations {
    createAppPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAppPayment"];
            };
        };
        responses: {
            /** @description The payment is authorised, or settled if the call asked for it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppPayment"];
                };
            };
            /** @description A field is invalid, or the amount does not pay this order. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The order does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description The order is not app-only, not `OPEN`, or its window is over; or the app's debt would exceed 20,000,000,000
             *     USDT in the order's environment.
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
    settleAppPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment, in any letter case. */
                id: components["parameters"]["AppPaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment, which is `SETTLED`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppPayment"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PaymentNotFound"];
            /** @description The payment is voided. */
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
    voidAppPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment, in any letter case. */
                id: components["parameters"]["AppPaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment, which is `VOIDED`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppPayment"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PaymentNotFound"];
            /** @description The payment is settled. */
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
    moveClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveClock"];
            };
        };
        responses: {
            /** @description The time after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockTime"];
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
            /** @description The clock of this server cannot be moved. */
            404: {
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
}
