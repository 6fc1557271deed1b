import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Check, expectedPostingsSql } from '../../src/platform/checks/check.js';
import { saleEntry } from '../../src/platform/ledger/sale-entry.js';
import { salePostings } from '../../src/platform/ledger/sale-postings.js';
import { BIGINT_ID_KEY } from '../../src/runtime/database/rows/row-batches.js';
import { LedgerWorld } from './ledger-world.js';

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

const SALE_CHECK: Check = {
  table: 'sale',
  as: 't',
  key: BIGINT_ID_KEY,
  entries: {
    joins: `CROSS JOIN (SELECT '${PARTNER}'::uuid AS partner_id) AS s`,
    partner: 's.partner_id',
    list: [{ kind: 'sale', reference: `'sale:' || t.id`, when: 'NOT t.failed', postings: salePostings('t', 't.provider') }],
  },
};

describe('salePostings', () => {
  let world: LedgerWorld;
  beforeAll(async () => {
    world = await LedgerWorld.open();
  });
  afterAll(() => world.close());

  const SALES = [
    { grossMinor: 615, netMinor: 500, partnerMinor: 200, test: false, clearing: 'orange' },
    { grossMinor: 100, netMinor: 100, partnerMinor: 0, test: true, clearing: 'play' },
    { grossMinor: 123, netMinor: 100, partnerMinor: 100, test: false, clearing: 'sms' },
  ];

  it('are the postings of saleEntry for each row of the batch that meets the condition', async () => {
    const owner = await world.login('owner');
    await owner.query(
      `CREATE TABLE sale (id bigint, gross_minor bigint, net_minor bigint, partner_minor bigint, test boolean, provider text, failed boolean)`,
    );
    await owner.query('GRANT SELECT ON sale TO PUBLIC');
    const [first] = SALES;
    const rows = [...SALES.map((sale) => ({ ...sale, failed: false })), { ...first, failed: true }, { ...first, failed: false }];
    for (const [index, { grossMinor, netMinor, partnerMinor, test, clearing, failed }] of rows.entries())
      await owner.query('INSERT INTO sale VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        index,
        grossMinor,
        netMinor,
        partnerMinor,
        test,
        clearing,
        failed,
      ]);
    const posted = SALES.flatMap((sale, index) => {
      const entry = saleEntry({ ...sale, kind: 'sale', reference: `sale:${index}`, occurredAt: new Date(), partnerId: PARTNER });
      return entry.postings.map(({ account, partnerId = null, currency, amountMinor }) => ({
        kind: entry.kind,
        reference: entry.reference,
        account,
        partner_id: partnerId,
        test: entry.test,
        currency,
        amount_minor: String(amountMinor),
      }));
    });
    const expected = await world.dataSource.query<object[]>(expectedPostingsSql(SALE_CHECK) ?? '', [0, 4]);
    expect(expected).toHaveLength(posted.length);
    expect(expected).toEqual(expect.arrayContaining(posted));
  });
});
