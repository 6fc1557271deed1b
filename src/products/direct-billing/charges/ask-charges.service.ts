import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { ApplyChargeOutcomeService } from './apply-charge-outcome.service.js';
import { AskSchedule } from './ask-schedule.js';
import type { ChargeState } from './charge-states.js';
import { ReverseChargeService } from './reverse-charge.service.js';

const BATCH = 50;

interface DueCharge {
  reference: string;
  operator: Operator;
  state: ChargeState;
}

/** Asks operators about charges without a definite answer, and repeats reversals until they are done. */
@Injectable()
export class AskChargesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AskSchedule,
    private readonly operators: OperatorConnectors,
    private readonly applyOutcome: ApplyChargeOutcomeService,
    private readonly reverseCharge: ReverseChargeService,
  ) {}

  /** @returns how many charges were asked about. */
  async run(): Promise<number> {
    const due = await this.claim();
    const results = await Promise.allSettled(due.map((charge) => this.ask(charge)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length;
  }

  private async ask({ reference, operator, state }: DueCharge): Promise<void> {
    const connector = this.operators.of(operator);
    if (!connector) return; // its connector was removed: the charge keeps its place and is asked about when it is back
    if (state === 'reversal_due') return this.reverseCharge.run(reference, connector);
    const askedAt = this.clock.now();
    const status = await connector.chargeStatus(reference);
    await this.applyOutcome.run({ reference }, status.outcome === 'not_found' ? { ...status, askedAt } : status);
  }

  /** Moving the next question on is the claim: no other process asks about the same charge meanwhile. */
  private async claim(): Promise<DueCharge[]> {
    const now = this.clock.now();
    return this.dataSource.transaction(async (tx) => {
      const due = await tx.query<(DueCharge & { ask_count: number })[]>(
        'SELECT reference, operator, state, ask_count FROM direct_billing_charge WHERE ask_at <= $1 ORDER BY ask_at LIMIT $2 FOR UPDATE SKIP LOCKED',
        [now, BATCH],
      );
      await tx.query(
        `UPDATE direct_billing_charge c SET ask_count = c.ask_count + 1, ask_at = d.ask_at
         FROM unnest($1::uuid[], $2::timestamptz[]) AS d (reference, ask_at) WHERE c.reference = d.reference`,
        [due.map((charge) => charge.reference), due.map((charge) => this.schedule.next(now, charge.ask_count + 1))],
      );
      return due;
    });
  }
}
