import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { BlockPartnerService } from '../../src/platform/partners/block-partner.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createAndPay } from '../support/paid-payment.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';
import type { PanelResponse, PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
let anna: PanelBrowser;
let jan: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop({ silent: true });
  const { id: serviceId } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' });
  for (let count = 0; count < 3; count += 1) await createAndPay({ http: world.http, token: shop.token, serviceId }, 100);
  anna = await signInAs(world, { partnerId: null, role: 'finance', name: 'Anna' });
  jan = await signInAs(world, { partnerId: null, role: 'admin', name: 'Jan' });
});
afterAll(() => world.stop());

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .replaceAll('&nbsp;', ' ');
let references = 0;
const payoutForm = (amount: string, reference = `TR-${(references += 1)}`): Record<string, string> => ({
  ...{ partner: shop.partnerId, amount, currency: 'PLN', test: 'yes', reference },
});
const available = async (): Promise<number> => (await world.get(WalletQuery).readBalance(shop.partnerId, { test: true })).availableMinor;
const countPayouts = async (reference: string): Promise<number> => {
  const rows = await world.database.query<unknown[]>('SELECT FROM payout WHERE reference = $1', [reference]);
  return rows.length;
};
const expectProposal = ({ status, location }: PanelResponse): string => {
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/money\/proposals\/[0-9a-f-]{36}$/)]);
  return location;
};

