import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { referenceToUuid } from '../../../common/reference.js';
import { accountsOf } from '../settlement-source.js';

/** An attempt or a refund, found by a name that an acquirer uses. */
export interface MatchedReference {
  name: string;
  transactionId: string;
  state: string;
}

const ATTEMPT = 'SELECT g.name, a.transaction_id AS "transactionId", a.state FROM given g';
const REFUND = 'SELECT g.name, r.transaction_id AS "transactionId", r.status AS state FROM given g';

/** Accounts with attempts are all accounts: only what was taken can be refunded. */
const KNOWN = `${accountsOf('payment_attempt')}, given AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::uuid[]) AS g (name, own))
  ${ATTEMPT} JOIN payment_attempt a ON a.reference = g.own
  UNION ${ATTEMPT} CROSS JOIN connector c JOIN payment_attempt a ON a.connector = c.name AND a.provider_ref = g.name
  UNION ${REFUND} JOIN payment_refund r ON r.id = g.own
  UNION ${REFUND} CROSS JOIN connector c JOIN payment_refund r ON r.connector = c.name AND r.provider_ref = g.name`;

/** Finds attempts and refunds by acquirers' names, or by our references in any form. */
@Injectable()
export class MatchedReferencesQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(names: readonly string[]): Promise<MatchedReference[]> {
    return this.dataSource.query<MatchedReference[]>(KNOWN, [names, names.map(referenceToUuid)]);
  }
}
