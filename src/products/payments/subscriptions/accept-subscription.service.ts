import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import type { ErrorCode } from '../../../common/errors/error-codes.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { reasonOfBlikErrorCode } from '../../../connectors/acquirers/port/failure-reasons.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import type { PaymentCheckoutProblem } from '../attempts/checkout-result.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import { CreateSubscriptionService } from './create-subscription.service.js';

/** `agreement_taken`: the value of the alias is in use. `agreement_outdated`: dates of the terms have passed since the payment was created. */
export type AcceptProblem = PaymentCheckoutProblem | { problem: 'agreement_taken' | 'agreement_outdated' };
export type AcceptResult = { ok: true } | ({ ok: false } & AcceptProblem);

const rejection = (problem: AcceptProblem): AcceptResult => ({ ok: false, ...problem });

/** Creates the subscription that a payment offers, after the payer consented with a BLIK code on the payment's page. */
@Injectable()
export class AcceptSubscriptionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly services: ServiceListQuery,
    private readonly create: CreateSubscriptionService,
  ) {}

  /**
   * @param enteredCode the BLIK code: six digits, possibly with spaces or dashes.
   * @param evidence evidence of the consent text that the payer saw, stored with the subscription.
   */
  async run(transactionId: string, enteredCode: string, evidence: ConsentEvidence): Promise<AcceptResult> {
    const code = enteredCode.replace(/[\s-]/g, '');
    if (!/^[0-9]{6}$/.test(code)) return rejection({ problem: 'code_malformed' });
    const row = isUuid(transactionId) ? await this.dataSource.manager.findOneBy(PaymentTransaction, { id: transactionId }) : null;
    const service = row?.offeredSubscription && (await this.services.find(row.serviceId));
    if (!row?.offeredSubscription || !service) return rejection({ problem: 'not_possible_now' });
    try {
      await this.create.run(service, { transactionId, ticket: { T6: code }, ...row.offeredSubscription }, null, evidence);
      return { ok: true };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return rejection(problemOf(error));
    }
  }
}

const PROBLEM_OF: Partial<Record<ErrorCode, Exclude<AcceptProblem['problem'], 'declined' | 'payer_details_missing'>>> = {
  VALIDATION_ERROR: 'agreement_outdated',
  ALIAS_ALREADY_EXISTS: 'agreement_taken',
  SERVICE_NOT_ACTIVE: 'service_closed',
  CHANNEL_NOT_USABLE: 'channel_unusable',
  RECURRING_NOT_SUPPORTED: 'channel_unusable',
  BLIK_CODE_LIMIT: 'too_many_codes',
  TRANSACTION_NOT_NEW: 'not_possible_now',
  ATTEMPT_IN_PROGRESS: 'not_possible_now',
  SERVICE_UNAVAILABLE: 'channel_unreachable',
};

/**
 * An error code that is not in `PROBLEM_OF` may be a BLIK error code: the acquirer declined the code. All other errors are thrown again.
 */
function problemOf(error: DomainError): AcceptProblem {
  const problem = PROBLEM_OF[error.code];
  if (problem) return { problem };
  const reason = reasonOfBlikErrorCode(error.code);
  if (!reason) throw error;
  return { problem: 'declined', reason };
}
