import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { StateHistory, type StateChange } from '../../../platform/history/state-history.js';
import { EntryQuery, type LedgerEntry } from '../../../platform/ledger/entry.query.js';
import { type WalletBalance, WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import type { DeliveryView } from '../../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../../platform/webhooks/inspection/delivery.queries.js';
import {
  InspectDirectBillingTransactionQuery,
  type TransactionInspection,
} from '../../../products/direct-billing/charges/inspect-transaction.query.js';
import type { CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { CheckoutQueries } from '../../../products/direct-billing/checkout/checkout.queries.js';
import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import { PaymentPageQuery } from '../../../products/payments/checkout/payment-page.query.js';
import { InspectPaymentQuery, type PaymentInspection } from '../../../products/payments/review/inspect-payment.query.js';
import { InboundQueries, type InspectedSmsTransaction } from '../../../products/sms/inbound/inbound.queries.js';
import { type ListedTransaction, TransactionSearchQuery } from '../transactions/transaction-search.query.js';

/** Data that transactions of all products have. */
interface CommonFacts {
  service: ServiceRef & VisibleService;
  /** State changes of the transaction, its attempts or charges, and its refunds; oldest first. */
  history: StateChange[];
  entries: LedgerEntry[];
  /** Deliveries of all notifications about the transaction; oldest first. */
  deliveries: DeliveryView[];
  /** Other transactions of the same payer and amount, up to three days before or after. */
  alike: ListedTransaction[];
}

export interface PaymentFacts extends CommonFacts {
  area: 'payment';
  found: PaymentInspection;
  page: PayerPayment | null;
  /** Null for people who may not see the wallet. */
  wallet: WalletBalance | null;
}

export interface DirectBillingFacts extends CommonFacts {
  area: 'directbilling';
  found: TransactionInspection;
  page: CheckoutView | null;
}

export interface SmsFacts extends CommonFacts {
  area: 'sms';
  found: InspectedSmsTransaction;
}

export type TransactionFacts = PaymentFacts | DirectBillingFacts | SmsFacts;

const SMS_ID = /^[1-9]\d{0,15}$/;
/** More notifications than a transaction can have. */
const MAX_NOTIFICATIONS = 100;

/** Reads all data of one transaction that a person may see. The number of SQL statements does not depend on the length of its history. */
@Injectable()
export class TransactionFactsQuery {
  constructor(
    private readonly payments: InspectPaymentQuery,
    private readonly paymentPage: PaymentPageQuery,
    private readonly directBilling: InspectDirectBillingTransactionQuery,
    private readonly checkout: CheckoutQueries,
    private readonly sms: InboundQueries,
    private readonly services: VisibleServicesQuery,
    private readonly history: StateHistory,
    private readonly entries: EntryQuery,
    private readonly deliveries: DeliveryQueries,
    private readonly wallets: WalletQuery,
    private readonly search: TransactionSearchQuery,
  ) {}

  /** @returns null when the transaction does not exist, or when the person may not see its partner or service. */
  async readFacts(person: Person, id: string): Promise<TransactionFacts | null> {
    if (SMS_ID.test(id) && Number.isSafeInteger(Number(id))) return this.ofSms(person, Number(id));
    if (!isUuid(id)) return null;
    return (await this.readPaymentFacts(person, id)) ?? this.ofDirectBilling(person, id);
  }

  async readPaymentFacts(person: Person, id: string): Promise<PaymentFacts | null> {
    const mayShow = isUuid(id) && hasAbility(person, 'payment.transactions.show');
    const found = mayShow ? await this.payments.run({ id }, scopeOf(person)) : null;
    if (!found) return null;
    const { payment, attempts, refunds, aliases, subscriptions } = found;
    const email: unknown = payment.customer?.['email'];
    const common = await this.readCommon(person, {
      id,
      area: 'payment',
      row: payment,
      payer: typeof email === 'string' ? email : null,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      historyIds: [id, ...attempts.map(({ reference }) => reference), ...refunds.map((refund) => refund.id)],
      notifiedIds: [payment, ...refunds, ...aliases, ...subscriptions.filter(({ transactionId }) => transactionId === id)].map(
        (subject) => subject.id,
      ),
    });
    const seesWallet = hasAbility(person, 'wallet.show');
    const wallet = seesWallet ? await this.wallets.readBalance(common.service.partnerId, { test: payment.test }) : null;
    return { area: 'payment', found, page: await this.paymentPage.run(id), wallet, ...common };
  }

  private async ofDirectBilling(person: Person, id: string): Promise<DirectBillingFacts | null> {
    const found = hasAbility(person, 'directbilling.transactions.show') ? await this.directBilling.run(id, scopeOf(person)) : null;
    if (!found) return null;
    const { transaction, charges } = found;
    const common = await this.readCommon(person, {
      id,
      area: 'directbilling',
      row: transaction,
      payer: transaction.phoneNumber,
      amountMinor: transaction.grossMinor,
      currency: 'PLN',
      historyIds: [id, ...charges.map(({ reference }) => reference)],
      notifiedIds: [id],
    });
    return { area: 'directbilling', found, page: await this.checkout.view(id), ...common };
  }

  private async ofSms(person: Person, id: number): Promise<SmsFacts | null> {
    const found = hasAbility(person, 'sms.services.transactions.show') ? await this.sms.inspectedTransaction(id, scopeOf(person)) : null;
    if (!found) return null;
    const common = await this.readCommon(person, {
      id: `sms:${id}`,
      area: 'sms',
      row: found,
      payer: found.fromNumber,
      amountMinor: found.grossMinor,
      currency: 'PLN',
      historyIds: [],
      notifiedIds: [`sms:${id}`],
    });
    return { area: 'sms', found, ...common };
  }

  private async readCommon(
    person: Person,
    transaction: {
      /** The id of the transaction in ledger entries. */
      id: string;
      area: TransactionFacts['area'];
      row: { serviceId: string; createdAt: Date };
      payer: string | null;
      amountMinor: number;
      currency: string;
      /** Ids of the transaction, its attempts or charges, and its refunds, whose state changes are the history. */
      historyIds: readonly string[];
      /** Subjects of the notifications about the transaction. */
      notifiedIds: readonly string[];
    },
  ): Promise<CommonFacts> {
    const { id, area, row, payer, historyIds, notifiedIds, ...sum } = transaction;
    const service = await this.services.findVisibleService(person, row.serviceId);
    if (!service) throw new Error(`Service ${row.serviceId} of a visible transaction was not found`);
    const alike =
      payer === null ? [] : await this.search.findSimilar(person, service.partnerId, { area, payer, ...sum, at: row.createdAt });
    return {
      service,
      history: historyIds.length > 0 ? await this.history.changesOfSubjects(historyIds) : [],
      entries: await this.entries.bySubject(id),
      deliveries: (await this.deliveries.list({ subjectIds: notifiedIds, limit: MAX_NOTIFICATIONS })).reverse(),
      alike: alike.filter((other) => other.id !== id.replace(/^sms:/, '')),
    };
  }
}
