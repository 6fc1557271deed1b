import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { ImportFileService } from '../../src/platform/ledger/files/import-file.service.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/verification/scheduled-verification.service.js';
import { StoredVerifications } from '../../src/platform/ledger/verification/stored-verifications.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { refundShop } from '../payments/support/refund-shop.js';
import { payerOf } from '../support/payer.js';
import { times } from '../support/times.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
let folder: string;
let finance: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await world.createPartnerShop({ silent: true });
  folder = await mkdtemp(join(tmpdir(), 'settlement-'));
  finance = await signInAs(world, { partnerId: null, role: 'finance' });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
const health = async (): Promise<string> => textOf((await finance.get('/health')).text);

describe('the health screen', () => {
  it('shows the workers’ verifications of the ledger, with the first inconsistent row', async () => {
    expect(await health()).toContain('No worker has verified the ledger yet');
    await payerOf(world, (await shop.create({ amount: 5 })).body.data.transactionId as string).pay();
    await world.get(ScheduledVerificationService).run();
    expect(await health()).toMatch(/Ledger verification passed 20/);
    const changeWallet = (minor: string): Promise<void> =>
      world.asOwner(
        `ALTER TABLE wallet DISABLE TRIGGER USER; UPDATE wallet SET pending_minor = pending_minor ${minor}; ALTER TABLE wallet ENABLE TRIGGER USER`,
      );
    await changeWallet('+ 1');
    await world.get(ScheduledVerificationService).run();
    expect(await health()).toMatch(/Ledger verification failed 20.* failed wallet \S+ .* passed /);
    await changeWallet('- 1');
    await world.get(ScheduledVerificationService).run();
    expect(await health()).toMatch(/Ledger verification passed 20/);
  });

  it('stores the last hundred verifications', async () => {
    const stored = world.get(StoredVerifications);
    for (const second of times(105, (index) => index))
      await stored.save({ at: new Date(second * 1000), tookMs: 1, entries: second, broken: null });
    const rows = await stored.latest(1_000);
    expect([rows.length, rows[0]?.entries, rows.at(-1)?.entries]).toEqual([100, 104, 5]);
  });

  it('shows the longest waiting time of held payments, and that a restored database stops refunds', async () => {
    const refunds = refundShop(world, await paymentWorld(world).openPaymentShop({ shop }));
    expect(await health()).toContain('Longest held payment 0 ');
    for (let count = 0; count < 2; count += 1) await refunds.createPaidTransaction({ amount: 20, antifraud: { systemId: 'one user' } });
    await world.moveTimeForward({ hours: 5 });
    expect(await health()).toContain('Longest held payment 5 h ');
    expect(await health()).not.toContain('restored to an earlier time');
    await world.asOwner('INSERT INTO restored DEFAULT VALUES');
    expect(await health()).toContain('restored to an earlier time');
    await world.asOwner('DELETE FROM restored');
  });

  it('counts the responses of operators to this process', async () => {
    const responseCount = async (): Promise<number> => Number(/ plus operator (\d+) 0 0 /.exec(await health())?.[1]);
    const before = await responseCount();
    await payerOf(world, (await shop.create()).body.data.transactionId as string).chooseOperator('plus');
    expect(await responseCount()).toBe(before + 1);
  });

  it('is open only to staff who run the gateway', async () => {
    for (const [partnerId, role] of [
      [shop.partnerId, 'owner'],
      [null, 'support'],
    ] as const)
      for (const path of ['/health', '/settlement-files']) {
        expect((await (await signInAs(world, { partnerId, role })).get(path)).status).toBe(403);
      }
  });
});

describe('settlement files', () => {
  const importFile = async (name: string, lines: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, ['reference,amount', ...lines, ''].join('\n'));
    const format = {
      delimiter: ',',
      decimal: '.',
      referenceColumn: 'reference',
      amountColumn: 'amount',
      currencyColumn: null,
      currency: 'PLN',
    } as const;
    const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
    return (await world.get(ImportFileService).run({ path, format, provider: 'orange', ...period, test: false, author: 'Anna' })).id;
  };

  it('are listed and shown with each discrepancy, on pages and as CSV', async () => {
    const id = await importFile(
      'orange-march.csv',
      times(60, (index) => `unknown-${index},1.50`),
    );
    expect(textOf((await finance.get('/settlement-files')).text)).toMatch(
      /Anna orange-march\.csv orange 2026-03-01 \S+ – \S+ \S+ compared 60 60 /,
    );
    const references: string[] = [];
    for (let path = `/settlement-files/${id}`; path;) {
      const { text } = await finance.get(path);
      references.push(...[...text.matchAll(/>(unknown-\d+)<\/code>/g)].map(([, reference = '']) => reference));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect([references.length, new Set(references).size]).toEqual([60, 60]);
    const rows = parse<Record<string, string>>((await finance.get(`/settlement-files/${id}/discrepancies.csv`)).text, { columns: true });
    expect(rows.map(({ reference }) => reference)).toEqual(references);
    expect(rows[0]).toMatchObject({ kind: 'missing_here', here: '', there: '1.50', difference: '1.50', currency: 'PLN' });
  });

  it('are listed once across the pages, and unknown ones get a 404', async () => {
    const importedIds: string[] = [];
    for (const index of times(22, (index) => index)) importedIds.push(await importFile(`page-${index}.csv`, [`of-page-${index},1.00`]));
    const listedIds: string[] = [];
    for (let path = '/settlement-files'; path;) {
      const { text } = await finance.get(path);
      listedIds.push(...[...text.matchAll(/href="\/settlement-files\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(importedIds.every((id) => listedIds.filter((listedId) => listedId === id).length === 1)).toBe(true);
    for (const id of ['nonsense', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'])
      for (const path of [id, `${id}/discrepancies.csv`]) expect((await finance.get(`/settlement-files/${path}`)).status).toBe(404);
  });
});
