import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { AgreementStep } from '../magic/story.js';
import type { Agreement } from './agreement.js';

export type NewAgreement = Omit<Agreement, 'id' | 'state' | 'cause' | 'endedBy'> & {
  /** The BLIK code that it came with, where that was a payment's. */
  code: string | null;
};

/** Begins agreements, and writes down at once everything that will happen to them. */
@Injectable()
export class AgreementWriter {
  constructor(
    private readonly clock: SandboxClock,
    private readonly system: SystemClock,
  ) {}

  /** The same reference again is the same agreement. @returns its id when it is new */
  async begin(tx: EntityManager, agreement: NewAgreement, steps: readonly AgreementStep[]): Promise<string | null> {
    const { reference, kind, bank, value, label, seller, description, code, terms, asked, until, expiresAt } = agreement;
    const [fresh] = await tx.query<{ id: string }[]>(
      `INSERT INTO sandbox.acquirer_agreement (id, reference, kind, bank, value, label, seller, description, code, terms, asked, until, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (reference) DO NOTHING RETURNING id`,
      [
        randomUUID(),
        reference,
        kind,
        bank,
        value,
        label,
        seller,
        description,
        code,
        terms && JSON.stringify(terms),
        asked,
        until,
        expiresAt,
      ],
    );
    if (!fresh) return null;
    await this.write(tx, { id: fresh.id, expiresAt }, steps);
    return fresh.id;
  }

  /** Within the transaction that holds the agreement's lock. What was written before and is not true yet gives way to it. */
  async write(tx: EntityManager, { id, expiresAt }: Pick<Agreement, 'id' | 'expiresAt'>, steps: readonly AgreementStep[]): Promise<void> {
    const now = await this.clock.now(tx);
    await tx.query('DELETE FROM sandbox.acquirer_agreement_step WHERE agreement_id = $1 AND due_at > $2', [id, now]);
    for (const step of steps) await this.writeStep(tx, id, step, new Date(now.getTime() + step.afterSeconds * 1000));
    if (steps.at(-1)?.state === 'ACTIVE' && expiresAt) await this.writeStep(tx, id, { state: 'EXPIRED' }, expiresAt);
  }

  private async writeStep(tx: EntityManager, id: string, step: Omit<AgreementStep, 'afterSeconds'>, dueAt: Date): Promise<void> {
    const [event, reports] = [uuidv7(), step.reports ?? 1];
    for (let copy = 0; copy < Math.max(1, reports); copy += 1) {
      await tx.query(
        `INSERT INTO sandbox.acquirer_agreement_step (id, agreement_id, state, cause, ended_by, event_id, announced, due_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [uuidv7(), id, step.state, step.cause ?? null, step.by ?? null, event, reports > 0, dueAt, this.system.now()],
      );
    }
  }
}
