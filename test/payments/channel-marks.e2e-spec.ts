import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { ReplaceChannelMarks } from '../../src/products/payments/payment-methods/marks/replace-channel-marks.service.js';
import { type MarkTheme, readMark } from '../../src/products/payments/payment-methods/marks/mark.js';
import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { startWorld, type World } from '../support/world.js';
import { type PaymentShop, paymentWorld } from './support/payment-shop.js';

let world: World;
let shop: PaymentShop;
let pagePath: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await paymentWorld(world).openPaymentShop();
  pagePath = `/pay/${await shop.createNewPayment()}`;
});
afterAll(() => world.stop());

const mark = (channel: ChannelId, theme: MarkTheme, colour: string) => ({
  channel,
  theme,
  ...readMark(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}"/></svg>`),
    `${channel}-${theme}`,
  ),
});
const install = (...marks: ReturnType<typeof mark>[]): Promise<void> =>
  new ReplaceChannelMarks(world.database, new RealSystemClock()).run(marks);
const get = (path: string): Promise<Response> => fetch(world.http.baseUrl + path);
const textOf = async (path: string): Promise<string> => (await get(path)).text();
const spritePath = async (): Promise<string | null> => /\/assets\/marks\.[0-9a-f]{12}\.svg/.exec(await textOf(pagePath))?.[0] ?? null;

describe('installed channel marks', () => {
  it('are shown on the page immediately, in a file whose name changes with the marks', async () => {
    expect(await spritePath()).toBeNull();
    await install(mark('mbank', 'light', 'red'), mark('mbank', 'dark', 'pink'));
    const redSprite = await spritePath();
    expect(await textOf(redSprite ?? '')).toContain('<path fill="red"/>');
    await install(mark('mbank', 'light', 'blue'));
    const blueSprite = await spritePath();
    expect(blueSprite).not.toBe(redSprite);
    expect(await textOf(blueSprite ?? '')).not.toMatch(/red|pink/);
    await install();
    expect(await spritePath()).toBeNull();
  });

  it('are the pictures of channels in the API, where a channel without a mark has the neutral drawing', async () => {
    const neutral = await textOf('/assets/channel-mbank.svg');
    expect(neutral).toContain('stroke="#6b7280"');
    await install(mark('mbank', 'light', 'red'));
    const picture = await get('/assets/channel-mbank.svg');
    expect(await picture.text()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32" viewBox="0 0 9 9"><path fill="red"/></svg>',
    );
    expect(picture.headers.get('cache-control')).toBe('no-cache'); // Partners store this URL, and the mark behind it can change.
    expect(await textOf('/assets/channel-ing.svg')).toBe(neutral);
    await install();
    expect(await textOf('/assets/channel-mbank.svg')).toBe(neutral);
  });

  it('are replaced as one set, even by concurrent installations', async () => {
    const colours = ['red', 'green', 'blue', 'black'];
    await Promise.all(colours.map((colour) => install(mark('mbank', 'light', colour), mark('ing', 'light', colour))));
    const sprite = await textOf((await spritePath()) ?? '');
    const shownColours = [...sprite.matchAll(/fill="(\w+)"/g)].map(([, colour]) => colour);
    expect(shownColours).toHaveLength(2);
    expect(new Set(shownColours).size).toBe(1);
  });
});
