import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidOf } from '../../../common/reference.js';

export interface KnownCharge {
  name: string;
  transactionId: string;
  state: string;
}

/** Finds charges by the references that operators use, in any form. */
@Injectable()
export class KnownChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(names: readonly string[]): Promise<KnownCharge[]> {
    return this.dataSource.query<KnownCharge[]>(
      `SELECT g.name, c.transaction_id AS "transactionId", c.state
       FROM unnest($1::text[], $2::uuid[]) AS g (name, own) JOIN direct_billing_charge c ON c.reference = g.own`,
      [names, names.map(uuidOf)],
    );
  }
}
