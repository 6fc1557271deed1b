import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { referenceToUuid } from '../../../common/reference.js';

export interface MatchedCharge {
  name: string;
  transactionId: string;
  state: string;
}

/** Finds charges by their references in any form that operators write. */
@Injectable()
export class MatchedChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(names: readonly string[]): Promise<MatchedCharge[]> {
    return this.dataSource.query<MatchedCharge[]>(
      `SELECT g.name, c.transaction_id AS "transactionId", c.state
       FROM unnest($1::text[], $2::uuid[]) AS g (name, own) JOIN direct_billing_charge c ON c.reference = g.own`,
      [names, names.map(referenceToUuid)],
    );
  }
}
