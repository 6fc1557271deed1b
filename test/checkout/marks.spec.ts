import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readMark } from '../../src/products/payments/payment-methods/marks/mark.js';
import { type StoredMark, spriteLayoutOf } from '../../src/products/payments/payment-methods/marks/mark-sprite.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { PIX, REDIRECT } from './support/fake-online-payment.js';
import { getPage } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.online.reset());

const createMark = (channel: StoredMark['channel'], theme: StoredMark['theme']) => ({
  channel,
  theme,
  ...readMark(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="${channel}"/></svg>`), theme),
});
const installMarks = (): string => {
  checkout.online.marks = [
    createMark('mbank', 'light'),
    createMark('mbank', 'dark'),
    createMark('blik', 'light'),
    createMark('pix', 'light'),
  ];
  return `/assets/marks.${spriteLayoutOf(checkout.online.marks)?.hash}.svg`;
};
const renderedMarks = async (): Promise<string[]> =>
  (await getPage(checkout.onlineUrl)).document
    .querySelectorAll('.method-logo')
    .map((mark) => `${mark.getAttribute('class')} ${mark.getAttribute('viewbox') ?? mark.getAttribute('viewBox') ?? ''} ${mark.innerHTML}`);

describe('the mark beside the name of a method', () => {
  it('is a neutral icon of its type without an installed mark', async () => {
    const all = await renderedMarks();
    expect(all).toHaveLength(checkout.online.view.channels.length);
    expect(all.filter((mark) => mark.includes('href="#icon-bank"'))).toHaveLength(7);
    expect(all.filter((mark) => mark.includes('<symbol id="icon-bank"'))).toHaveLength(1);
    expect(all.join()).not.toMatch(/\.svg/);
  });

  it('is the installed mark, from one file for all methods, or a neutral icon', async () => {
    const file = installMarks();
    const all = await renderedMarks();
    const image = `<image href="${file}" width="96" height="96"/>`;
    expect(all.filter((mark) => mark.includes('<image'))).toEqual([
      expect.stringContaining('on-both 0 0 48 32'),
      expect.stringContaining('on-light 0 32 48 32'),
      expect.stringContaining('on-dark 48 32 48 32'),
    ]);
    expect(all.filter((mark) => mark.includes(image.slice(0, -2)))).toHaveLength(3);
    expect(all.filter((mark) => mark.includes('#icon-bank'))).toHaveLength(6);
  });

  it('is on every page that names a method', async () => {
    const file = installMarks();
    checkout.online.setStep(REDIRECT, { channel: 'mbank' });
    expect((await renderedMarks()).join()).toContain(file);
    checkout.online.setStep(PIX, { channel: 'pix' });
    expect((await renderedMarks()).join()).toContain(file);
    checkout.online.setStage('paid', { channel: 'blik' });
    expect((await renderedMarks()).join()).toContain(file);
    checkout.online.setRecurring();
    expect((await renderedMarks()).filter((mark) => mark.includes(file))).toHaveLength(2); // mBank, light and dark; the others are neutral
  });
});

describe('the file of the marks', () => {
  it('cannot run scripts, and is cached permanently under the hash in its name', async () => {
    const response = await fetch(checkout.origin + installMarks());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 96 96"/);
    expect((await fetch(`${checkout.origin}/assets/marks.000000000000.svg`)).status).toBe(404);
  });
});
