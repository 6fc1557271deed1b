interface SaleColumns {
  /** The kind as plain text. All other members are SQL expressions for one row. */
  kind: string;
  reference: string;
  /** The operator, channel or `sms` that collects the money, as in `platform:clearing:<clearing>`. */
  clearing: string;
  partnerId: string;
  gross: string;
  net: string;
  /** The partner's share of the net price. */
  partner: string;
  /** Whether it is test money. */
  test: string;
}

/**
 * SQL of the postings that `saleEntry` makes, for an `EntryCheck`. It is written separately on purpose: shared code would verify itself.
 */
export function salePostings(sale: SaleColumns, rows: { from: string; where: string }): string {
  const { kind, reference, clearing, partnerId, gross, net, partner, test } = sale;
  return `
    SELECT '${kind}' AS kind, ${reference} AS reference, l.account, l.partner_id, ${test} AS test, 'PLN' AS currency, l.amount_minor
    FROM ${rows.from} CROSS JOIN LATERAL (VALUES
      ('platform:clearing:' || ${clearing}, NULL::uuid, ${gross}),
      ('platform:vat', NULL, ${net} - ${gross}),
      ('partner:pending', ${partnerId}, -${partner}),
      ('platform:commission', NULL, ${partner} - ${net})) AS l (account, partner_id, amount_minor)
    WHERE l.amount_minor <> 0 AND ${rows.where}`;
}
