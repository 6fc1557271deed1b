import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AgreementStep, Step } from '../magic/story.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import { StoryWriter } from '../payments/story-writer.js';
import type { Agreement } from './agreement.js';
import { AgreementQuery } from './agreement.query.js';
import { AgreementWriter } from './agreement-writer.js';

interface Decided {
  from: readonly Agreement['state'][];
  agreement: AgreementStep;
  /** Of payments under it that wait: the one it was to begin with, or charges that ask the payer. */
  payments: Step;
}

const ended = (by: NonNullable<AgreementStep['by']>, from: Decided['from'] = ['ACTIVE']): Decided => ({
  from,
  agreement: { state: 'REVOKED', afterSeconds: 0, by },
  payments: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
});

const DECISIONS = {
  accept: { from: ['WAITING'], agreement: { state: 'ACTIVE', afterSeconds: 0 }, payments: { state: 'PAID', afterSeconds: 0 } },
  refuse: {
    from: ['WAITING'],
    agreement: { state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' },
    payments: { state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' },
  },
  decline: {
    from: ['WAITING'],
    agreement: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
    payments: { state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' },
  },
  cancel: ended('PAYER'),
  close: ended('SCHEME'),
  revoke: ended('MERCHANT', ['WAITING', 'ACTIVE']),
} as const satisfies Record<string, Decided>;

/** The payer accepts, refuses, declines an alias while paying, or cancels; the bank closes; the merchant revokes. */
export type AgreementDecision = keyof typeof DECISIONS;

/** Decides on an agreement and on the payments under it that wait. What comes too late, or twice, changes nothing. */
@Injectable()
export class DecideAgreementService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementQuery,
    private readonly changes: ChangePaymentService,
    private readonly stories: StoryWriter,
    private readonly writer: AgreementWriter,
  ) {}

  /** @returns the agreement after that, or null when there is none of this reference */
  async run(reference: string, decision: AgreementDecision): Promise<Agreement | null> {
    return this.dataSource.transaction((tx) => this.within(tx, reference, decision));
  }

  /** The same inside a transaction that has begun. */
  async within(tx: EntityManager, reference: string, decision: AgreementDecision): Promise<Agreement | null> {
    const { from, agreement: step, payments }: Decided = DECISIONS[decision];
    await tx.query('SELECT FROM sandbox.acquirer_agreement WHERE reference = $1 FOR NO KEY UPDATE', [reference]);
    const agreement = await this.agreements.byReference(reference, tx);
    if (!agreement || !from.includes(agreement.state)) return agreement;
    await this.writer.write(tx, agreement, [step]);
    await this.endWaiting(tx, agreement.id, payments);
    return this.agreements.byReference(reference, tx);
  }

  private async endWaiting(tx: EntityManager, agreementId: string, step: Step): Promise<void> {
    const charges = await tx.query<{ id: string }[]>(
      'SELECT payment_id AS id FROM sandbox.acquirer_charge WHERE agreement_id = $1 AND until IS NOT NULL ORDER BY payment_id',
      [agreementId],
    );
    for (const { id } of charges) {
      await this.changes.within(tx, id, async (payment) => {
        if (payment.state === 'WAITING') await this.stories.write(tx, { payment }, [step]);
      });
    }
  }
}
