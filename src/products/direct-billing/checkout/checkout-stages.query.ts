import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { type CheckoutStage, checkoutStageOf } from './checkout-stage.js';

const READ_STAGES = {
  name: 'direct_billing_stages',
  text: `
    SELECT t.id, t.status, t.expires_at AS "expiresAt", t.code_reference AS "codeReference",
           EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent') AS charging
    FROM direct_billing_transaction t WHERE t.id = ANY($1::uuid[])`,
};

type StageColumns = Pick<DirectBillingTransaction, 'id' | 'status' | 'expiresAt' | 'codeReference'> & { charging: boolean };

/** Reads the stages of many transactions in one statement, for pages that poll. */
@Injectable()
export class CheckoutStagesQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
  ) {}

  /** @param ids raw ids from browsers; malformed ids are ignored. @returns the stages by the raw ids. */
  async run(ids: readonly string[]): Promise<Map<string, CheckoutStage>> {
    const rows = await runNamed<StageColumns>(this.dataSource, READ_STAGES, [ids.filter(isUuid)]);
    const now = this.clock.now();
    const stages = new Map(rows.map((row) => [row.id, checkoutStageOf(row, row.charging, now)]));
    // A browser may send an id in upper case.
    return new Map(ids.flatMap((id) => [stages.get(id.toLowerCase())].flatMap((stage) => (stage ? [[id, stage] as const] : []))));
  }
}
