// Made from docs/openapi.json by `npm run docs`: changes belong into the code that describes the API.

export interface paths {
    "/directbilling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List DirectBilling services
         * @description Needs the ability `directbilling.services`.
         */
        get: operations["DirectBillingServices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directbilling/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one DirectBilling service
         * @description Needs the ability `directbilling.services.show`.
         */
        get: operations["DirectBillingServices.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directbilling/{serviceId}/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calculate what payers of each operator pay for a net amount
         * @description Needs the ability `directbilling.services.calculate`.
         */
        get: operations["DirectBillingServices.calculate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directbilling/{serviceId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List DirectBilling transactions
         * @description Needs the ability `directbilling.transactions`.
         */
        get: operations["DirectBillingTransactions.list"];
        put?: never;
        /**
         * Create a DirectBilling transaction
         * @description Needs the ability `directbilling.transactions.create`.
         */
        post: operations["DirectBillingTransactions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directbilling/{serviceId}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one DirectBilling transaction
         * @description Needs the ability `directbilling.transactions.show`.
         */
        get: operations["DirectBillingTransactions.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all short numbers
         * @description Needs the ability `sms.numbers`.
         */
        get: operations["SmsNumbers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one short number
         * @description Needs the ability `sms.numbers.show`.
         */
        get: operations["SmsNumbers.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SMS services
         * @description Needs the ability `sms.services`.
         */
        get: operations["SmsServices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one SMS service
         * @description Needs the ability `sms.services.show`.
         */
        get: operations["SmsServices.show"];
        put?: never;
        /**
         * Check a code and mark it used
         * @description Needs the ability `sms.services.code`.
         */
        post: operations["SmsServices.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/{serviceId}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the short numbers of a service
         * @description Needs the ability `sms.services.numbers`.
         */
        get: operations["SmsServices.listNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/{serviceId}/numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one short number of a service
         * @description Needs the ability `sms.services.numbers.show`.
         */
        get: operations["SmsServices.showNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/{serviceId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SMS transactions
         * @description Needs the ability `sms.services.transactions`.
         */
        get: operations["SmsTransactions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/{serviceId}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one SMS transaction
         * @description Needs the ability `sms.services.transactions.show`.
         */
        get: operations["SmsTransactions.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List online payment services
         * @description Needs the ability `payment.services`.
         */
        get: operations["PaymentServices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one online payment service
         * @description Needs the ability `payment.services.show`.
         */
        get: operations["PaymentServices.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channels that a service can use
         * @description Needs the ability `payment.channels`.
         */
        get: operations["PaymentServices.channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the currencies that payers of a service can pay in
         * @description Needs the ability `payment.currencies`.
         */
        get: operations["PaymentServices.currencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List online payments
         * @description Needs the ability `payment.transactions`.
         */
        get: operations["PaymentTransactions.list"];
        put?: never;
        /**
         * Create an online payment
         * @description Needs the ability `payment.transactions.create`.
         */
        post: operations["PaymentTransactions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one online payment
         * @description Needs the ability `payment.transactions.show`.
         */
        get: operations["PaymentTransactions.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/transactions/{transactionId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refunds of an online payment, newest first
         * @description Needs the ability `payment.refunds`.
         */
        get: operations["PaymentRefunds.list"];
        put?: never;
        /**
         * Refund an online payment, or a part of it
         * @description Needs the ability `payment.refunds.create`.
         */
        post: operations["PaymentRefunds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/transactions/{transactionId}/refunds/{refundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one refund
         * @description Needs the ability `payment.refunds.show`.
         */
        get: operations["PaymentRefunds.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/blik/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List BLIK aliases
         * @description Needs the ability `payment.blik.aliases`.
         */
        get: operations["BlikAliases.list"];
        put?: never;
        post?: never;
        /**
         * Unregister a BLIK alias, by its id or by its value and type
         * @description Needs the ability `payment.blik.aliases.delete`.
         */
        delete: operations["BlikAliases.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/blik/aliases/{aliasId}": {
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
         * Unregister one BLIK alias
         * @description Needs the ability `payment.blik.aliases.delete`.
         */
        delete: operations["BlikAliases.removeOne"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/blik/level0/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay with a BLIK code or a stored alias
         * @description Needs the ability `payment.blik.level0`.
         */
        post: operations["BlikLevel0.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Needs the ability `payment.links`.
         */
        get: operations["PaymentLinks.list"];
        put?: never;
        /**
         * Create a payment link: a page at which payers pay without a shop
         * @description Needs the ability `payment.links.create`.
         */
        post: operations["PaymentLinks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one payment link, with its latest payments
         * @description Needs the ability `payment.links.show`.
         */
        get: operations["PaymentLinks.show"];
        put?: never;
        post?: never;
        /**
         * Disable a payment link for good; payments that were begun with it go on
         * @description Needs the ability `payment.links.delete`.
         */
        delete: operations["PaymentLinks.disable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Needs the ability `payment.subscriptions`.
         */
        get: operations["Subscriptions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/blik/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a payer to agree to a subscription
         * @description Needs the ability `payment.blik.subscriptions.create`.
         */
        post: operations["BlikSubscriptions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{serviceId}/blik/subscriptions/{subscriptionId}/autopayment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a subscription
         * @description Needs the ability `payment.blik.autopayment`.
         */
        post: operations["BlikSubscriptions.charge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the wallet
         * @description Needs the ability `wallet.show`.
         */
        get: operations["Wallet.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what has moved the wallet
         * @description Needs the ability `wallet.entries`.
         */
        get: operations["Wallet.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{period}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the statement of a month or a day as CSV
         * @description Needs the ability `statements.show`.
         */
        get: operations["Statements.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notifications of the last 30 days, oldest first
         * @description Needs the ability `events`.
         */
        get: operations["Events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the addresses that notifications come from */
        get: operations["NotificationSources.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "blik:alias_status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a BLIK alias has changed.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.blik:alias_status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "directbilling.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a DirectBilling transaction has changed.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.directbilling.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ipn:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Nothing happened: the operator of the gateway tries out whether notifications arrive and are verified.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.ipn:test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription:status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a subscription has changed.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.subscription:status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction:status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of an online payment has changed.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.transaction:status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction_blik_level0:code_status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * It is known what became of a BLIK code, or of an alias in its place, that was given for a payment with `blik-level0`.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.transaction_blik_level0:code_status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction_refund:status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a refund has changed.
         * @description Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
         */
        post: operations["Notifications.transaction_refund:status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        DirectBillingServiceResponse: {
            /** @example 5f2c9a1b */
            id: string;
            /** @example Games */
            name: string;
            /**
             * @description Title shown in the report.
             * @example GAMES
             */
            suffix: string;
            /** @enum {string} */
            status: "service_new" | "service_active" | "service_blocked" | "service_rejected" | "service_verify" | "service_ongoing_registration";
            /** Format: date-time */
            created_at: string;
        };
        PaginationLinks: {
            /**
             * Format: uri
             * @description Address of the next page; null on the last.
             * @example null
             */
            next_page: string | null;
            /**
             * Format: uri
             * @description Address of the page before; null on the first.
             * @example null
             */
            prev_page: string | null;
        };
        PaginationResponse: {
            /**
             * @description Records in the whole list.
             * @example 1
             */
            total: number;
            /**
             * @description Records on this page.
             * @example 1
             */
            count: number;
            /**
             * @description Most records a page can hold.
             * @example 15
             */
            per_page: number;
            /** @example 1 */
            current_page: number;
            /** @example 1 */
            total_pages: number;
            links: components["schemas"]["PaginationLinks"];
        };
        DirectBillingCommissionResponse: {
            /**
             * @description Net price in PLN.
             * @example 20
             */
            net: number;
            /**
             * @description Gross price in PLN.
             * @example 24.6
             */
            gross: number;
        };
        DirectBillingCalculationResponse: {
            orange: components["schemas"]["DirectBillingCommissionResponse"] | null;
            play: components["schemas"]["DirectBillingCommissionResponse"] | null;
            "t-mobile": components["schemas"]["DirectBillingCommissionResponse"] | null;
            plus: components["schemas"]["DirectBillingCommissionResponse"] | null;
        };
        DirectBillingTransactionListItem: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "transaction_db_new" | "transaction_db_confirmed" | "transaction_db_payed" | "transaction_db_rejected";
            /**
             * Format: float
             * @description Gross value in PLN.
             * @example 12.3
             */
            value: number;
            /**
             * Format: float
             * @description Net value in PLN.
             * @example 10
             */
            value_netto: number;
            /**
             * @description Null until the payer has chosen.
             * @enum {string|null}
             */
            operator: "orange" | "play" | "t-mobile" | "plus" | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DirectBillingTransactionCreated: {
            /** Format: uuid */
            transactionId: string;
            /**
             * Format: uri
             * @description The page the payer is sent to.
             * @example https://pay.example/pay/directbilling/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30
             */
            redirectUrl: string;
        };
        DirectBillingReturnUrls: {
            /**
             * Format: iri
             * @description Where the payer goes after a success. Letters beyond ASCII may stand in it as they are.
             * @example https://shop.example/paid
             */
            success?: string | null;
            /**
             * Format: iri
             * @description Where the payer goes after a failure. Letters beyond ASCII may stand in it as they are.
             * @example https://shop.example/failed
             */
            failure?: string | null;
        };
        CreateDirectBillingTransactionRequest: {
            /**
             * Format: float
             * @description Transaction amount in PLN; its meaning depends on `amountType`.
             * @example 12.3
             */
            amount: number;
            /**
             * @description `gross` unless given. `required`: what the partner wants to receive; the final price depends on the operator. `net`, `gross`: the price itself.
             * @example gross
             * @enum {string|null}
             */
            amountType?: "required" | "net" | "gross" | null;
            /**
             * @description Shown on the payment page.
             * @example A golden sword
             */
            description?: string | null;
            /**
             * @description For the partner’s own use.
             * @example order-1
             */
            control?: string | null;
            returns?: components["schemas"]["DirectBillingReturnUrls"] | null;
            /**
             * @description Forces the phone number, a Polish mobile one: nine digits with or without 48 or +48.
             * @example 48500600700
             */
            phoneNumber?: string | null;
            /**
             * @description SteamID64.
             * @example 76561198000000000
             */
            steamid?: string | null;
        };
        DirectBillingNotifyRecord: {
            /** @description Whether the latest event was acknowledged. */
            is_send: boolean;
            /**
             * Format: date-time
             * @description Last attempt; null before the first.
             */
            last_send_at: string | null;
            /**
             * @description Attempts made.
             * @example 1
             */
            count: number;
        };
        DirectBillingTransactionDetail: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "transaction_db_new" | "transaction_db_confirmed" | "transaction_db_payed" | "transaction_db_rejected";
            /**
             * Format: float
             * @description Gross value in PLN.
             * @example 12.3
             */
            value: number;
            /**
             * Format: float
             * @description Net value in PLN.
             * @example 10
             */
            value_netto: number;
            /**
             * @description Null until the payer has chosen.
             * @enum {string|null}
             */
            operator: "orange" | "play" | "t-mobile" | "plus" | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @example 48500600700 */
            phoneNumber?: string | null;
            /** @example order-1 */
            control?: string | null;
            notify: components["schemas"]["DirectBillingNotifyRecord"];
        };
        SmsNumberResponse: {
            /** @enum {integer} */
            number: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555;
            /**
             * @description Gross price of a message in PLN.
             * @example 1.23
             */
            value: number;
            /**
             * @description Net price of a message in PLN.
             * @example 1
             */
            value_net: number;
            /** @description Whether the number is for adults only. */
            adult: boolean;
        };
        SmsServiceListItem: {
            /** @example 5f2c9a1b */
            id: string;
            /** @enum {string} */
            type: "ONE_TIME_CODE" | "CODE_PACK" | "API_URL";
            /** @enum {string} */
            status: "service_new" | "service_active" | "service_blocked" | "service_rejected" | "service_verify" | "service_ongoing_registration";
            /** @example Keys */
            name: string;
            /**
             * @description First part of the SMS text.
             * @example TC
             */
            prefix: string;
            /**
             * @description Second part of the SMS text, after a dot.
             * @example SKLEP
             */
            suffix: string;
            /**
             * @description Left out when the service has none.
             * @example Keys of the game
             */
            description?: string;
            /** @description Whether the service is for adults only. */
            adult: boolean;
            /** Format: date-time */
            created_at: string;
        };
        SmsServiceResponse: {
            /** @example 5f2c9a1b */
            id: string;
            /** @enum {string} */
            type: "ONE_TIME_CODE" | "CODE_PACK" | "API_URL";
            /** @enum {string} */
            status: "service_new" | "service_active" | "service_blocked" | "service_rejected" | "service_verify" | "service_ongoing_registration";
            /** @example Keys */
            name: string;
            /**
             * @description First part of the SMS text.
             * @example TC
             */
            prefix: string;
            /**
             * @description Second part of the SMS text, after a dot.
             * @example SKLEP
             */
            suffix: string;
            /**
             * @description Left out when the service has none.
             * @example Keys of the game
             */
            description?: string;
            /** @description Whether the service is for adults only. */
            adult: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Short numbers that lead to the service. */
            numbers: (7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555)[];
        };
        SmsCodeCheckResponse: {
            /** @description Whether the code was used before this call, which marks it used. */
            used: boolean;
            /** @example A1B2C3 */
            code: string;
            /** @description Whether the message came from the simulated phone. */
            test: boolean;
            /**
             * @description Number the message was sent from.
             * @example 48500600700
             */
            from: number;
            /**
             * @description Number the message was sent to.
             * @enum {integer}
             */
            number: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555;
            /**
             * @description Net amount of the message in PLN.
             * @example 0.5
             */
            value: number;
            /**
             * Format: date-time
             * @description When the code was used; left out by the check that uses it.
             */
            used_at?: string;
        };
        CheckSmsCodeRequest: {
            /**
             * @description What the payer received.
             * @example A1B2C3
             */
            code: string;
            /**
             * @description Number the message must have been sent to; a code of another number counts as unknown.
             * @example 7055
             * @enum {integer|null}
             */
            number?: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555 | null;
        };
        SmsTransactionResponse: {
            /** @example 1042 */
            id: number;
            /**
             * @description Number the message was sent from.
             * @example 48500600700
             */
            from: number;
            /**
             * @description Code the payer received; empty where the partner’s program answers.
             * @example A1B2C3
             */
            code: string;
            /** @description Whether the code has been used. */
            used: boolean;
            /** @enum {integer} */
            send_number: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555;
            /**
             * @description Net amount of the message in PLN.
             * @example 0.5
             */
            value: number;
            /** Format: date-time */
            send_at: string;
        };
        PaymentServiceResponse: {
            /** @example 5f2c9a1b */
            id: string;
            /** @example Books */
            name: string;
            /** @enum {string} */
            status: "service_new" | "service_active" | "service_blocked" | "service_rejected" | "service_verify" | "service_ongoing_registration";
            /** Format: date-time */
            created_at: string;
        };
        PaymentChannelLimits: {
            /** @example 1 */
            min: number;
            /** @example 50000 */
            max: number;
        };
        PaymentChannelResponse: {
            /** @enum {string} */
            id: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto";
            /** @example mBank */
            name: string;
            /** @enum {string} */
            type: "blik" | "transfer" | "cards" | "ewallets" | "paypal" | "paysafe" | "latam";
            /**
             * Format: uri
             * @description A neutral drawing of the gateway’s own.
             * @example https://pay.example/assets/channel-mbank.svg
             */
            img: string;
            /**
             * @description Percent of the PLN value.
             * @example 1.5
             */
            commission: number;
            /**
             * @example [
             *       "PLN"
             *     ]
             */
            currencies: string[];
            /** @description In the currency that is paid in. */
            amount: components["schemas"]["PaymentChannelLimits"];
        };
        PaymentCurrencyResponse: {
            /** @example EUR */
            iso: string;
            /**
             * @description PLN for one unit, by the central bank.
             * @example 4.3653000000
             */
            pln_rate: string;
            /**
             * @description The central bank’s table that the rate is from.
             * @enum {string}
             */
            nbp_table: "A" | "B";
            /**
             * @description Shown before an amount.
             * @example null
             */
            prefix: string | null;
            /**
             * @description Shown after an amount.
             * @example €
             */
            suffix: string | null;
            /**
             * Format: date
             * @description The day of that table.
             * @example 2024-01-29
             */
            updated_at: string;
        };
        PaymentTransactionListItem: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "transaction_new" | "transaction_generated" | "transaction_confirmed" | "transaction_paid" | "transaction_failure" | "transaction_expired" | "transaction_canceled" | "transaction_refunded" | "transaction_fraud" | "transaction_fraud_possibility";
            /**
             * @description Value in PLN.
             * @example 12.3
             */
            amount: number;
            /** @example order-1 */
            control: string | null;
            /**
             * @description Null until one was begun.
             * @enum {string|null}
             */
            channel: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto" | null;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PaymentTransactionCreated: {
            /** Format: uuid */
            transactionId: string;
            /**
             * Format: uri
             * @description The page the payer is sent to.
             * @example https://pay.example/pay/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30
             */
            redirectUrl: string;
        };
        PaymentCustomerRequest: {
            /** @example Jan Kowalski */
            name?: string | null;
            /**
             * Format: email
             * @example jan@example.com
             */
            email?: string | null;
            /**
             * @description The payer’s address; required with `directChannel`.
             * @example 198.51.100.7
             */
            ip?: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in any case; kept in capitals. Without it `billing.country` counts; one of them is required with `directChannel`.
             * @example PL
             */
            countryCode?: string | null;
        };
        PaymentAntifraudRequest: {
            /** @description The payer’s browser; required with `directChannel`. */
            useragent?: string | null;
            /**
             * @description SteamID64 of 17 digits, as text or as a number.
             * @example 76561198000000000
             */
            steamid?: number | string | null;
            /** @description Name of a Minecraft player. */
            mcusername?: string | null;
            /** @description UUID of a Minecraft player. */
            mcid?: string | null;
            /** @description The payer’s id in the partner’s own system. */
            systemId?: string | null;
        };
        PaymentAddressRequest: {
            name?: string | null;
            surname: string | null;
            street: string | null;
            building?: string | null;
            flat?: string | null;
            city: string | null;
            region?: string | null;
            /**
             * @description Of a Polish address `00001`, `00 001` and stray spaces are read as `00-001`; anything else stays as it is.
             * @example 00-001
             */
            postalCode: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in any case; kept in capitals.
             * @example PL
             */
            country: string | null;
            company?: string | null;
        };
        PaymentCartItemRequest: {
            /** @example A golden sword */
            name: string;
            /**
             * @description Any decimal above 0, such as 1.5. What the line comes to is shown to the payer, rounded half up.
             * @example 1
             */
            quantity: number;
            /**
             * Format: float
             * @description Of one piece.
             * @example 12.3
             */
            price: number;
            producer: string | null;
            category: string | null;
            code: string | null;
        };
        PaymentReturnUrls: {
            /**
             * Format: iri
             * @description Where the payer goes after a success. Letters beyond ASCII may stand in it as they are.
             * @example https://shop.example/paid
             */
            success?: string | null;
            /**
             * Format: iri
             * @description Where the payer goes after a failure. Letters beyond ASCII may stand in it as they are.
             * @example https://shop.example/failed
             */
            failure?: string | null;
            /**
             * Format: iri
             * @description Where the payer goes while the outcome is open. Letters beyond ASCII may stand in it as they are.
             * @example https://shop.example/waiting
             */
            pending?: string | null;
        };
        SubscriptionAliasRequest: {
            /**
             * @description Unique in the whole system.
             * @example customer-7
             */
            value: string;
            /** @enum {string} */
            type: "PAYID";
            /**
             * @description Shown in the payer’s app.
             * @example Books of the month
             */
            label?: string | null;
        };
        SubscriptionOptionsRequest: {
            /**
             * @description A: fixed sums in a fixed rhythm, charged unasked. O: up to 2000.00 each, charged unasked. M: the payer confirms each charge.
             * @enum {string}
             */
            model: "A" | "O" | "M";
            /**
             * @description `PLN` unless given.
             * @example PLN
             * @enum {string|null}
             */
            currency?: "PLN" | null;
            /**
             * @description Of each charge. Required for A, refused for O and M.
             * @example 29.99
             */
            amountLimitPerTransaction?: number | null;
            /**
             * @description Of all charges. Required for A, refused for O and M.
             * @example 359.88
             */
            amountLimitTotal?: number | null;
            /**
             * @description How many charges. Refused for O and M.
             * @example 12
             */
            transactionsCountLimit?: number | null;
            /**
             * @description Length of a billing period in days, weeks, months or years. Required for A, refused for O.
             * @example 1M
             */
            frequency?: string | null;
            /**
             * @description Day, or ISO 8601 date and time, of the first possible charge, at most 10 years ahead. Required for A.
             * @example 2026-12-01
             */
            initiationDate?: string | null;
            /**
             * @description Last day, or ISO 8601 date and time, at most 10 years ahead. Required for A.
             * @example 2027-11-30
             */
            expiresAt?: string | null;
        };
        ChargeDescriptionsRequest: {
            line1?: string | null;
            line2?: string | null;
            line3?: string | null;
        };
        OfferedSubscriptionRequest: {
            alias: components["schemas"]["SubscriptionAliasRequest"];
            options: components["schemas"]["SubscriptionOptionsRequest"];
            /** @description For the payer’s bank. */
            descriptions?: components["schemas"]["ChargeDescriptionsRequest"] | null;
        };
        PaymentChannelTypesRequest: {
            /** @description BLIK. */
            blik?: boolean | null;
            /** @description Online transfers. */
            transfer?: boolean | null;
            /** @description Cards. */
            cards?: boolean | null;
            /** @description Virtual wallets. */
            ewallets?: boolean | null;
            /** @description PayPal. */
            paypal?: boolean | null;
            /** @description Paysafe group. */
            paysafe?: boolean | null;
            /** @description South American payments. */
            latam?: boolean | null;
        };
        CreatePaymentRequest: {
            /**
             * Format: float
             * @description In `currency`; 0 only for a consent through `blik-recurrent`.
             * @example 12.3
             */
            amount: number;
            /**
             * @description `PLN` unless given.
             * @example PLN
             */
            currency?: string | null;
            /**
             * @description Shown on the payment page.
             * @example A golden sword
             */
            description?: string | null;
            /**
             * @description For the partner’s own use.
             * @example order-1
             */
            control?: string | null;
            customer?: components["schemas"]["PaymentCustomerRequest"] | null;
            antifraud?: components["schemas"]["PaymentAntifraudRequest"] | null;
            billing?: components["schemas"]["PaymentAddressRequest"] | null;
            shipping?: components["schemas"]["PaymentAddressRequest"] | null;
            cart?: components["schemas"]["PaymentCartItemRequest"][] | null;
            returns?: components["schemas"]["PaymentReturnUrls"] | null;
            /**
             * @description The payer is sent straight to this channel. Needs `antifraud.useragent`, `customer.ip` and the payer’s country; `blik-level0` and `blik-recurrent` also `customer.email`, a payer in PL and PLN.
             * @enum {string|null}
             */
            directChannel?: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto" | null;
            /** @description The payer agrees to this subscription on the payment page, where the terms stand and the BLIK code is typed. Only with `directChannel: blik-recurrent`; an addition to the contract. */
            subscription?: components["schemas"]["OfferedSubscriptionRequest"] | null;
            /** @description What the payer may choose among. */
            channels?: ("blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto")[] | null;
            channelTypes?: components["schemas"]["PaymentChannelTypesRequest"] | null;
            referer?: string | null;
        };
        PaymentOriginalAmount: {
            /**
             * @description What the payer pays.
             * @example 10
             */
            value: number;
            /** @example EUR */
            currency: string;
            /**
             * @description What one unit was worth in PLN when the payment was made.
             * @example 4.3653000000
             */
            pln_rate: string;
        };
        PaymentAmount: {
            /**
             * @description Value in PLN.
             * @example 43.65
             */
            value: number;
            /** @example PLN */
            currency: string;
            /**
             * @description What the gateway keeps; once it is paid.
             * @example 0.65
             */
            commission?: number;
            /** @example PLN */
            commission_currency?: string;
            /** @description Where the payer pays in another currency. */
            original?: components["schemas"]["PaymentOriginalAmount"];
        };
        PaymentRedirects: {
            /** Format: iri */
            success: string | null;
            /** Format: iri */
            failure: string | null;
        };
        PaymentCustomer: {
            name: string | null;
            email: string | null;
            ip: string | null;
            /** @example PL */
            country: string | null;
        };
        PaymentTransactionDetail: {
            /** Format: uuid */
            id: string;
            /**
             * @description What the payer sees and can read out.
             * @example K7Q2ZP0D
             */
            payer_transaction_id: string;
            /** @enum {string} */
            status: "transaction_new" | "transaction_generated" | "transaction_confirmed" | "transaction_paid" | "transaction_failure" | "transaction_expired" | "transaction_canceled" | "transaction_refunded" | "transaction_fraud" | "transaction_fraud_possibility";
            amount: components["schemas"]["PaymentAmount"];
            /** @enum {string|null} */
            channel: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto" | null;
            control: string | null;
            description: string | null;
            redirect: components["schemas"]["PaymentRedirects"];
            customer: components["schemas"]["PaymentCustomer"];
            /**
             * @description As it was given.
             * @example {
             *       "useragent": "Mozilla/5.0",
             *       "systemId": "u-7"
             *     }
             */
            antifraud: {
                [key: string]: unknown;
            } | null;
            /**
             * @description As it was given.
             * @example {
             *       "surname": "Kowalski",
             *       "street": "Prosta",
             *       "city": "Warszawa",
             *       "postalCode": "00-001",
             *       "country": "PL"
             *     }
             */
            billing: {
                [key: string]: unknown;
            } | null;
            /**
             * @description As it was given.
             * @example {
             *       "surname": "Kowalski",
             *       "street": "Prosta",
             *       "city": "Warszawa",
             *       "postalCode": "00-001",
             *       "country": "PL"
             *     }
             */
            shipping: {
                [key: string]: unknown;
            } | null;
            /**
             * @description As it was given.
             * @example [
             *       {
             *         "name": "A golden sword",
             *         "quantity": 1,
             *         "price": 12.3,
             *         "producer": null,
             *         "category": null,
             *         "code": null
             *       }
             *     ]
             */
            cart: {
                [key: string]: unknown;
            }[] | null;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RefundResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "refund_new" | "refund_pending" | "refund_completed" | "refund_rejected" | "refund_failed";
            /**
             * @description What the payer gets.
             * @example 10
             */
            amount: number;
            /**
             * @description The currency that was paid in.
             * @example EUR
             */
            currency: string;
            /**
             * @description What it takes from the wallet.
             * @example 43.65
             */
            wallet_amount: number;
            /** @example PLN */
            wallet_currency: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RefundCreated: {
            /** Format: uuid */
            refund_id: string;
        };
        CreateRefundRequest: {
            /**
             * Format: float
             * @description In the currency that was paid in; all that is left when it is not given.
             * @example 12.3
             */
            amount?: number;
        };
        SubscriptionCancelled: {
            /** @enum {string} */
            by: "system" | "antifraud" | "merchant" | "payer" | "blik";
            /** @description For people. The words of the one who cancelled it through the gateway; a ticket code when it was refused; the channel’s own word, if it gave one, when the payer or BLIK ended it; `channel_not_reached` or `channel_does_not_know_it` when the payer was never asked; `payment_refused` when its payment was found to be fraud. */
            reason: string | null;
        };
        AliasSubscriptionBlik: {
            /** @enum {string} */
            model: "A" | "O" | "M";
        };
        AliasSubscriptionResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "subscription_pending" | "subscription_active" | "subscription_cancelled" | "subscription_expired" | "subscription_finished" | "subscription_fraudulent";
            /** @enum {string} */
            mode: "BLIK" | "CARD";
            /** @example 1M */
            frequency: string | null;
            /**
             * Format: date
             * @description Day of the first possible charge.
             */
            initiation_date: string | null;
            /** @example 359.88 */
            total_amount_limit: number | null;
            /** @example 12 */
            total_transactions_limit: number | null;
            cancelled: components["schemas"]["SubscriptionCancelled"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            blik: components["schemas"]["AliasSubscriptionBlik"];
        };
        ListedAliasResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "PAYID" | "UID";
            /** @example customer-7 */
            value: string;
            /**
             * @description Shown in the payer’s app.
             * @example Books of the month
             */
            label: string;
            /** @description Which app knows the payer by it; null for a PAYID and while none is known. */
            blik_key: string | null;
            /** @enum {string} */
            status: "alias_pending_registration" | "alias_active" | "alias_unregistered" | "alias_expired";
            /**
             * Format: date-time
             * @description null when it has no end, or was unregistered.
             */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Of a PAYID. */
            subscription?: components["schemas"]["AliasSubscriptionResponse"];
        };
        UnregisterAliasRequest: {
            /** @example Asked by e-mail */
            reason?: string | null;
            /**
             * Format: uuid
             * @description Id of the alias.
             */
            uuid?: string | null;
            /** @example customer-7 */
            value?: string | null;
            /** @enum {string|null} */
            type?: "PAYID" | "UID" | null;
        };
        UnregisterReason: {
            /** @example Asked by e-mail */
            reason?: string | null;
        };
        TicketRequest: {
            /**
             * @description Six digits as text: leading zeros count.
             * @example 777123
             */
            T6: string;
        };
        Level0AliasRequest: {
            /**
             * Format: uuid
             * @description Id of an active alias.
             */
            uuid?: string | null;
            /** @example customer-7 */
            value?: string | null;
            /** @enum {string|null} */
            type?: "UID" | null;
            /**
             * @description Shown in the payer’s app; needed to register one.
             * @example Books of the month
             */
            label?: string | null;
            /** @description Which app is meant: `blik_id` of one of the `alternatives`, or `blik_key` of the alias. */
            blik_id?: string | null;
        };
        Level0Request: {
            ticket?: components["schemas"]["TicketRequest"] | null;
            alias?: components["schemas"]["Level0AliasRequest"] | null;
        };
        LinkResponse: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uri
             * @description What to give to payers.
             */
            url: string;
            /**
             * Format: uri
             * @description The same as a QR code, an SVG.
             */
            qr_url: string;
            /** @enum {string} */
            status: "link_active" | "link_disabled";
            /**
             * @description Why no payment can be begun with it; null while one can. `used`: it was for one payment, and was paid.
             * @enum {string|null}
             */
            closed: "disabled" | "used" | "expired" | null;
            /**
             * @description Null where payers choose.
             * @example 49.9
             */
            amount: number | null;
            min_amount: number | null;
            max_amount: number | null;
            /** @example PLN */
            currency: string;
            description: string | null;
            control: string | null;
            /** @description It is paid once. */
            single_use: boolean;
            /**
             * Format: date-time
             * @description From then on no payment is begun.
             */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CreateLinkRequest: {
            /**
             * Format: float
             * @description What each payer pays, in `currency`. Without it payers choose.
             * @example 49.9
             */
            amount?: number | null;
            /**
             * Format: float
             * @description The least that payers may choose. Only without `amount`.
             */
            minAmount?: number | null;
            /**
             * Format: float
             * @description The most that payers may choose. Only without `amount`.
             */
            maxAmount?: number | null;
            /**
             * @description `PLN` unless given.
             * @example PLN
             */
            currency?: string | null;
            /**
             * @description Shown on the payment page.
             * @example A golden sword
             */
            description?: string | null;
            /**
             * @description For the partner’s own use: each payment of the link has it, and so has each notification.
             * @example order-1
             */
            control?: string | null;
            /**
             * @description Last day, or ISO 8601 date and time, at most 10 years ahead, until which payments may be begun. Without it there is no end.
             * @example 2030-12-31
             */
            expiresAt?: string | null;
            /**
             * @description It is paid once; false unless given.
             * @example false
             */
            singleUse?: boolean | null;
        };
        PaymentOfLinkResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "transaction_new" | "transaction_generated" | "transaction_confirmed" | "transaction_paid" | "transaction_failure" | "transaction_expired" | "transaction_canceled" | "transaction_refunded" | "transaction_fraud" | "transaction_fraud_possibility";
            /** @example 49.9 */
            amount: number;
            /** Format: date-time */
            created_at: string;
        };
        LinkDetail: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uri
             * @description What to give to payers.
             */
            url: string;
            /**
             * Format: uri
             * @description The same as a QR code, an SVG.
             */
            qr_url: string;
            /** @enum {string} */
            status: "link_active" | "link_disabled";
            /**
             * @description Why no payment can be begun with it; null while one can. `used`: it was for one payment, and was paid.
             * @enum {string|null}
             */
            closed: "disabled" | "used" | "expired" | null;
            /**
             * @description Null where payers choose.
             * @example 49.9
             */
            amount: number | null;
            min_amount: number | null;
            max_amount: number | null;
            /** @example PLN */
            currency: string;
            description: string | null;
            control: string | null;
            /** @description It is paid once. */
            single_use: boolean;
            /**
             * Format: date-time
             * @description From then on no payment is begun.
             */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The latest 20, newest first. All have the link’s `control`. */
            payments: components["schemas"]["PaymentOfLinkResponse"][];
        };
        AliasResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "PAYID" | "UID";
            /** @example customer-7 */
            value: string;
            /**
             * @description Shown in the payer’s app.
             * @example Books of the month
             */
            label: string;
            /** @description Which app knows the payer by it; null for a PAYID and while none is known. */
            blik_key: string | null;
            /** @enum {string} */
            status: "alias_pending_registration" | "alias_active" | "alias_unregistered" | "alias_expired";
            /**
             * Format: date-time
             * @description null when it has no end, or was unregistered.
             */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SubscriptionBlik: {
            /** @enum {string} */
            model: "A" | "O" | "M";
            alias: components["schemas"]["AliasResponse"];
        };
        SubscriptionResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "subscription_pending" | "subscription_active" | "subscription_cancelled" | "subscription_expired" | "subscription_finished" | "subscription_fraudulent";
            /** @enum {string} */
            mode: "BLIK" | "CARD";
            blik?: components["schemas"]["SubscriptionBlik"];
            /** @example 1M */
            frequency: string | null;
            /**
             * Format: date
             * @description Day of the first possible charge.
             */
            initiation_date: string | null;
            /** @example 359.88 */
            total_amount_limit: number | null;
            /** @example 12 */
            total_transactions_limit: number | null;
            cancelled: components["schemas"]["SubscriptionCancelled"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SubscriptionCreated: {
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            aliasId: string;
        };
        SubscriptionTicketRequest: {
            /**
             * @description The payer’s BLIK code: text, as zeros may lead it.
             * @example 777123
             */
            T6: string;
        };
        CreateSubscriptionRequest: {
            /**
             * Format: uuid
             * @description A payment of the service with `directChannel: blik-recurrent`.
             */
            transactionId: string;
            ticket: components["schemas"]["SubscriptionTicketRequest"];
            alias: components["schemas"]["SubscriptionAliasRequest"];
            options: components["schemas"]["SubscriptionOptionsRequest"];
            /** @description For the payer’s bank. */
            descriptions?: components["schemas"]["ChargeDescriptionsRequest"] | null;
        };
        ChargeCreated: {
            /** @description Whether a rule against fraud was broken, so that the payer has to confirm the charge on the page of its transaction first. */
            needsUserConfirmation: boolean;
        };
        ChargeAliasRequest: {
            /**
             * @description Shown in the payer’s app.
             * @example Books of the month
             */
            label?: string | null;
            /** @description Taken and not passed on: charges are never delayed. */
            noDelay?: boolean | null;
        };
        CreateChargeRequest: {
            /**
             * Format: uuid
             * @description A payment of the service with `directChannel: blik-recurrent`.
             */
            transactionId: string;
            /** @description Which try it is within the billing period: 0 for the first one and after a paid charge, then one more each. The next one when it is not given. */
            attempt?: number | null;
            /** @description For the payer’s bank. */
            descriptions?: components["schemas"]["ChargeDescriptionsRequest"] | null;
            alias?: components["schemas"]["ChargeAliasRequest"] | null;
        };
        WalletPartsResponse: {
            /** @example PLN */
            currency: string;
            /**
             * @description Earned, and not settled by the operator yet.
             * @example 250.5
             */
            pending: number;
            /**
             * @description Can be paid out and refunded from.
             * @example 1024
             */
            available: number;
            /**
             * @description Held for refunds under way.
             * @example 12.3
             */
            reserved: number;
            /**
             * @description Owed by the partner, and not paid out until it is made up for.
             * @example 0
             */
            owed: number;
        };
        WalletResponse: {
            /** @example PLN */
            currency: string;
            /**
             * @description Earned, and not settled by the operator yet.
             * @example 250.5
             */
            pending: number;
            /**
             * @description Can be paid out and refunded from.
             * @example 1024
             */
            available: number;
            /**
             * @description Held for refunds under way.
             * @example 12.3
             */
            reserved: number;
            /**
             * @description Owed by the partner, and not paid out until it is made up for.
             * @example 0
             */
            owed: number;
            /** @description Money of simulated payers, which is never part of the other. */
            test: components["schemas"]["WalletPartsResponse"];
        };
        WalletEntryResponse: {
            /**
             * @description For `after`.
             * @example 019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607:3
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T13:05:09+01:00
             */
            occurred_at: string;
            /**
             * @description What happened.
             * @example payment.paid
             */
            kind: string;
            /**
             * @description The part of the wallet that it moved.
             * @enum {string}
             */
            part: "pending" | "available" | "reserved" | "owed";
            /**
             * @description Above zero: the partner has more. What is owed counts below zero.
             * @example 12.3
             */
            amount: number;
            /** @example PLN */
            currency: string;
            /** @description Money of simulated payers. */
            test: boolean;
            /** @description The transaction that it belongs to; null for a settlement, payout or adjustment. */
            transaction_id: string | null;
            /** @description What it belongs to: the transaction with the refund or charge, the settlement, the transfer. */
            reference: string;
        };
        FollowingLinks: {
            /**
             * Format: uri
             * @description Address of what follows; null when nothing does as yet.
             * @example null
             */
            next_page: string | null;
        };
        FollowingResponse: {
            /**
             * @description Records on this page.
             * @example 1
             */
            count: number;
            /**
             * @description Most records a page can hold.
             * @example 15
             */
            per_page: number;
            links: components["schemas"]["FollowingLinks"];
        };
        EventDeliveryResponse: {
            /**
             * @description `exhausted`: all tries failed. `stopped`: your program answered 410. `unaddressed`: the service had no address.
             * @enum {string}
             */
            status: "pending" | "acknowledged" | "exhausted" | "stopped" | "unaddressed";
            /** @example 1 */
            attempts: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            acknowledged_at: string | null;
        };
        EventResponse: {
            /**
             * Format: uuid
             * @description The `webhook-id` of its delivery: act on each once, however it came.
             */
            id: string;
            /** @example transaction:status_changed */
            type: string;
            /** @example e65c7519 */
            service_id: string;
            /**
             * Format: date-time
             * @description When what it tells of happened.
             */
            occurred_at: string;
            /** Format: date-time */
            created_at: string;
            /**
             * @description The text that is sent, with the signature. Null once personal data was erased from it.
             * @example {"type":"ipn:test","notification_id":"019736c4-50c3-7108-944c-11a0f9c12b72","date":"2025-06-03T19:08:44+02:00","data":{"service_id":"e65c7519","nonce":"abc"},"signature":"5e5edabf13049eafbba65ee1487723a51e21e66192452ff74e186e8ff57638b5"}
             */
            body: string | null;
            delivery: components["schemas"]["EventDeliveryResponse"];
        };
        ErrorResponse: {
            /** @enum {boolean} */
            success: false;
            errorCode: string;
        };
        MessageErrorResponse: {
            /** @enum {boolean} */
            success: false;
            errorCode: string;
            /** @description What is wrong and what to do about it. */
            message: string;
        };
        AliasAlternativeResponse: {
            /** @example customer-7 */
            value: string;
            /** @enum {string} */
            type: "UID";
            /** @description Shown to the payer, who chooses by it. */
            label: string;
            /** @description Sent back as `alias.blik_id` for the app that was chosen. */
            blik_id: string;
        };
        AliasAlternatives: {
            alternatives: components["schemas"]["AliasAlternativeResponse"][];
        };
        AlternativesErrorResponse: {
            /** @enum {boolean} */
            success: false;
            errorCode: string;
            /** @description What is wrong and what to do about it. */
            message: string;
            /** @description With `ALIAS_NOT_UNIQUE`. */
            data?: components["schemas"]["AliasAlternatives"];
        };
        ValidationErrorResponse: {
            /** @enum {boolean} */
            success: false;
            errorCode: string;
            /** @description Field path to readable sentences. */
            errors: {
                [key: string]: string[];
            };
        };
        InternalErrorResponse: {
            /** @enum {boolean} */
            success: false;
            errorCode: string;
            /**
             * Format: uuid
             * @description Finds the error in the gateway’s log.
             */
            errorId: string;
        };
        TestNotificationData: {
            /** @example e65c7519 */
            service_id: string;
            /**
             * @description Another one each time.
             * @example abc
             */
            nonce: string;
        };
        TestNotification: {
            /** @enum {string} */
            type: "ipn:test";
            /** Format: uuid */
            notification_id: string;
            /** Format: date-time */
            date: string;
            data: components["schemas"]["TestNotificationData"];
            /** @description Of everything before it, in its order. */
            signature: string;
        };
        DirectBillingNotifiedValues: {
            /**
             * Format: float
             * @example 12.3
             */
            net: number;
            /**
             * Format: float
             * @example 12.3
             */
            gross: number;
            /**
             * Format: float
             * @description What the partner gets.
             * @example 12.3
             */
            partner: number;
        };
        DirectBillingNotifiedReturns: {
            /** Format: iri */
            complete?: string;
            /** Format: iri */
            failure?: string;
        };
        DirectBillingNotification: {
            /** Format: uuid */
            id: string;
            /**
             * @description Named `service_id` where the service wants it so.
             * @example 5f2c9a1b
             */
            serviceId: string;
            /** @enum {string} */
            status: "transaction_db_new" | "transaction_db_confirmed" | "transaction_db_payed" | "transaction_db_rejected";
            /** @description Written with two decimals (`5.00`), or as short as possible (`5`) where the service wants it: most published client libraries print the numbers that they have read anew, and accept only that. */
            values: components["schemas"]["DirectBillingNotifiedValues"];
            returns?: components["schemas"]["DirectBillingNotifiedReturns"];
            /** @example order-1 */
            control?: string;
            /**
             * @description Empty before an operator was chosen.
             * @example 48500600700
             */
            number_from: string;
            /**
             * @description 1 Orange, 2 Plus, 3 Play, 4 T-Mobile; 0 before one was chosen.
             * @example 1
             */
            provider: number;
            /** @description Of everything before it, in its order. */
            signature: string;
        };
        PaymentNotifiedAmount: {
            /** @example PLN */
            final_currency: string;
            /**
             * @description Value in PLN.
             * @example 12.30
             */
            final_value: string;
            /** @example PLN */
            original_currency: string;
            /**
             * @description What the payer pays.
             * @example 12.30
             */
            original_value: string;
            /**
             * @description What the gateway keeps.
             * @example 12.30
             */
            commission_system?: string;
            /**
             * @description What the partner gets.
             * @example 12.30
             */
            commission_partner?: string;
            /** @example PLN */
            commission_currency?: string;
        };
        PaymentNotifiedChannel: {
            /** @enum {string} */
            channel?: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto";
            /** @enum {string} */
            type?: "blik" | "transfer" | "cards" | "ewallets" | "paypal" | "paysafe" | "latam";
        };
        PaymentNotifiedCustomer: {
            /** @example PL */
            country_code?: string;
        };
        PaymentNotificationData: {
            /** Format: uuid */
            id: string;
            /** @example K7Q2ZP0D */
            payer_transaction_id: string;
            /** @example 5f2c9a1b */
            service_id: string;
            /** @enum {string} */
            status: "transaction_new" | "transaction_generated" | "transaction_confirmed" | "transaction_paid" | "transaction_failure" | "transaction_expired" | "transaction_canceled" | "transaction_refunded" | "transaction_fraud" | "transaction_fraud_possibility";
            amount: components["schemas"]["PaymentNotifiedAmount"];
            /** @example order-1 */
            control?: string;
            /** @description Empty until a channel was begun. */
            payment: components["schemas"]["PaymentNotifiedChannel"];
            customer: components["schemas"]["PaymentNotifiedCustomer"];
            /** Format: date-time */
            paid_at?: string;
            /** Format: date-time */
            created_at: string;
        };
        PaymentNotification: {
            /** @enum {string} */
            type: "transaction:status_changed";
            /** Format: uuid */
            notification_id: string;
            /** Format: date-time */
            date: string;
            data: components["schemas"]["PaymentNotificationData"];
            /** @description Of everything before it, in its order. */
            signature: string;
        };
        RefundNotifiedAmount: {
            /** @example PLN */
            currency: string;
            /**
             * @description What the payer gets.
             * @example 12.30
             */
            value: string;
            /** @example PLN */
            wallet_currency: string;
            /**
             * @description What it takes from the wallet.
             * @example 12.30
             */
            wallet_value: string;
        };
        RefundNotifiedTransaction: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            payment_channel: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto";
            /** @enum {string} */
            payment_type: "blik" | "transfer" | "cards" | "ewallets" | "paypal" | "paysafe" | "latam";
        };
        RefundNotificationData: {
            /** Format: uuid */
            id: string;
            /** @example 5f2c9a1b */
            service_id: string;
            /** @enum {string} */
            status: "refund_new" | "refund_pending" | "refund_completed" | "refund_rejected" | "refund_failed";
            amount: components["schemas"]["RefundNotifiedAmount"];
            transaction: components["schemas"]["RefundNotifiedTransaction"];
        };
        RefundNotification: {
            /** @enum {string} */
            type: "transaction_refund:status_changed";
            /** Format: uuid */
            notification_id: string;
            /** Format: date-time */
            date: string;
            data: components["schemas"]["RefundNotificationData"];
            /** @description Of everything before it, in its order. */
            signature: string;
        };
        AliasNotificationData: {
            /** Format: uuid */
            id: string;
            /** @example 5f2c9a1b */
            service_id: string;
            /** @enum {string} */
            type: "PAYID" | "UID";
            /** @example customer-7 */
            value: string;
            /** @example Books of the month */
            label: string;
            /** @enum {string} */
            status: "alias_pending_registration" | "alias_active" | "alias_unregistered" | "alias_expired";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AliasNotification: {
            /** @enum {string} */
            type: "blik:alias_status_changed";
            /** Format: uuid */
            notification_id: string;
            /** Format: date-time */
            date: string;
            data: components["schemas"]["AliasNotificationData"];
            /** @description Of everything before it, in its order. */
            signature: string;
        };
        CodeNotifiedTransaction: {
            /** Format: uuid */
            id: string;
            /** @example K7Q2ZP0D */
            payer_transaction_id: string;
            /** @example 5f2c9a1b */
            service_id: string;
            /** @enum {string} */
            status: "transaction_new" | "transaction_generated" | "transaction_confirmed" | "transaction_paid" | "transaction_failure" | "transaction_expired" | "transaction_canceled" | "transaction_refunded" | "transaction_fraud" | "transaction_fraud_possibility";
            amount: components["schemas"]["PaymentNotifiedAmount"];
            /** @example order-1 */
            control?: string;
        };
        CodeNotificationData: {
            /**
             * @description VALID: it has paid. Otherwise why it was refused.
             * @enum {string}
             */
            ticket_status: "VALID" | "INVALID_BLIK_CODE_FORMAT" | "INVALID_BLIK_CODE" | "BLIK_CODE_EXPIRED" | "BLIK_CODE_CANCELLED" | "BLIK_CODE_USED" | "BLIK_CODE_NOT_SUPPORTED" | "BLIK_CODE_LIMIT" | "PAYER_APP_NOT_ACTIVE" | "PAYER_APP_NOT_FOUND" | "ALIAS_NOT_FOUND" | "ALIAS_DECLINED" | "ALIAS_NOT_UNIQUE" | "ER_DATAAMT_HUGE" | "INSUFFICIENT_FUNDS" | "LIMIT_EXCEEDED" | "USER_DECLINED" | "USER_TIMEOUT" | "AM_TIMEOUT" | "ISSUER_DECLINED" | "TAS_DECLINED" | "SEC_DECLINED" | "TIMEOUT" | "BLIK_TECHNICAL_BREAK" | "SYSTEM_ERROR" | "BLIK_GENERAL_ERROR" | "GENERAL_ERROR";
            transaction: components["schemas"]["CodeNotifiedTransaction"];
        };
        CodeNotification: {
            /** @enum {string} */
            type: "transaction_blik_level0:code_status_changed";
            /** Format: uuid */
            notification_id: string;
            /** Format: date-time */
            date: string;
            data: components["schemas"]["CodeNotificationData"];
            /** @description Of everything before it, in its order. */
            signature: string;
        };
        SubscriptionNotifiedAlias: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "PAYID" | "UID";
            /** @example customer-7 */
            value: string;
            /** @example Books of the month */
            label: string;
            /** @enum {string} */
            status: "alias_pending_registration" | "alias_active" | "alias_unregistered" | "alias_expired";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SubscriptionNotifiedBlik: {
            /** @enum {string} */
            model: "A" | "O" | "M";
            /** @example PLN */
            currency: string;
            alias: components["schemas"]["SubscriptionNotifiedAlias"];
        };
        SubscriptionNotificationData: {
            /** Format: uuid */
            id: string;
            /** @example 5f2c9a1b */
            service_id: string;
            /** @enum {string} */
            status: "subscription_pending" | "subscription_active" | "subscription_cancelled" | "subscription_expired" | "subscription_finished" | "subscription_fraudulent";
            /** @enum {string} */
            mode: "BLIK" | "CARD";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            blik: components["schemas"]["SubscriptionNotifiedBlik"];
        };
        SubscriptionNotification: {
            /** @enum {string} */
            type: "subscription:status_changed";
            /** Format: uuid */
            notification_id: string;
            /** Format: date-time */
            date: string;
            data: components["schemas"]["SubscriptionNotificationData"];
            /** @description Of everything before it, in its order. */
            signature: string;
        };
    };
    responses: {
        /** @description `INTERNAL_ERROR`: Something unexpected happened. `errorId` finds it in the gateway’s log. */
        INTERNAL_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "INTERNAL_ERROR";
                };
            };
        };
        /**
         * @description `INVALID_ABILITY_PROVIDED`: The token lacks the ability that the endpoint asks for. Use a token that holds it.
         *
         *     `IP_ADDRESS_NOT_WHITELISTED`: The token is limited to addresses, and the caller’s is not among them.
         */
        "INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "INVALID_ABILITY_PROVIDED" | "IP_ADDRESS_NOT_WHITELISTED";
                };
            };
        };
        /** @description `ROUTE_NOT_FOUND`: No endpoint has this method and path, or an id in the path is unknown (number, refund, subscription, alias). */
        ROUTE_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ROUTE_NOT_FOUND";
                };
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The gateway cannot work for the moment. Repeat the request after `Retry-After` seconds, with the same Idempotency-Key. */
        SERVICE_UNAVAILABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "SERVICE_UNAVAILABLE";
                };
            };
        };
        /** @description `TOO_MANY_REQUESTS`: The address or the token asks too often or has guessed too often, or the partner sends too many large bodies at once. Wait for the seconds in `Retry-After`. */
        TOO_MANY_REQUESTS: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "TOO_MANY_REQUESTS";
                };
            };
        };
        /** @description `UNAUTHORIZED`: The bearer token is missing, unknown, expired or revoked, or its partner is blocked. Where a blocked partner would begin a payment it is told that the service is not active. */
        UNAUTHORIZED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "UNAUTHORIZED";
                };
            };
        };
        /** @description `VALIDATION_ERROR`: A field breaks a rule. `errors` names each field with readable sentences. */
        VALIDATION_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "VALIDATION_ERROR";
                };
            };
        };
        /**
         * @description `ROUTE_NOT_FOUND`: No endpoint has this method and path, or an id in the path is unknown (number, refund, subscription, alias).
         *
         *     `SERVICE_NOT_FOUND`: There is no such service, or it is not one that this token sees.
         */
        "ROUTE_NOT_FOUND.SERVICE_NOT_FOUND": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ROUTE_NOT_FOUND" | "SERVICE_NOT_FOUND";
                };
            };
        };
        /** @description `IDEMPOTENCY_CONFLICT`: A request with the same Idempotency-Key is still running. Repeat it in a moment to get its answer. */
        "IDEMPOTENCY_CONFLICT.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "IDEMPOTENCY_CONFLICT";
                };
            };
        };
        /** @description `MALFORMED_JSON`: The body is not valid JSON. Send UTF-8 JSON. */
        "MALFORMED_JSON.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "MALFORMED_JSON";
                };
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB, or than 1 MiB where an online payment is created. */
        PAYLOAD_TOO_LARGE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "PAYLOAD_TOO_LARGE";
                };
            };
        };
        /**
         * @description `ROUTE_NOT_FOUND`: No endpoint has this method and path, or an id in the path is unknown (number, refund, subscription, alias).
         *
         *     `SERVICE_NOT_FOUND`: There is no such service, or it is not one that this token sees.
         */
        "ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ROUTE_NOT_FOUND" | "SERVICE_NOT_FOUND";
                };
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not sent as JSON (`application/json`, or a type that ends in `+json`) in UTF-8, or it is compressed. */
        UNSUPPORTED_MEDIA_TYPE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "UNSUPPORTED_MEDIA_TYPE";
                };
            };
        };
        /**
         * @description `ROUTE_NOT_FOUND`: No endpoint has this method and path, or an id in the path is unknown (number, refund, subscription, alias).
         *
         *     `SERVICE_NOT_FOUND`: There is no such service, or it is not one that this token sees.
         *
         *     `TRANSACTION_NOT_FOUND`: There is no such transaction in this service.
         */
        "ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ROUTE_NOT_FOUND" | "SERVICE_NOT_FOUND" | "TRANSACTION_NOT_FOUND";
                };
            };
        };
        /**
         * @description `ROUTE_NOT_FOUND`: No endpoint has this method and path, or an id in the path is unknown (number, refund, subscription, alias).
         *
         *     `SERVICE_NOT_FOUND`: There is no such service, or it is not one that this token sees.
         *
         *     `TRANSACTION_NOT_FOUND`: There is no such transaction in this service.
         */
        "ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ROUTE_NOT_FOUND" | "SERVICE_NOT_FOUND" | "TRANSACTION_NOT_FOUND";
                };
            };
        };
        /**
         * @description `IDEMPOTENCY_CONFLICT`: A request with the same Idempotency-Key is still running. Repeat it in a moment to get its answer.
         *
         *     `TRANSACTION_NOT_PAID`: Only what is paid can be refunded. `message` says what the payment is.
         */
        "IDEMPOTENCY_CONFLICT.TRANSACTION_NOT_PAID.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "IDEMPOTENCY_CONFLICT" | "TRANSACTION_NOT_PAID";
                };
            };
        };
        /**
         * @description `MALFORMED_JSON`: The body is not valid JSON. Send UTF-8 JSON.
         *
         *     `REFUND_AMOUNT_TOO_HIGH`: More is to be refunded than is left of the payment: refunds that are under way count.
         *
         *     `REFUND_NOT_SUPPORTED`: The payment’s channel does not give this money back; `message` says why.
         *
         *     `WALLET_BALANCE_TOO_LOW`: The available part of the wallet is smaller than the value of the refund. Refund again when more has been earned, or less.
         */
        "MALFORMED_JSON.REFUND_AMOUNT_TOO_HIGH.REFUND_NOT_SUPPORTED.WALLET_BALANCE_TOO_LOW.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "MALFORMED_JSON" | "REFUND_AMOUNT_TOO_HIGH" | "REFUND_NOT_SUPPORTED" | "WALLET_BALANCE_TOO_LOW";
                };
            };
        };
        /** @description `MALFORMED_JSON`: The body is not valid JSON. Send UTF-8 JSON. */
        MALFORMED_JSON: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "MALFORMED_JSON";
                };
            };
        };
        /**
         * @description `ALIAS_DECLINED`: The payer’s bank did not accept the alias. Pay with a code instead.
         *
         *     `ALIAS_NOT_FOUND`: No active alias is meant, or no app knows it any more. Pay with a code instead.
         *
         *     `ALIAS_NOT_UNIQUE`: Several apps know the payer by the alias. `data.alternatives` names them; send the payer’s choice as `alias.blik_id`.
         *
         *     `AM_TIMEOUT`: The payer has not confirmed the recurring charge in time.
         *
         *     `ATTEMPT_IN_PROGRESS`: The transaction is being paid right now. Wait for the outcome, which comes as a notification.
         *
         *     `BLIK_CODE_CANCELLED`: The payer has cancelled the BLIK code.
         *
         *     `BLIK_CODE_EXPIRED`: The BLIK code is older than two minutes. The payer makes a new one in the bank’s app.
         *
         *     `BLIK_CODE_LIMIT`: Five codes and aliases were tried for this transaction, or the payer’s bank takes no more. Make a new transaction.
         *
         *     `BLIK_CODE_NOT_SUPPORTED`: The payer’s bank, or the channel, does not offer what was asked for with the code.
         *
         *     `BLIK_CODE_USED`: The BLIK code was used before. The payer makes a new one in the bank’s app.
         *
         *     `BLIK_GENERAL_ERROR`: BLIK has refused for a reason of its own.
         *
         *     `BLIK_TECHNICAL_BREAK`: BLIK is out of service for a while.
         *
         *     `CHANNEL_NOT_USABLE`: The transaction cannot be paid in this way; `message` says why. What is paid with a BLIK code or an alias is made with `directChannel` `blik-level0`, what a subscription begins with or is charged for with `blik-recurrent`.
         *
         *     `ER_DATAAMT_HUGE`: The amount is above what the payer has allowed for the alias.
         *
         *     `GENERAL_ERROR`: The channel has refused for another reason.
         *
         *     `INSUFFICIENT_FUNDS`: The payer’s account has too little.
         *
         *     `INVALID_BLIK_CODE`: There is no such BLIK code. The payer makes a new one in the bank’s app.
         *
         *     `INVALID_BLIK_CODE_FORMAT`: The BLIK code does not have the form of one. Codes have six digits.
         *
         *     `ISSUER_DECLINED`: The payer’s bank has refused.
         *
         *     `LIMIT_EXCEEDED`: The amount is above a limit that the payer has set in the app.
         *
         *     `MALFORMED_JSON`: The body is not valid JSON. Send UTF-8 JSON.
         *
         *     `PAYER_APP_NOT_ACTIVE`: The payer’s app is blocked or not activated.
         *
         *     `PAYER_APP_NOT_FOUND`: The payer’s app is not known.
         *
         *     `SEC_DECLINED`: Security rules of the bank or the acquirer have refused.
         *
         *     `SERVICE_NOT_ACTIVE`: The service is not active, or its partner is blocked, so what was agreed through it before cannot be charged. A new transaction through it is refused with 422 on `service`. Ask the operator of the gateway to activate it.
         *
         *     `SYSTEM_ERROR`: A system of BLIK or of a bank has failed.
         *
         *     `TAS_DECLINED`: The acquirer has refused.
         *
         *     `TIMEOUT`: BLIK has not answered in time.
         *
         *     `TRANSACTION_NOT_NEW`: The transaction is paid, has ended, or is past its time. Make a new one.
         *
         *     `USER_DECLINED`: The payer has refused in the app.
         *
         *     `USER_TIMEOUT`: The payer has not confirmed in time.
         */
        "ALIAS_DECLINED.ALIAS_NOT_FOUND.ALIAS_NOT_UNIQUE.AM_TIMEOUT.ATTEMPT_IN_PROGRESS.BLIK_CODE_CANCELLED.BLIK_CODE_EXPIRED.BLIK_CODE_LIMIT.BLIK_CODE_NOT_SUPPORTED.BLIK_CODE_USED.BLIK_GENERAL_ERROR.BLIK_TECHNICAL_BREAK.CHANNEL_NOT_USABLE.ER_DATAAMT_HUGE.GENERAL_ERROR.INSUFFICIENT_FUNDS.INVALID_BLIK_CODE.INVALID_BLIK_CODE_FORMAT.ISSUER_DECLINED.LIMIT_EXCEEDED.MALFORMED_JSON.PAYER_APP_NOT_ACTIVE.PAYER_APP_NOT_FOUND.SEC_DECLINED.SERVICE_NOT_ACTIVE.SYSTEM_ERROR.TAS_DECLINED.TIMEOUT.TRANSACTION_NOT_NEW.USER_DECLINED.USER_TIMEOUT.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlternativesErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ALIAS_DECLINED" | "ALIAS_NOT_FOUND" | "ALIAS_NOT_UNIQUE" | "AM_TIMEOUT" | "ATTEMPT_IN_PROGRESS" | "BLIK_CODE_CANCELLED" | "BLIK_CODE_EXPIRED" | "BLIK_CODE_LIMIT" | "BLIK_CODE_NOT_SUPPORTED" | "BLIK_CODE_USED" | "BLIK_GENERAL_ERROR" | "BLIK_TECHNICAL_BREAK" | "CHANNEL_NOT_USABLE" | "ER_DATAAMT_HUGE" | "GENERAL_ERROR" | "INSUFFICIENT_FUNDS" | "INVALID_BLIK_CODE" | "INVALID_BLIK_CODE_FORMAT" | "ISSUER_DECLINED" | "LIMIT_EXCEEDED" | "MALFORMED_JSON" | "PAYER_APP_NOT_ACTIVE" | "PAYER_APP_NOT_FOUND" | "SEC_DECLINED" | "SERVICE_NOT_ACTIVE" | "SYSTEM_ERROR" | "TAS_DECLINED" | "TIMEOUT" | "TRANSACTION_NOT_NEW" | "USER_DECLINED" | "USER_TIMEOUT";
                };
            };
        };
        /**
         * @description `ALIAS_ALREADY_EXISTS`: The value of the alias is used already, by this or by another partner. Choose another one.
         *
         *     `IDEMPOTENCY_CONFLICT`: A request with the same Idempotency-Key is still running. Repeat it in a moment to get its answer.
         */
        "ALIAS_ALREADY_EXISTS.IDEMPOTENCY_CONFLICT.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ALIAS_ALREADY_EXISTS" | "IDEMPOTENCY_CONFLICT";
                };
            };
        };
        /**
         * @description `ALIAS_DECLINED`: The payer’s bank did not accept the alias. Pay with a code instead.
         *
         *     `ALIAS_NOT_FOUND`: No active alias is meant, or no app knows it any more. Pay with a code instead.
         *
         *     `ALIAS_NOT_UNIQUE`: Several apps know the payer by the alias. `data.alternatives` names them; send the payer’s choice as `alias.blik_id`.
         *
         *     `AM_TIMEOUT`: The payer has not confirmed the recurring charge in time.
         *
         *     `ATTEMPT_IN_PROGRESS`: The transaction is being paid right now. Wait for the outcome, which comes as a notification.
         *
         *     `BLIK_CODE_CANCELLED`: The payer has cancelled the BLIK code.
         *
         *     `BLIK_CODE_EXPIRED`: The BLIK code is older than two minutes. The payer makes a new one in the bank’s app.
         *
         *     `BLIK_CODE_LIMIT`: Five codes and aliases were tried for this transaction, or the payer’s bank takes no more. Make a new transaction.
         *
         *     `BLIK_CODE_NOT_SUPPORTED`: The payer’s bank, or the channel, does not offer what was asked for with the code.
         *
         *     `BLIK_CODE_USED`: The BLIK code was used before. The payer makes a new one in the bank’s app.
         *
         *     `BLIK_GENERAL_ERROR`: BLIK has refused for a reason of its own.
         *
         *     `BLIK_TECHNICAL_BREAK`: BLIK is out of service for a while.
         *
         *     `CHANNEL_NOT_USABLE`: The transaction cannot be paid in this way; `message` says why. What is paid with a BLIK code or an alias is made with `directChannel` `blik-level0`, what a subscription begins with or is charged for with `blik-recurrent`.
         *
         *     `ER_DATAAMT_HUGE`: The amount is above what the payer has allowed for the alias.
         *
         *     `GENERAL_ERROR`: The channel has refused for another reason.
         *
         *     `INSUFFICIENT_FUNDS`: The payer’s account has too little.
         *
         *     `INVALID_BLIK_CODE`: There is no such BLIK code. The payer makes a new one in the bank’s app.
         *
         *     `INVALID_BLIK_CODE_FORMAT`: The BLIK code does not have the form of one. Codes have six digits.
         *
         *     `ISSUER_DECLINED`: The payer’s bank has refused.
         *
         *     `LIMIT_EXCEEDED`: The amount is above a limit that the payer has set in the app.
         *
         *     `MALFORMED_JSON`: The body is not valid JSON. Send UTF-8 JSON.
         *
         *     `PAYER_APP_NOT_ACTIVE`: The payer’s app is blocked or not activated.
         *
         *     `PAYER_APP_NOT_FOUND`: The payer’s app is not known.
         *
         *     `RECURRING_NOT_SUPPORTED`: The service or its channel has no subscriptions of that kind; `message` says why.
         *
         *     `SEC_DECLINED`: Security rules of the bank or the acquirer have refused.
         *
         *     `SERVICE_NOT_ACTIVE`: The service is not active, or its partner is blocked, so what was agreed through it before cannot be charged. A new transaction through it is refused with 422 on `service`. Ask the operator of the gateway to activate it.
         *
         *     `SYSTEM_ERROR`: A system of BLIK or of a bank has failed.
         *
         *     `TAS_DECLINED`: The acquirer has refused.
         *
         *     `TIMEOUT`: BLIK has not answered in time.
         *
         *     `TRANSACTION_NOT_NEW`: The transaction is paid, has ended, or is past its time. Make a new one.
         *
         *     `USER_DECLINED`: The payer has refused in the app.
         *
         *     `USER_TIMEOUT`: The payer has not confirmed in time.
         */
        "ALIAS_DECLINED.ALIAS_NOT_FOUND.ALIAS_NOT_UNIQUE.AM_TIMEOUT.ATTEMPT_IN_PROGRESS.BLIK_CODE_CANCELLED.BLIK_CODE_EXPIRED.BLIK_CODE_LIMIT.BLIK_CODE_NOT_SUPPORTED.BLIK_CODE_USED.BLIK_GENERAL_ERROR.BLIK_TECHNICAL_BREAK.CHANNEL_NOT_USABLE.ER_DATAAMT_HUGE.GENERAL_ERROR.INSUFFICIENT_FUNDS.INVALID_BLIK_CODE.INVALID_BLIK_CODE_FORMAT.ISSUER_DECLINED.LIMIT_EXCEEDED.MALFORMED_JSON.PAYER_APP_NOT_ACTIVE.PAYER_APP_NOT_FOUND.RECURRING_NOT_SUPPORTED.SEC_DECLINED.SERVICE_NOT_ACTIVE.SYSTEM_ERROR.TAS_DECLINED.TIMEOUT.TRANSACTION_NOT_NEW.USER_DECLINED.USER_TIMEOUT.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlternativesErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ALIAS_DECLINED" | "ALIAS_NOT_FOUND" | "ALIAS_NOT_UNIQUE" | "AM_TIMEOUT" | "ATTEMPT_IN_PROGRESS" | "BLIK_CODE_CANCELLED" | "BLIK_CODE_EXPIRED" | "BLIK_CODE_LIMIT" | "BLIK_CODE_NOT_SUPPORTED" | "BLIK_CODE_USED" | "BLIK_GENERAL_ERROR" | "BLIK_TECHNICAL_BREAK" | "CHANNEL_NOT_USABLE" | "ER_DATAAMT_HUGE" | "GENERAL_ERROR" | "INSUFFICIENT_FUNDS" | "INVALID_BLIK_CODE" | "INVALID_BLIK_CODE_FORMAT" | "ISSUER_DECLINED" | "LIMIT_EXCEEDED" | "MALFORMED_JSON" | "PAYER_APP_NOT_ACTIVE" | "PAYER_APP_NOT_FOUND" | "RECURRING_NOT_SUPPORTED" | "SEC_DECLINED" | "SERVICE_NOT_ACTIVE" | "SYSTEM_ERROR" | "TAS_DECLINED" | "TIMEOUT" | "TRANSACTION_NOT_NEW" | "USER_DECLINED" | "USER_TIMEOUT";
                };
            };
        };
        /**
         * @description `ALIAS_DECLINED`: The payer’s bank did not accept the alias. Pay with a code instead.
         *
         *     `ALIAS_NOT_FOUND`: No active alias is meant, or no app knows it any more. Pay with a code instead.
         *
         *     `ALIAS_NOT_UNIQUE`: Several apps know the payer by the alias. `data.alternatives` names them; send the payer’s choice as `alias.blik_id`.
         *
         *     `AMOUNT_LIMIT_EXCEEDED`: The amount is above what the payer agreed to for each charge, or above 2000.00 for the model O.
         *
         *     `AMOUNT_NOT_CHARGEABLE`: The transaction’s amount is 0, which only begins a subscription.
         *
         *     `AM_TIMEOUT`: The payer has not confirmed the recurring charge in time.
         *
         *     `ATTEMPTS_EXHAUSTED`: Ten attempts were made in this billing period. Charge again in the next one.
         *
         *     `ATTEMPT_IN_PROGRESS`: The transaction is being paid right now. Wait for the outcome, which comes as a notification.
         *
         *     `ATTEMPT_OUT_OF_ORDER`: The attempt is not the next one of the billing period; `message` says which is.
         *
         *     `BLIK_CODE_CANCELLED`: The payer has cancelled the BLIK code.
         *
         *     `BLIK_CODE_EXPIRED`: The BLIK code is older than two minutes. The payer makes a new one in the bank’s app.
         *
         *     `BLIK_CODE_LIMIT`: Five codes and aliases were tried for this transaction, or the payer’s bank takes no more. Make a new transaction.
         *
         *     `BLIK_CODE_NOT_SUPPORTED`: The payer’s bank, or the channel, does not offer what was asked for with the code.
         *
         *     `BLIK_CODE_USED`: The BLIK code was used before. The payer makes a new one in the bank’s app.
         *
         *     `BLIK_GENERAL_ERROR`: BLIK has refused for a reason of its own.
         *
         *     `BLIK_TECHNICAL_BREAK`: BLIK is out of service for a while.
         *
         *     `CHANNEL_NOT_USABLE`: The transaction cannot be paid in this way; `message` says why. What is paid with a BLIK code or an alias is made with `directChannel` `blik-level0`, what a subscription begins with or is charged for with `blik-recurrent`.
         *
         *     `COUNT_LIMIT_EXCEEDED`: As many charges were made as the payer agreed to. Charges under way count.
         *
         *     `ER_DATAAMT_HUGE`: The amount is above what the payer has allowed for the alias.
         *
         *     `FREQUENCY_LIMIT_EXCEEDED`: The billing period is paid: the payer agreed to one charge in each.
         *
         *     `GENERAL_ERROR`: The channel has refused for another reason.
         *
         *     `INITIATION_DATE_NOT_REACHED`: The day from which on the payer agreed to be charged has not come.
         *
         *     `INSUFFICIENT_FUNDS`: The payer’s account has too little.
         *
         *     `INVALID_BLIK_CODE`: There is no such BLIK code. The payer makes a new one in the bank’s app.
         *
         *     `INVALID_BLIK_CODE_FORMAT`: The BLIK code does not have the form of one. Codes have six digits.
         *
         *     `ISSUER_DECLINED`: The payer’s bank has refused.
         *
         *     `LIMIT_EXCEEDED`: The amount is above a limit that the payer has set in the app.
         *
         *     `MALFORMED_JSON`: The body is not valid JSON. Send UTF-8 JSON.
         *
         *     `PAYER_APP_NOT_ACTIVE`: The payer’s app is blocked or not activated.
         *
         *     `PAYER_APP_NOT_FOUND`: The payer’s app is not known.
         *
         *     `RECURRING_NOT_SUPPORTED`: The service or its channel has no subscriptions of that kind; `message` says why.
         *
         *     `SEC_DECLINED`: Security rules of the bank or the acquirer have refused.
         *
         *     `SERVICE_NOT_ACTIVE`: The service is not active, or its partner is blocked, so what was agreed through it before cannot be charged. A new transaction through it is refused with 422 on `service`. Ask the operator of the gateway to activate it.
         *
         *     `SUBSCRIPTION_NOT_ACTIVE`: Only an active subscription can be charged. `message` says what it is.
         *
         *     `SYSTEM_ERROR`: A system of BLIK or of a bank has failed.
         *
         *     `TAS_DECLINED`: The acquirer has refused.
         *
         *     `TIMEOUT`: BLIK has not answered in time.
         *
         *     `TOTAL_AMOUNT_LIMIT_EXCEEDED`: With this charge the payer would pay more in all than was agreed. Charges under way count.
         *
         *     `TRANSACTION_NOT_NEW`: The transaction is paid, has ended, or is past its time. Make a new one.
         *
         *     `USER_DECLINED`: The payer has refused in the app.
         *
         *     `USER_TIMEOUT`: The payer has not confirmed in time.
         */
        "ALIAS_DECLINED.ALIAS_NOT_FOUND.ALIAS_NOT_UNIQUE.AMOUNT_LIMIT_EXCEEDED.AMOUNT_NOT_CHARGEABLE.AM_TIMEOUT.ATTEMPTS_EXHAUSTED.ATTEMPT_IN_PROGRESS.ATTEMPT_OUT_OF_ORDER.BLIK_CODE_CANCELLED.BLIK_CODE_EXPIRED.BLIK_CODE_LIMIT.BLIK_CODE_NOT_SUPPORTED.BLIK_CODE_USED.BLIK_GENERAL_ERROR.BLIK_TECHNICAL_BREAK.CHANNEL_NOT_USABLE.COUNT_LIMIT_EXCEEDED.ER_DATAAMT_HUGE.FREQUENCY_LIMIT_EXCEEDED.GENERAL_ERROR.INITIATION_DATE_NOT_REACHED.INSUFFICIENT_FUNDS.INVALID_BLIK_CODE.INVALID_BLIK_CODE_FORMAT.ISSUER_DECLINED.LIMIT_EXCEEDED.MALFORMED_JSON.PAYER_APP_NOT_ACTIVE.PAYER_APP_NOT_FOUND.RECURRING_NOT_SUPPORTED.SEC_DECLINED.SERVICE_NOT_ACTIVE.SUBSCRIPTION_NOT_ACTIVE.SYSTEM_ERROR.TAS_DECLINED.TIMEOUT.TOTAL_AMOUNT_LIMIT_EXCEEDED.TRANSACTION_NOT_NEW.USER_DECLINED.USER_TIMEOUT.replayable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-Error-Hint": components["headers"]["X-Error-Hint"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlternativesErrorResponse"] & {
                    /** @enum {unknown} */
                    errorCode?: "ALIAS_DECLINED" | "ALIAS_NOT_FOUND" | "ALIAS_NOT_UNIQUE" | "AMOUNT_LIMIT_EXCEEDED" | "AMOUNT_NOT_CHARGEABLE" | "AM_TIMEOUT" | "ATTEMPTS_EXHAUSTED" | "ATTEMPT_IN_PROGRESS" | "ATTEMPT_OUT_OF_ORDER" | "BLIK_CODE_CANCELLED" | "BLIK_CODE_EXPIRED" | "BLIK_CODE_LIMIT" | "BLIK_CODE_NOT_SUPPORTED" | "BLIK_CODE_USED" | "BLIK_GENERAL_ERROR" | "BLIK_TECHNICAL_BREAK" | "CHANNEL_NOT_USABLE" | "COUNT_LIMIT_EXCEEDED" | "ER_DATAAMT_HUGE" | "FREQUENCY_LIMIT_EXCEEDED" | "GENERAL_ERROR" | "INITIATION_DATE_NOT_REACHED" | "INSUFFICIENT_FUNDS" | "INVALID_BLIK_CODE" | "INVALID_BLIK_CODE_FORMAT" | "ISSUER_DECLINED" | "LIMIT_EXCEEDED" | "MALFORMED_JSON" | "PAYER_APP_NOT_ACTIVE" | "PAYER_APP_NOT_FOUND" | "RECURRING_NOT_SUPPORTED" | "SEC_DECLINED" | "SERVICE_NOT_ACTIVE" | "SUBSCRIPTION_NOT_ACTIVE" | "SYSTEM_ERROR" | "TAS_DECLINED" | "TIMEOUT" | "TOTAL_AMOUNT_LIMIT_EXCEEDED" | "TRANSACTION_NOT_NEW" | "USER_DECLINED" | "USER_TIMEOUT";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request’s own `X-Request-Id` (letters, digits, `.`, `_` and `-`, at most 64), otherwise a new one. It is in the gateway’s log. */
        "X-Request-Id": string;
        /** @description How to authenticate. */
        "WWW-Authenticate": "Bearer";
        /** @description Seconds to wait before the next try. */
        "Retry-After": number;
        /** @description Where the error is explained, with `rel="help"`. */
        Link: string;
        /** @description One sentence about how to mend the request, for developers and in ASCII. Outside the sandbox only for callers with a known token. */
        "X-Error-Hint": string;
        /** @description Members of the body that no rule knows and that were ignored, at most 20, separated by `, `. */
        "X-Ignored-Fields": string;
        /** @description Present when this is the kept answer of an earlier request with the same `Idempotency-Key`. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "DirectBillingServices.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DirectBillingServiceResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "DirectBillingServices.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DirectBillingServiceResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "DirectBillingServices.calculate": {
        parameters: {
            query: {
                /** @description What the partner wants to receive net, in PLN. */
                amount: number;
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DirectBillingCalculationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "DirectBillingTransactions.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Made until the end of that second. */
                "filter[to]"?: string;
                /** @description Made at that moment or later. */
                "filter[from]"?: string;
                /** @description The partner’s own field. */
                "filter[control]"?: string;
                /** @description Number the transaction was made from. */
                "filter[phoneNumber]"?: string;
                "filter[status]"?: "transaction_db_new" | "transaction_db_confirmed" | "transaction_db_payed" | "transaction_db_rejected";
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DirectBillingTransactionListItem"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "DirectBillingTransactions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDirectBillingTransactionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DirectBillingTransactionCreated"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_JSON.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "DirectBillingTransactions.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DirectBillingTransactionDetail"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsNumbers.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsNumberResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsNumbers.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsNumberResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsServices.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsServiceListItem"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsServices.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsServiceResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsServices.check": {
        parameters: {
            query?: never;
            header?: {
                /** @description IP address from which the payer gave the code to you. Wrong codes are then counted for him, so that one who guesses, or mistypes, keeps only himself waiting; without it they count for the whole service. */
                "Payer-Address"?: string;
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckSmsCodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsCodeCheckResponse"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_JSON.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsServices.listNumbers": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsNumberResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsServices.showNumber": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                number: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsNumberResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsTransactions.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Received until the end of that second. */
                "filter[created_to]"?: string;
                /** @description Received at that moment or later. */
                "filter[created_from]"?: string;
                /** @description Number the message was sent to. */
                "filter[send_number]"?: 7055 | 7155 | 7255 | 7355 | 7455 | 7555 | 7636 | 77464 | 78464 | 7936 | 91055 | 91155 | 91455 | 91664 | 91955 | 92055 | 92555;
                /** @description Whether the code has been used. */
                "filter[used]"?: boolean;
                "filter[code]"?: string;
                /** @description Number the message was sent from. */
                "filter[from]"?: string;
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsTransactionResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "SmsTransactions.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SmsTransactionResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentServices.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentServiceResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentServices.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentServiceResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentServices.channels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentChannelResponse"][];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentServices.currencies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentCurrencyResponse"][];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentTransactions.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Made until the end of that second. */
                "filter[to]"?: string;
                /** @description Made at that moment or later. */
                "filter[from]"?: string;
                /** @description Channel that was begun last, or paid. */
                "filter[channel]"?: "blik" | "blik-level0" | "blik-recurrent" | "mbank" | "pko_bp" | "pekao" | "santander" | "ing" | "millennium" | "alior" | "bnp_paribas" | "credit_agricole" | "velobank" | "nest_bank" | "citi_handlowy" | "bos" | "pocztowy" | "inteligo" | "card" | "google-pay" | "apple-pay" | "paypal" | "skrill" | "neteller" | "paysafecard" | "paysafecash" | "pix" | "boleto";
                /** @description The partner’s own field. */
                "filter[control]"?: string;
                "filter[status]"?: "transaction_new" | "transaction_generated" | "transaction_confirmed" | "transaction_paid" | "transaction_failure" | "transaction_expired" | "transaction_canceled" | "transaction_refunded" | "transaction_fraud" | "transaction_fraud_possibility";
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentTransactionListItem"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentTransactions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentTransactionCreated"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_JSON.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentTransactions.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentTransactionDetail"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentRefunds.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundResponse"][];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentRefunds.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateRefundRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundCreated"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_JSON.REFUND_AMOUNT_TOO_HIGH.REFUND_NOT_SUPPORTED.WALLET_BALANCE_TOO_LOW.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.TRANSACTION_NOT_PAID.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentRefunds.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: string;
                refundId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "BlikAliases.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Made until the end of that second. */
                "filter[to]"?: string;
                /** @description Made at that moment or later. */
                "filter[from]"?: string;
                "filter[value]"?: string;
                /** @description Id of the alias. */
                "filter[uuid]"?: string;
                "filter[type]"?: "PAYID" | "UID";
                "filter[status]"?: "alias_pending_registration" | "alias_active" | "alias_unregistered" | "alias_expired";
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ListedAliasResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "BlikAliases.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnregisterAliasRequest"];
            };
        };
        responses: {
            /** @description It is unregistered, or was over already. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_JSON"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "BlikAliases.removeOne": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                aliasId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnregisterReason"];
            };
        };
        responses: {
            /** @description It is unregistered, or was over already. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_JSON"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "BlikLevel0.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Level0Request"];
            };
        };
        responses: {
            /** @description The channel has it. What becomes of it comes as a notification. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ALIAS_DECLINED.ALIAS_NOT_FOUND.ALIAS_NOT_UNIQUE.AM_TIMEOUT.ATTEMPT_IN_PROGRESS.BLIK_CODE_CANCELLED.BLIK_CODE_EXPIRED.BLIK_CODE_LIMIT.BLIK_CODE_NOT_SUPPORTED.BLIK_CODE_USED.BLIK_GENERAL_ERROR.BLIK_TECHNICAL_BREAK.CHANNEL_NOT_USABLE.ER_DATAAMT_HUGE.GENERAL_ERROR.INSUFFICIENT_FUNDS.INVALID_BLIK_CODE.INVALID_BLIK_CODE_FORMAT.ISSUER_DECLINED.LIMIT_EXCEEDED.MALFORMED_JSON.PAYER_APP_NOT_ACTIVE.PAYER_APP_NOT_FOUND.SEC_DECLINED.SERVICE_NOT_ACTIVE.SYSTEM_ERROR.TAS_DECLINED.TIMEOUT.TRANSACTION_NOT_NEW.USER_DECLINED.USER_TIMEOUT.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentLinks.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Made until the end of that second. */
                "filter[to]"?: string;
                /** @description Made at that moment or later. */
                "filter[from]"?: string;
                /** @description The partner’s own field. */
                "filter[control]"?: string;
                "filter[status]"?: "link_active" | "link_disabled";
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["LinkResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentLinks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["LinkResponse"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_JSON.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentLinks.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["LinkDetail"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "PaymentLinks.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is disabled, or was already. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_JSON"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "Subscriptions.list": {
        parameters: {
            query?: {
                page?: number;
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Made until the end of that second. */
                "filter[to]"?: string;
                /** @description Made at that moment or later. */
                "filter[from]"?: string;
                /** @description Id of the subscription. */
                "filter[uuid]"?: string;
                "filter[mode]"?: "BLIK" | "CARD";
                "filter[status]"?: "subscription_pending" | "subscription_active" | "subscription_cancelled" | "subscription_expired" | "subscription_finished" | "subscription_fraudulent";
            };
            header?: never;
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SubscriptionResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "BlikSubscriptions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SubscriptionCreated"];
                    };
                };
            };
            400: components["responses"]["ALIAS_DECLINED.ALIAS_NOT_FOUND.ALIAS_NOT_UNIQUE.AM_TIMEOUT.ATTEMPT_IN_PROGRESS.BLIK_CODE_CANCELLED.BLIK_CODE_EXPIRED.BLIK_CODE_LIMIT.BLIK_CODE_NOT_SUPPORTED.BLIK_CODE_USED.BLIK_GENERAL_ERROR.BLIK_TECHNICAL_BREAK.CHANNEL_NOT_USABLE.ER_DATAAMT_HUGE.GENERAL_ERROR.INSUFFICIENT_FUNDS.INVALID_BLIK_CODE.INVALID_BLIK_CODE_FORMAT.ISSUER_DECLINED.LIMIT_EXCEEDED.MALFORMED_JSON.PAYER_APP_NOT_ACTIVE.PAYER_APP_NOT_FOUND.RECURRING_NOT_SUPPORTED.SEC_DECLINED.SERVICE_NOT_ACTIVE.SYSTEM_ERROR.TAS_DECLINED.TIMEOUT.TRANSACTION_NOT_NEW.USER_DECLINED.USER_TIMEOUT.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND.replayable"];
            409: components["responses"]["ALIAS_ALREADY_EXISTS.IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "BlikSubscriptions.charge": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. Use a new random key, such as a UUID, for each new request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                serviceId: string;
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChargeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ChargeCreated"];
                    };
                };
            };
            400: components["responses"]["ALIAS_DECLINED.ALIAS_NOT_FOUND.ALIAS_NOT_UNIQUE.AMOUNT_LIMIT_EXCEEDED.AMOUNT_NOT_CHARGEABLE.AM_TIMEOUT.ATTEMPTS_EXHAUSTED.ATTEMPT_IN_PROGRESS.ATTEMPT_OUT_OF_ORDER.BLIK_CODE_CANCELLED.BLIK_CODE_EXPIRED.BLIK_CODE_LIMIT.BLIK_CODE_NOT_SUPPORTED.BLIK_CODE_USED.BLIK_GENERAL_ERROR.BLIK_TECHNICAL_BREAK.CHANNEL_NOT_USABLE.COUNT_LIMIT_EXCEEDED.ER_DATAAMT_HUGE.FREQUENCY_LIMIT_EXCEEDED.GENERAL_ERROR.INITIATION_DATE_NOT_REACHED.INSUFFICIENT_FUNDS.INVALID_BLIK_CODE.INVALID_BLIK_CODE_FORMAT.ISSUER_DECLINED.LIMIT_EXCEEDED.MALFORMED_JSON.PAYER_APP_NOT_ACTIVE.PAYER_APP_NOT_FOUND.RECURRING_NOT_SUPPORTED.SEC_DECLINED.SERVICE_NOT_ACTIVE.SUBSCRIPTION_NOT_ACTIVE.SYSTEM_ERROR.TAS_DECLINED.TIMEOUT.TOTAL_AMOUNT_LIMIT_EXCEEDED.TRANSACTION_NOT_NEW.USER_DECLINED.USER_TIMEOUT.replayable"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND.SERVICE_NOT_FOUND.TRANSACTION_NOT_FOUND.replayable"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT.replayable"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "Wallet.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WalletResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "Wallet.list": {
        parameters: {
            query?: {
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description One day, from midnight to midnight in the time zone of the answers. */
                day?: string;
                /** @description Id of the entry to read on from. */
                after?: string;
                /** @description `-created_at`: newest first. */
                sort?: "created_at" | "-created_at";
                /** @description Made until the end of that second. */
                "filter[to]"?: string;
                /** @description Made at that moment or later. */
                "filter[from]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WalletEntryResponse"][];
                        pagination: components["schemas"]["FollowingResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "Statements.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A month, or a day such as `2026-10-31`, in the time zone of the answers. */
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Opening balance, each movement and closing balance of each part of the wallet. Lines end with CR LF. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "Events.list": {
        parameters: {
            query?: {
                /** @description Records on a page. */
                perPage?: number;
                /** @description Same as `perPage`, which wins. */
                limit?: number;
                /** @description Id of the event to read on from: the last that you have. */
                after?: string;
                /** @description Only this type of notification. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EventResponse"][];
                        pagination: components["schemas"]["FollowingResponse"];
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["INVALID_ABILITY_PROVIDED.IP_ADDRESS_NOT_WHITELISTED"];
            404: components["responses"]["ROUTE_NOT_FOUND"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "NotificationSources.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: string[];
                    };
                };
            };
            429: components["responses"]["TOO_MANY_REQUESTS"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    "Notifications.blik:alias_status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AliasNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
    "Notifications.directbilling.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectBillingNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
    "Notifications.ipn:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
    "Notifications.subscription:status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
    "Notifications.transaction:status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
    "Notifications.transaction_blik_level0:code_status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
    "Notifications.transaction_refund:status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundNotification"];
            };
        };
        responses: {
            /** @description Acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
        };
    };
}