describe('a proposed payout in the panel', () => {
  it('shows the payable balance, waits for a second person, and is booked when that person approves it', async () => {
    const before = await available();
    const form = textOf((await anna.get(`/money/payout?partner=${shop.partnerId}&test=yes`)).text);
    expect(form).toContain(`Can be paid out PLN ${(before / 100).toFixed(2)}`);
    const proposal = expectProposal(await anna.post('/money/payout', payoutForm('10.50', 'TR-A')));
    expect((await anna.post('/money/payout', payoutForm('10,50', 'TR-A'))).location).toBe(proposal);
    expect([await available(), await countPayouts('TR-A')]).toEqual([before, 0]);
    const ownPage = (await anna.get(proposal)).text;
    expect(ownPage).toContain('You proposed this entry, so another person must decide.');
    expect(ownPage).not.toContain(`action="${proposal}/approve"`);
    expect((await anna.post(`${proposal}/approve`)).text).toContain('You proposed this entry, so another person must decide.');
    const list = textOf((await jan.get('/money')).text);
    expect(list).toContain('Payout TR-A');
    expect(list).toContain('PLN 10.50 Anna (finance-staff-anna@example.test)');
    expect((await jan.get(proposal)).text).toContain(`action="${proposal}/approve"`);
    expect((await jan.post(`${proposal}/approve`)).location).toBe(proposal);
    expect([await available(), await countPayouts('TR-A')]).toEqual([before - 1_050, 1]);
    const decided = textOf((await anna.get(proposal)).text);
    expect(decided).toContain('approved');
    expect(decided).toContain('Jan (admin-staff-jan@example.test)');
    expect((await jan.post(`${proposal}/approve`)).text).toContain('The entry has already been decided.');
    expect(await readLatestAudit(world)).toMatchObject({
      latest: { action: 'wallet.payout', author: 'Jan (admin-staff-jan@example.test)' },
    });
  });

  it('is rejected by a second person with a reason, or withdrawn by the person who proposed it', async () => {
    const before = await available();
    const [first, second] = [
      expectProposal(await anna.post('/money/payout', payoutForm('1'))),
      expectProposal(await anna.post('/money/payout', payoutForm('2'))),
    ];
    const withoutReason = await jan.post(`${first}/refuse`, { reason: '' });
    expect([withoutReason.status, withoutReason.text.includes('Enter a reason')]).toEqual([422, true]);
    expectProposal(await jan.post(`${first}/refuse`, { reason: 'Wrong account' }));
    expect(textOf((await anna.get(first)).text)).toContain('Rejected because Wrong account');
    expect((await jan.post(`${second}/withdraw`)).text).toContain('Only the person who proposed the entry can withdraw it.');
    expectProposal(await anna.post(`${second}/withdraw`));
    expect(await available()).toBe(before);
  });

  it('is booked once when two people approve it concurrently', async () => {
    const eva = await signInAs(world, { partnerId: null, role: 'finance', name: 'Eva' });
    const before = await available();
    const proposal = expectProposal(await anna.post('/money/payout', payoutForm('1', 'TR-B')));
    const responses = await Promise.all([jan, eva, jan, eva].map((browser) => browser.post(`${proposal}/approve`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422]);
    expect([await available(), await countPayouts('TR-B')]).toEqual([before - 100, 1]);
  });

  it('is rejected with the problem of its form, and nothing is booked', async () => {
    expectProposal(await anna.post('/money/payout', payoutForm('2', 'TR-USED')));
    const { count } = await readLatestAudit(world);
    const invalidForms: [Record<string, string>, string][] = [
      [payoutForm('0'), 'Enter an amount'],
      [payoutForm('1.005'), 'Enter an amount'],
      [payoutForm('1.000'), 'Enter an amount'], // may be a thousand
      [payoutForm('1', 'two words'), 'Enter a reference'],
      [payoutForm('1', 'TR-USED'), 'The reference is already in use'],
      [payoutForm('9999999'), 'more than can be paid out'],
      [{ ...payoutForm('1'), partner: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c' }, 'Choose a partner'],
      [{ ...payoutForm('1'), currency: 'zł' }, 'Enter a currency'],
    ];
    for (const [form, text] of invalidForms) {
      const response = await anna.post('/money/payout', form);
      expect([response.status, text, response.text.includes(text)]).toEqual([422, text, true]);
    }
    expect((await readLatestAudit(world)).count).toBe(count);
  });

  it('cannot be approved while its partner is blocked', async () => {
    const before = await available();
    const proposal = expectProposal(await anna.post('/money/payout', payoutForm('1', 'TR-C')));
    await world.get(BlockPartnerService).block(shop.partnerId, 'Ticket 1');
    const response = await jan.post(`${proposal}/approve`);
    expect([response.status, response.text.includes('The partner is blocked')]).toEqual([422, true]);
    await world.get(BlockPartnerService).unblock(shop.partnerId);
    expect([await available(), await countPayouts('TR-C')]).toEqual([before, 0]);
    expectProposal(await jan.post(`${proposal}/approve`));
    expect(await available()).toBe(before - 100);
  });
});

describe('an adjustment in the panel', () => {
  it('has a partner only when one of its accounts belongs to a partner, and needs a second person', async () => {
    const before = await available();
    const form = {
      ...{ debit: 'platform:commission', credit: 'partner:available', partner: shop.partnerId, amount: '2', currency: 'PLN' },
      ...{ reference: 'ADJ-1', reason: 'Agreed', test: 'yes' },
    };
    expect((await anna.post('/money/adjustment', { ...form, partner: '' })).text).toContain('Choose a partner if one of the accounts');
    expect((await anna.post('/money/adjustment', { ...form, credit: form.debit })).text).toContain('Choose two different accounts');
    expect((await anna.post('/money/adjustment', { ...form, credit: 'partner:reserved' })).status).toBe(422);
    expect((await anna.post('/money/adjustment', { ...form, reason: '' })).text).toContain('Enter a reason');
    const proposal = expectProposal(await anna.post('/money/adjustment', form));
    const proposalPage = textOf((await jan.get(proposal)).text);
    for (const text of ['platform:commission', 'partner:available', 'Agreed', 'PLN 2.00']) expect(proposalPage).toContain(text);
    expectProposal(await jan.post(`${proposal}/approve`));
    expect(await available()).toBe(before + 200);
  });
});

describe('a settlement in the panel', () => {
  const day = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

  it('shows its sums, is rejected when the sums have changed, and is booked in the background with the shown sums', async () => {
    await world.moveTimeForward({ hours: 49 });
    const [, provider = ''] = /<option>([a-z0-9-]+)<\/option>/.exec((await anna.get('/money/settlement')).text) ?? [];
    const settlementPath = `/money/settlement?provider=${provider}&from=${day(-1)}&to=${day(1)}&test=yes`;
    const page = (await anna.get(settlementPath)).text;
    const [, sums = ''] = /name="sums" value="([^"]+)"/.exec(page) ?? [];
    const cleared = Number(sums.split(' ')[1]);
    expect(cleared).toBe(300_00);
    expect(textOf(page)).toContain('PLN 300.00');
    const form = { provider, from: day(-1), to: day(1), test: 'yes', sums, reference: 'MB-1' };
    const changedSums = await anna.post('/money/settlement', { ...form, sums: 'PLN 1 1' });
    expect(textOf(changedSums.text)).toContain(
      'The amounts have changed. Nothing was entered. Shown: PLN 0.01 / PLN 0.01; now: PLN 300.00',
    );
    const proposal = expectProposal(await anna.post('/money/settlement', form));
    expectProposal(await jan.post(`${proposal}/approve`));
    await until(
      async () => textOf((await jan.get(proposal)).text),
      (page) => page.includes('Settlement done'),
    );
    expect((await anna.get(settlementPath)).text).toContain('Nothing is left to settle for this period.');
    expect(await world.database.query("SELECT state, author FROM settlement WHERE reference = 'MB-1'")).toEqual([
      { state: 'done', author: 'Anna (finance-staff-anna@example.test)' },
    ]);
    expect((await world.get(VerifyLedgerService).run()).firstInconsistentRow).toBeNull();
  });

  it('rejects a form with thousands of sums with a short message', async () => {
    const form = { provider: 'mbank', from: day(-9), to: day(-8), test: 'yes', sums: 'PLN 1 1 '.repeat(5_000), reference: 'MB-3' };
    const { status, text } = await anna.post('/money/settlement', form);
    expect([status, text.includes('The amounts have changed'), text.length < 50_000]).toEqual([422, true, true]);
  });

  it('is rejected before its period is over', async () => {
    const page = await anna.get(`/money/settlement?provider=mbank&from=${day(40)}&to=${day(50)}&test=yes`);
    expect(page.status).toBe(200);
    const form = { provider: 'mbank', from: day(-1), to: day(50), test: 'yes', sums: 'PLN 1 1', reference: 'MB-2' };
    expect((await anna.post('/money/settlement', form)).text).toContain('The period is not over');
    expect((await anna.get('/money/settlement?provider=mbank&from=x&to=')).text).toContain('Enter the first and the last day');
  });
});

describe('the money screens', () => {
  it('are open only to the staff roles finance and admin', async () => {
    for (const role of ['operations', 'support'] as const)
      expect((await (await signInAs(world, { partnerId: null, role })).get('/money')).status).toBe(403);
    const owner = await signInAs(world, { partnerId: shop.partnerId, role: 'owner' });
    expect((await owner.get('/money')).status).toBe(403);
    expect((await owner.get('/transactions')).text).not.toContain('href="/money"');
  });

  it('respond 404 to an unknown or malformed proposal id', async () => {
    for (const id of ['nope', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c']) {
      expect((await jan.get(`/money/proposals/${id}`)).status).toBe(404);
      expect((await jan.post(`/money/proposals/${id}/approve`)).status).toBe(404);
    }
  });
});

describe('the list of decided proposals', () => {
  it('has each proposal once across its pages, latest first', async () => {
    for (let count = 0; count < 52; count += 1) {
      const proposal = expectProposal(await anna.post('/money/payout', payoutForm('0.01')));
      await anna.post(`${proposal}/withdraw`);
    }
    const listedIds: string[] = [];
    for (let path = '/money'; path !== '';) {
      const { text } = await jan.get(path);
      const [, decided = ''] = text.split('Decided</h2>');
      listedIds.push(...[...decided.matchAll(/href="\/money\/proposals\/([^"]+)"/g)].map(([, id = '']) => id));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1] ?? '';
    }
    const rows = await world.database.query<{ id: string }[]>(
      "SELECT id FROM ledger_proposal WHERE state <> 'proposed' ORDER BY decided_at DESC, id DESC",
    );
    expect(listedIds).toEqual(rows.map(({ id }) => id));
    expect(listedIds.length).toBeGreaterThan(51);
  });
});

describe('a manual entry below the limit', () => {
  let small: World;
  beforeAll(async () => {
    small = await startPanelWorld({ PANEL_FOUR_EYES_ABOVE: '100' });
  });
  afterAll(() => small.stop());

  it('is booked without a second person until the sum of 24 hours exceeds the limit', async () => {
    const alone = await signInAs(small, { partnerId: null, role: 'finance', name: 'Alone' });
    const form = {
      ...{ debit: 'platform:rounding', credit: 'platform:liquidity', partner: '', currency: 'PLN' },
      ...{ amount: '60', reference: 'R-1', reason: 'Grosz' },
    };
    const first = expectProposal(await alone.post('/money/adjustment', form));
    expect(textOf((await alone.get(first)).text)).toContain('below the limit');
    const second = expectProposal(await alone.post('/money/adjustment', { ...form, reference: 'R-2' }));
    expect((await alone.get(second)).text).toContain('another person must decide');
    const list = textOf((await alone.get('/money')).text);
    expect(list).toContain('The limit for 24 hours is PLN 100.00');
    expect(await small.database.query('SELECT reference FROM ledger_adjustment')).toEqual([{ reference: 'R-1' }]);
  });
});
