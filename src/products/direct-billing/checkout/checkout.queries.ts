import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { canBeExtended } from '../../../common/time/time-extension.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { OPERATORS, type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { ServiceBrandQuery } from '../../../platform/partners/brand/service-brand.query.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { pricesOf } from '../commission/price.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { TRANSACTION_EXPIRES_AFTER_MINUTES, MAX_SENT_CODES, MAX_CODE_TRIES, RESEND_AFTER_SECONDS } from '../limits.js';
import { type CheckoutStage, checkoutStageOf } from './checkout-stage.js';
import type { CheckoutOffer, CheckoutView } from './checkout-view.js';

const READ_STAGES = {
  name: 'direct_billing_stages',
  text: `
    SELECT t.id, t.status, t.expires_at AS "expiresAt", t.code_reference AS "codeReference",
           EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent') AS charging
    FROM direct_billing_transaction t WHERE t.id = ANY($1::uuid[])`,
};

type StageColumns = Pick<DirectBillingTransaction, 'id' | 'status' | 'expiresAt' | 'codeReference'> & { charging: boolean };

/** Reads what the payer's page shows about a transaction. */
@Injectable()
export class CheckoutQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly brands: ServiceBrandQuery,
    private readonly operators: OperatorConnectors,
  ) {}

  /** @returns null when the id is unknown or malformed. */
  async view(transactionId: string): Promise<CheckoutView | null> {
    if (!isUuid(transactionId)) return null;
    const found = await this.find(transactionId);
    if (!found) return null;
    const { row, hasSentCharge } = found;
    const { sells, ...shop } = await this.brands.shop(row.serviceId);
    const offers = offersOf(row);
    const stage = checkoutStageOf(row, hasSentCharge, this.clock.now());
    return {
      transactionId,
      stage,
      closed: !sells && (stage === 'choose' || stage === 'code'),
      ...shop,
      description: row.description,
      offers,
      chosen: offers.find((offer) => offer.operator === row.operator) ?? null,
      phoneNumber: row.phoneNumber,
      phoneFixed: row.phoneFixed,
      test: this.isTest(row, offers),
      triesLeft: MAX_CODE_TRIES - row.tryCount,
      codesLeft: MAX_SENT_CODES - row.codeCount,
      resendAvailableAt: row.codeSentAt && new Date(row.codeSentAt.getTime() + RESEND_AFTER_SECONDS * 1000),
      expiresAt: row.expiresAt,
      canBeExtended: canBeExtended(row, TRANSACTION_EXPIRES_AFTER_MINUTES),
      paidAt: stage === 'paid' ? row.updatedAt : null,
      rejection: stage === 'rejected' ? (row.rejection ?? 'expired') : null,
      successUrl: row.successUrl,
      failureUrl: row.failureUrl,
    };
  }

  /**
   * Reads the stages of many transactions in one statement, for pages that poll.
   * @param ids raw ids from browsers; malformed ids are ignored.
   * @returns the stages by the raw ids.
   */
  async stages(ids: readonly string[]): Promise<Map<string, CheckoutStage>> {
    const rows = await runNamed<StageColumns>(this.dataSource, READ_STAGES, [ids.filter(isUuid)]);
    const now = this.clock.now();
    const stages = new Map(rows.map((row) => [row.id, checkoutStageOf(row, row.charging, now)]));
    // A browser may send an id in upper case.
    return new Map(ids.flatMap((id) => [stages.get(id.toLowerCase())].flatMap((stage) => (stage ? [[id, stage] as const] : []))));
  }

  /**
   * Reads the transaction and whether it has a sent charge in one statement. Between two statements the charge may be accepted or declined: then the
   * page would request a code that was already used.
   */
  private async find(id: string): Promise<{ row: DirectBillingTransaction; hasSentCharge: boolean } | null> {
    const { entities, raw } = await this.dataSource.manager
      .createQueryBuilder(DirectBillingTransaction, 't')
      .addSelect(`EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent')`, 'hasSentCharge')
      .where('t.id = :id', { id })
      .getRawAndEntities<{ hasSentCharge: boolean }>();
    const [[row], [columns]] = [entities, raw];
    return row && columns ? { row, hasSentCharge: columns.hasSentCharge } : null;
  }

  /**
   * Whether no money is taken. Before a charge is accepted, the chosen operator decides, or all offered operators while none is chosen.
   */
  private isTest({ status, test, operator }: DirectBillingTransaction, offers: readonly CheckoutOffer[]): boolean {
    if (status === 'transaction_db_payed' || status === 'transaction_db_confirmed') return test;
    const candidates = operator ? [operator] : offers.map((offer) => offer.operator);
    const connectors = candidates.flatMap((candidate) => this.operators.of(candidate) ?? []);
    return connectors.length > 0 && connectors.every(({ isSimulated }) => isSimulated);
  }
}

function offersOf(row: DirectBillingTransaction): CheckoutOffer[] {
  const prices = pricesOf(row.tariffs, row.amountType, row.amountMinor);
  return OPERATORS.flatMap((operator: Operator) => {
    const price = prices[operator];
    return price ? [{ operator, grossMinor: price.grossMinor, netMinor: price.netMinor, vatMinor: price.grossMinor - price.netMinor }] : [];
  });
}
