import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { RegistrationStep } from '../scenarios/scenario.js';
import type { Registration } from './registration.js';

export type NewRegistration = Omit<Registration, 'id' | 'state' | 'cause' | 'closedBy'> & {
  /** Reference of the BLIK code that an alias came with; null for a mandate. */
  code: string | null;
};

/** Stores new registrations and their future steps in advance. */
@Injectable()
export class RegistrationWriter {
  constructor(
    private readonly clock: SandboxClock,
    private readonly system: SystemClock,
  ) {}

  /** A repeated reference inserts nothing. @returns the id of the new registration; null for a repeated reference */
  async begin(tx: EntityManager, registration: NewRegistration, steps: readonly RegistrationStep[]): Promise<string | null> {
    const { reference, kind, bank, value, label, seller, description, code, terms, asked, until, expiresAt } = registration;
    const [inserted] = await tx.query<{ id: string }[]>(
      `INSERT INTO sandbox.acquirer_mandate (id, reference, kind, bank, value, label, seller, description, code, terms, asked, until, expires_at)
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
    if (!inserted) return null;
    await this.write(tx, { id: inserted.id, expiresAt }, steps);
    return inserted.id;
  }

  /** Replaces the registration's future steps. The transaction must hold the lock on its row. */
  async write(
    tx: EntityManager,
    { id, expiresAt }: Pick<Registration, 'id' | 'expiresAt'>,
    steps: readonly RegistrationStep[],
  ): Promise<void> {
    const now = await this.clock.now(tx);
    await tx.query('DELETE FROM sandbox.acquirer_mandate_step WHERE mandate_id = $1 AND due_at > $2', [id, now]);
    for (const step of steps) await this.writeStep(tx, id, step, new Date(now.getTime() + step.afterSeconds * 1000));
    if (steps.at(-1)?.state === 'ACTIVE' && expiresAt) await this.writeStep(tx, id, { state: 'EXPIRED' }, expiresAt);
  }

  private async writeStep(tx: EntityManager, id: string, step: Omit<RegistrationStep, 'afterSeconds'>, dueAt: Date): Promise<void> {
    const [eventId, callbackCount] = [uuidv7(), step.callbackCount ?? 1];
    for (let copy = 0; copy < Math.max(1, callbackCount); copy += 1) {
      await tx.query(
        `INSERT INTO sandbox.acquirer_mandate_step (id, mandate_id, state, cause, closed_by, event_id, announced, due_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [uuidv7(), id, step.state, step.cause ?? null, step.by ?? null, eventId, callbackCount > 0, dueAt, this.system.now()],
      );
    }
  }
}
