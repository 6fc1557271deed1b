import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RegistrationStep, Step } from '../scenarios/scenario.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import { ScenarioWriter } from '../payments/scenario-writer.js';
import type { Registration } from './registration.js';
import { RegistrationQuery } from './registration.query.js';
import { RegistrationWriter } from './registration-writer.js';

/** What a decision changes. */
interface DecisionEffect {
  /** The states in which the decision has an effect. */
  from: readonly Registration['state'][];
  registration: RegistrationStep;
  /** Step of payments that wait under the mandate: the first payment, or charges that ask the payer. */
  payments: Step;
}

const revocation = (by: NonNullable<RegistrationStep['by']>, from: DecisionEffect['from'] = ['ACTIVE']): DecisionEffect => ({
  from,
  registration: { state: 'REVOKED', afterSeconds: 0, by },
  payments: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
});

const DECISIONS = {
  accept: { from: ['WAITING'], registration: { state: 'ACTIVE', afterSeconds: 0 }, payments: { state: 'PAID', afterSeconds: 0 } },
  refuse: {
    from: ['WAITING'],
    registration: { state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' },
    payments: { state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' },
  },
  decline: {
    from: ['WAITING'],
    registration: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
    payments: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
  },
  cancel: revocation('PAYER'),
  close: revocation('SCHEME'),
  revoke: revocation('MERCHANT', ['WAITING', 'ACTIVE']),
  'revoke for the payer': revocation('PAYER', ['WAITING', 'ACTIVE']),
} as const satisfies Record<string, DecisionEffect>;

/**
 * - `accept`, `refuse`: the payer accepts or refuses a waiting mandate or alias
 * - `decline`: the payer pays, but refuses the alias that came with the payment's code
 * - `cancel`: the payer ends an active registration in the bank's app
 * - `close`: the bank ends an active registration
 * - `revoke`, `revoke for the payer`: the gateway ends a registration through the acquirer, for the partner or for the payer
 */
export type RegistrationDecision = keyof typeof DECISIONS;

/** Decides on a mandate or an alias, and on the waiting payments of a mandate. A late or repeated decision changes nothing. */
@Injectable()
export class DecideRegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registrations: RegistrationQuery,
    private readonly changes: ChangePaymentService,
    private readonly scenarioWriter: ScenarioWriter,
    private readonly writer: RegistrationWriter,
  ) {}

  /** @returns the registration after the decision; null when no registration has this reference */
  async run(reference: string, decision: RegistrationDecision): Promise<Registration | null> {
    return this.dataSource.transaction((tx) => this.decideInTransaction(tx, reference, decision));
  }

  /** Like `run`, in the caller's transaction. */
  async decideInTransaction(tx: EntityManager, reference: string, decision: RegistrationDecision): Promise<Registration | null> {
    const { from, registration: step, payments }: DecisionEffect = DECISIONS[decision];
    await tx.query('SELECT FROM sandbox.acquirer_mandate WHERE reference = $1 FOR NO KEY UPDATE', [reference]);
    const registration = await this.registrations.byReference(reference, tx);
    if (!registration || !from.includes(registration.state)) return registration;
    await this.writer.write(tx, registration, [step]);
    await this.endWaitingPayments(tx, registration.id, payments);
    return this.registrations.byReference(reference, tx);
  }

  private async endWaitingPayments(tx: EntityManager, mandateId: string, step: Step): Promise<void> {
    const charges = await tx.query<{ id: string }[]>(
      'SELECT payment_id AS id FROM sandbox.acquirer_charge WHERE mandate_id = $1 AND until IS NOT NULL ORDER BY payment_id',
      [mandateId],
    );
    for (const { id } of charges) {
      await this.changes.changeLocked(tx, id, async (payment) => {
        if (payment.state === 'WAITING') await this.scenarioWriter.write(tx, { payment }, [step]);
      });
    }
  }
}
