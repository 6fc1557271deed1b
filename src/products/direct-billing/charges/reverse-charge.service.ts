import { Injectable } from '@nestjs/common';
import type { OperatorConnector } from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { CHARGE } from './charge-subject.js';
import { lockCharge } from './lock-charge.js';

/** Reverses a charge at the operator, because it was booked too late. When the operator confirms, the money leaves suspense. */
@Injectable()
export class ReverseChargeService {
  constructor(private readonly changes: Changes) {}

  async run(reference: string, connector: OperatorConnector): Promise<void> {
    const { outcome } = await connector.reverse(reference);
    if (outcome !== 'reversed') return;
    await this.changes.transaction(async (unit) => {
      const locked = await lockCharge(unit, { reference });
      if (locked?.charge.state !== 'reversal_due') return;
      await unit.move(CHARGE, [locked.charge], { to: 'reversed', reason: 'operator_reversed', set: NO_POLLS });
    });
  }
}
