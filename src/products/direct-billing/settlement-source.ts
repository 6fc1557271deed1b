import { OPERATORS } from '../../connectors/operators/operator.port.js';
import type { SettlementSource } from '../../platform/products/settlement-source.js';

/** `$1` is the operator of the settlement file, and `$2` is whether the file lists test money. */
const OF_PROVIDER = 'c.operator = $1 AND c.test = $2';

/**
 * SQL for charges that meet a condition, with their gross price. The sign `-` is for reversals. `OFFSET 0` keeps PostgreSQL from merging
 * the subquery into the query around it, so that the subquery uses its index.
 */
const chargesWhere = (column: string, from: string, condition: string, sign: '' | '-' = ''): string => `
  SELECT ${column}, ARRAY[c.reference] AS own, '{}'::text[] AS names, ${sign}c.gross_minor AS amount_minor, 'PLN' AS currency, 1::bigint AS nth
  FROM ${from} CROSS JOIN LATERAL (SELECT * FROM direct_billing_charge x WHERE ${condition} OFFSET 0) AS c
  WHERE ${OF_PROVIDER}`;

/** Charges that the lines of a settlement file name. */
const chargesOfLines = (states: string, sign: '' | '-' = ''): string =>
  chargesWhere('l.reference AS named', 'line l', `x.reference = l.own AND x.state IN (${states})`, sign);
/** Charges of ledger entries of one kind. `$kind` in the condition is the reference of such an entry. */
const chargesOfEntries = (kind: string, condition: string, sign: '' | '-' = ''): string =>
  chargesWhere('e.id', 'entry e', condition.replaceAll('$kind', `CASE e.kind WHEN '${kind}' THEN e.reference END`), sign);

/** The settlement files of operators list charges by the gateway's reference. */
export const CHARGE_SETTLEMENT_SOURCE: SettlementSource = {
  providers: OPERATORS,
  lookup: [chargesOfLines("'booked', 'reversal_due', 'reversed'"), chargesOfLines("'reversed'", '-')].join(' UNION ALL '),
  ofEntries: [
    chargesOfEntries('directbilling.payed', "x.transaction_id = ($kind)::uuid AND x.state = 'booked'"),
    chargesOfEntries('directbilling.suspense', "x.reference = split_part($kind, ':', 2)::uuid"),
    chargesOfEntries('directbilling.suspense_reversed', "x.reference = split_part($kind, ':', 2)::uuid", '-'),
  ].join(' UNION ALL '),
};
