import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { referenceToUuid } from '../../../common/reference.js';

export interface MatchedCharge {
  /** The reference as the operator wrote it. */
  reference: string;
  transactionId: string;
  state: string;
}

/** Finds charges by their references, which operators write with or without hyphens. */
@Injectable()
export class MatchedChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(references: readonly string[]): Promise<MatchedCharge[]> {
    return this.dataSource.query<MatchedCharge[]>(
      `SELECT g.reference, c.transaction_id AS "transactionId", c.state
       FROM unnest($1::text[], $2::uuid[]) AS g (reference, id) JOIN direct_billing_charge c ON c.reference = g.id`,
      [references, references.map(referenceToUuid)],
    );
  }
}
