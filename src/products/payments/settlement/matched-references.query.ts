import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { referenceToUuid } from '../../../common/reference.js';
import { accountsOf } from './settlement-source.js';

/** An attempt or a refund, found by a reference that an acquirer uses. */
export interface MatchedReference {
  /** The reference by which the attempt or the refund was found. */
  reference: string;
  transactionId: string;
  state: string;
}

const SELECT_ATTEMPT = 'SELECT g.reference, a.transaction_id AS "transactionId", a.state FROM given g';
const SELECT_REFUND = 'SELECT g.reference, r.transaction_id AS "transactionId", r.status AS state FROM given g';

/** The accounts of the attempts include the accounts of all refunds, because only a paid attempt can be refunded. */
const FIND_BY_REFERENCES = `${accountsOf('payment_attempt')}, given AS MATERIALIZED (SELECT * FROM
    unnest($1::text[], $2::uuid[]) AS g (reference, id))
  ${SELECT_ATTEMPT} JOIN payment_attempt a ON a.reference = g.id
  UNION ${SELECT_ATTEMPT} CROSS JOIN account JOIN payment_attempt a ON a.connector = account.connector AND a.provider_ref = g.reference
  UNION ${SELECT_REFUND} JOIN payment_refund r ON r.id = g.id
  UNION ${SELECT_REFUND} CROSS JOIN account JOIN payment_refund r ON r.connector = account.connector AND r.provider_ref = g.reference`;

/** Finds attempts and refunds by acquirers' references, or by the gateway's references in any form. */
@Injectable()
export class MatchedReferencesQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(references: readonly string[]): Promise<MatchedReference[]> {
    return this.dataSource.query<MatchedReference[]>(FIND_BY_REFERENCES, [references, references.map(referenceToUuid)]);
  }
}
