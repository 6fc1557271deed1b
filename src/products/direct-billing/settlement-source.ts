import { OPERATORS } from '../../connectors/operators/operator.port.js';
import type { SettlementSource } from '../../platform/ledger/files/settlement-source.js';

const OF_PARTY = 'c.operator = $1 AND c.test = $2';

/** Charges that meet a condition, with their gross price; `-` for a reversal. */
const found = (column: string, from: string, condition: string, sign: '' | '-' = ''): string => `
  SELECT ${column}, ARRAY[c.reference] AS own, '{}'::text[] AS names, ${sign}c.gross_minor AS amount_minor, 'PLN' AS currency, 1::bigint AS nth
  FROM ${from} CROSS JOIN LATERAL (SELECT * FROM direct_billing_charge x WHERE ${condition} OFFSET 0) AS c
  WHERE ${OF_PARTY}`;

const named = (states: string, sign: '' | '-' = ''): string =>
  found('l.reference AS named', 'line l', `x.reference = l.own AND x.state IN (${states})`, sign);
const entered = (kind: string, condition: string, sign: '' | '-' = ''): string =>
  found('e.id', 'entry e', condition.replaceAll('$kind', `CASE e.kind WHEN '${kind}' THEN e.reference END`), sign);

/** Operators list charges by our reference. */
export const CHARGE_SETTLEMENT_SOURCE: SettlementSource = {
  parties: OPERATORS,
  lookup: [named("'booked', 'reversal_due', 'reversed'"), named("'reversed'", '-')].join(' UNION ALL '),
  ofEntries: [
    entered('directbilling.payed', "x.transaction_id = ($kind)::uuid AND x.state = 'booked'"),
    entered('directbilling.suspense', "x.reference = split_part($kind, ':', 2)::uuid"),
    entered('directbilling.suspense_reversed', "x.reference = split_part($kind, ':', 2)::uuid", '-'),
  ].join(' UNION ALL '),
};
