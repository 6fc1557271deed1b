import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../clock/sandbox-clock.js';

@Injectable()
export class SimulatedReversalService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  /** Gives the money of a booked charge back; may be repeated. @returns false while nothing is booked. */
  async run(operator: string, chargeReference: string): Promise<boolean> {
    const [, reversed] = await this.dataSource.query<[unknown, number]>(
      `UPDATE sandbox.operator_charge c SET reversed_at = coalesce(reversed_at, $3)
       WHERE operator = $1 AND charge_reference = $2
         AND (answer = 'BOOKED' OR EXISTS (SELECT FROM sandbox.operator_report r
           WHERE r.operator = c.operator AND r.charge_reference = c.charge_reference AND r.result = 'BOOKED' AND r.due_at <= $3))`,
      [operator, chargeReference, await this.clock.now()],
    );
    return reversed > 0;
  }
}
