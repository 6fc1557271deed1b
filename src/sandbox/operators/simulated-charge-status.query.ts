import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../clock/sandbox-clock.js';

export interface ChargeStatusResponse {
  result: 'ACCEPTED' | 'BOOKED' | 'REFUSED' | 'WRONG_CODE' | 'PENDING' | 'UNKNOWN_REFERENCE';
  cause: string | null;
}

/** The current status of a charge at the operator, with or without a callback. */
@Injectable()
export class SimulatedChargeStatusQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  async run(operator: string, chargeReference: string): Promise<ChargeStatusResponse> {
    const [row] = await this.dataSource.query<ChargeStatusResponse[]>(
      `SELECT coalesce(latest.result, nullif(c.answer, 'NONE'), 'PENDING') AS result,
              CASE WHEN latest.result IS NULL THEN c.cause ELSE latest.cause END AS cause
       FROM sandbox.operator_charge c
       LEFT JOIN LATERAL (
         SELECT result, cause FROM sandbox.operator_callback r
         WHERE r.operator = c.operator AND r.charge_reference = c.charge_reference AND r.due_at <= $3
         ORDER BY step DESC LIMIT 1) latest ON true
       WHERE c.operator = $1 AND c.charge_reference = $2`,
      [operator, chargeReference, await this.clock.now()],
    );
    return row ?? { result: 'UNKNOWN_REFERENCE', cause: null };
  }
}
