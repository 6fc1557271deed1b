import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { saleEntry } from '../../src/platform/ledger/sale-entry.js';
import { salePostings } from '../../src/platform/ledger/sale-postings.js';
import { LedgerWorld } from './ledger-world.js';

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

describe('salePostings', () => {
  let world: LedgerWorld;
  beforeAll(async () => {
    world = await LedgerWorld.open();
  });
  afterAll(() => world.close());

  /** Rows of a product, one for each sale. */
  const SALES = [
    { grossMinor: 615, netMinor: 500, partnerMinor: 200, test: false, clearing: 'orange' },
    { grossMinor: 100, netMinor: 100, partnerMinor: 0, test: true, clearing: 'play' },
    { grossMinor: 123, netMinor: 100, partnerMinor: 100, test: false, clearing: 'sms' },
  ];
  const sql = (): string =>
    salePostings(
      { kind: 'sale', row: 't', reference: `'sale:' || t.id`, clearing: 't.clearing' },
      {
        from: `unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::boolean[], $6::text[])
          AS t (id, gross_minor, net_minor, partner_minor, test, clearing) CROSS JOIN (SELECT '${PARTNER}'::uuid AS partner_id) AS s`,
        where: 't.id > 0',
      },
    );

  it('returns the postings of saleEntry for each row that meets the condition', async () => {
    const sales = [...SALES, ...SALES.slice(0, 1)];
    const rows = await world.dataSource.query(sql(), [
      [1, 2, 3, 0],
      sales.map(({ grossMinor }) => grossMinor),
      sales.map(({ netMinor }) => netMinor),
      sales.map(({ partnerMinor }) => partnerMinor),
      sales.map(({ test }) => test),
      sales.map(({ clearing }) => clearing),
    ]);
    const posted = SALES.flatMap((sale, index) => {
      const entry = saleEntry({ ...sale, kind: 'sale', reference: `sale:${index + 1}`, occurredAt: new Date(), partnerId: PARTNER });
      return entry.postings.map(({ account, partnerId = null, currency, amountMinor }) => ({
        kind: entry.kind,
        reference: entry.reference,
        account,
        partner_id: partnerId,
        test: entry.test,
        currency,
        amount_minor: amountMinor,
      }));
    });
    expect(rows).toHaveLength(posted.length);
    expect(rows).toEqual(expect.arrayContaining(posted));
  });
});
