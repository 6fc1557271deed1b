import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../clock/sandbox-clock.js';

@Injectable()
export class SimulatedReversalService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  /** Reverses a booked charge. A repeated call changes nothing. @returns false while the charge is not booked. */
  async run(operator: string, chargeReference: string): Promise<boolean> {
    const [, reversed] = await this.dataSource.query<[unknown, number]>(
      `UPDATE sandbox.operator_charge c SET reversed_at = coalesce(reversed_at, $3)
       WHERE operator = $1 AND charge_reference = $2
         AND (answer = 'BOOKED' OR EXISTS (SELECT FROM sandbox.operator_callback r
           WHERE r.operator = c.operator AND r.charge_reference = c.charge_reference AND r.result = 'BOOKED' AND r.due_at <= $3))`,
      [operator, chargeReference, await this.clock.now()],
    );
    return reversed > 0;
  }
}
