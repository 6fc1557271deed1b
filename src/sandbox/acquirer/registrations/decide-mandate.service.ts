import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RegistrationStep, Step } from '../scenarios/scenario.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import { ScenarioWriter } from '../payments/scenario-writer.js';
import type { Registration } from './registration.js';
import { RegistrationQuery } from './registration.query.js';
import { RegistrationWriter } from './registration-writer.js';

interface Decided {
  from: readonly Registration['state'][];
  mandate: RegistrationStep;
  /** Step of payments that wait under the mandate: the first payment, or charges that ask the payer. */
  payments: Step;
}

const ended = (by: NonNullable<RegistrationStep['by']>, from: Decided['from'] = ['ACTIVE']): Decided => ({
  from,
  mandate: { state: 'REVOKED', afterSeconds: 0, by },
  payments: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
});

const DECISIONS = {
  accept: { from: ['WAITING'], mandate: { state: 'ACTIVE', afterSeconds: 0 }, payments: { state: 'PAID', afterSeconds: 0 } },
  refuse: {
    from: ['WAITING'],
    mandate: { state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' },
    payments: { state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' },
  },
  decline: {
    from: ['WAITING'],
    mandate: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
    payments: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
  },
  cancel: ended('PAYER'),
  close: ended('SCHEME'),
  revoke: ended('MERCHANT', ['WAITING', 'ACTIVE']),
  'revoke for the payer': ended('PAYER', ['WAITING', 'ACTIVE']),
} as const satisfies Record<string, Decided>;

/**
 * The payer accepts, refuses, declines only the alias of a paid payment, or cancels. The bank closes.
 * The merchant revokes for itself or for the payer.
 */
export type RegistrationDecision = keyof typeof DECISIONS;

/** Decides on a mandate and its waiting payments. A late or repeated decision changes nothing. */
@Injectable()
export class DecideRegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mandates: RegistrationQuery,
    private readonly changes: ChangePaymentService,
    private readonly scenarioWriter: ScenarioWriter,
    private readonly writer: RegistrationWriter,
  ) {}

  /** @returns the mandate after the decision; null when no mandate has this reference */
  async run(reference: string, decision: RegistrationDecision): Promise<Registration | null> {
    return this.dataSource.transaction((tx) => this.within(tx, reference, decision));
  }

  /** Like `run`, in the caller's transaction. */
  async within(tx: EntityManager, reference: string, decision: RegistrationDecision): Promise<Registration | null> {
    const { from, mandate: step, payments }: Decided = DECISIONS[decision];
    await tx.query('SELECT FROM sandbox.acquirer_mandate WHERE reference = $1 FOR NO KEY UPDATE', [reference]);
    const mandate = await this.mandates.byReference(reference, tx);
    if (!mandate || !from.includes(mandate.state)) return mandate;
    await this.writer.write(tx, mandate, [step]);
    await this.endWaiting(tx, mandate.id, payments);
    return this.mandates.byReference(reference, tx);
  }

  private async endWaiting(tx: EntityManager, mandateId: string, step: Step): Promise<void> {
    const charges = await tx.query<{ id: string }[]>(
      'SELECT payment_id AS id FROM sandbox.acquirer_charge WHERE mandate_id = $1 AND until IS NOT NULL ORDER BY payment_id',
      [mandateId],
    );
    for (const { id } of charges) {
      await this.changes.within(tx, id, async (payment) => {
        if (payment.state === 'WAITING') await this.scenarioWriter.write(tx, { payment }, [step]);
      });
    }
  }
}
