import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { NextStep } from '../../../connectors/channels/port/next-step.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type AttemptState, LIVE_STATES } from '../attempts/attempt-transitions.js';
import type { PaymentStatus } from '../transactions/payment-transitions.js';
import { type PaymentStage, stageOf } from './payment-stage.js';

const READ = {
  name: 'payment_stages',
  text: `
    SELECT t.id, t.status, t.expires_at AS "expiresAt", a.state, a.next->>'kind' AS step,
           EXISTS (SELECT FROM payment_code c WHERE c.attempt_reference = a.reference AND c.state = 'open') AS "hasOpenCode"
    FROM payment_transaction t LEFT JOIN payment_attempt a ON a.transaction_id = t.id AND a.state IN (${LIVE_STATES.map((state) => `'${state}'`).join(', ')})
    WHERE t.id = ANY($1::uuid[])`,
};

interface StageColumns extends Record<string, unknown> {
  id: string;
  status: PaymentStatus;
  expiresAt: Date;
  state: AttemptState | null;
  step: NextStep['kind'] | null;
  hasOpenCode: boolean;
}

/** Where many payments stand, for pages that wait. */
@Injectable()
export class PaymentStagesQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
  ) {}

  /** @param ids as browsers sent them; those that are none are nobody's. */
  async run(ids: readonly string[]): Promise<Map<string, PaymentStage>> {
    const wanted = ids.map((id) => id.toLowerCase()).filter(isUuid);
    const rows = await runNamed<StageColumns>(this.dataSource, READ, [wanted]);
    const now = this.clock.now();
    const stages = new Map(
      rows.map((row) => {
        const { state, step, hasOpenCode } = row;
        return [row.id, stageOf(row, state && step && { state, step, hasOpenCode }, now)];
      }),
    );
    // A browser may write the digits of an id in capitals.
    return new Map(ids.flatMap((id) => [stages.get(id.toLowerCase())].flatMap((stage) => (stage ? [[id, stage] as const] : []))));
  }
}
