import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOCALES } from '../../src/common/locale.js';
import { anyPayment } from '../payments/support/random-payment.js';
import { dateInYears } from '../support/days-ahead.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type LinkShop, linkShop, openLinkPage, paymentsOf, payWithBlik } from './support/link-shop.js';

/** `JOURNEYS` sets the number of links and `FC_SEED` their values. A failure prints its seed. */
const JOURNEYS = Number(process.env['JOURNEYS'] ?? 25);
const RUNS = { numRuns: JOURNEYS };

let world: World;
let shop: LinkShop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await linkShop(world);
});
afterAll(() => world.stop());

/** Amounts that can be paid with a BLIK code, in minor units. */
const amountMinor = fc.integer({ min: 100, max: 4_000_000 });
const toUnits = (minor: number): number => minor / 100;

interface AnyLink {
  body: Record<string, unknown> & { control?: string | null; description?: string | null };
  /** The amount as text, which the payer enters when the link does not set the amount. */
  enteredAmount: string;
  paidMinor: number;
}

const anyLink: fc.Arbitrary<AnyLink> = fc
  .tuple(
    amountMinor,
    anyPayment,
    fc.constantFrom('fixed', 'chosen', 'least', 'most', 'both'),
    fc.boolean(),
    fc.constantFrom(null, dateInYears(4), `${dateInYears(4)}T10:00Z`),
  )
  .map(([paidMinor, { control, description }, amountRule, singleUse, expiresAt]) => ({
    body: {
      ...(control !== undefined && { control }),
      ...(description !== undefined && { description }),
      ...(amountRule === 'fixed' && { amount: toUnits(paidMinor) }),
      ...((amountRule === 'least' || amountRule === 'both') && { minAmount: toUnits(Math.max(100, paidMinor - 500)) }),
      ...((amountRule === 'most' || amountRule === 'both') && { maxAmount: toUnits(paidMinor + 500) }),
      singleUse,
      expiresAt,
    },
    enteredAmount: (paidMinor / 100).toFixed(2).replace('.', paidMinor % 2 === 0 ? ',' : '.'),
    paidMinor,
  }));

/** @param link the path of the link. The check ignores this path, because its random letters may spell "NaN". */
async function expectPages(path: string, status: number, link: string): Promise<void> {
  for (const locale of LOCALES) {
    const { html, ...page } = await openLinkPage(world, `${path}?lang=${locale}&stay=1`);
    const checkedHtml = html.replaceAll(link, '');
    expect([locale, page.status, html.includes(`<html lang="${locale}"`), /NaN|undefined|\[object|∞/.exec(checkedHtml)]).toEqual([
      locale,
      status,
      true,
      null,
    ]);
  }
}

describe(`${JOURNEYS} random valid links`, () => {
  it('can be opened, paid, listed and shown, and their notifications have the same control', async () => {
    await fc.assert(
      fc.asyncProperty(anyLink, async ({ body, enteredAmount, paidMinor }) => {
        const { id, path } = await shop.createPaymentLink(body);
        await expectPages(path, 200, path);
        const started = await openLinkPage(world, path, { amount: enteredAmount });
        expect([started.status, started.location]).toEqual([303, expect.stringMatching(/^\/pay\/[0-9a-f-]{36}$/)]);
        await expectPages(started.location, 200, path);
        await payWithBlik(world, started.location);
        await expectPages(started.location, 200, path);
        await expectPages(path, body['singleUse'] ? 410 : 200, path);
        const { control = null, description = null } = JSON.parse(JSON.stringify(body)) as AnyLink['body'];
        const shown = (await shop.get(`/${id}`)).body.data;
        expect(shown).toMatchObject({ control, description, closed: body['singleUse'] ? 'used' : null });
        expect(shown.payments).toMatchObject([{ status: 'transaction_paid', amount: paidMinor / 100 }]);
        const filter = control ? `&filter[control]=${encodeURIComponent(control)}` : '';
        const listed = (await shop.get(`?limit=100${filter}`)).body.data as { id: string }[];
        expect(listed.map((link) => link.id)).toContain(id);
        const [payment] = await paymentsOf(world, id);
        const notifications = await until(
          () => shop.shop.receiver.requests.filter((request) => request.body.includes(payment?.id ?? '?')),
          (requests) => requests.some((request) => request.body.includes('"transaction_paid"')),
        );
        expect(JSON.parse(notifications.at(-1)?.body ?? '{}').data.control || null).toBe(control);
      }),
      RUNS,
    );
  });
});
