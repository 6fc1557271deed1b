import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, type SmsShop } from './sms-shop.js';

let world: World;
let shop: SmsShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await createSmsShop(world, { suffix: 'PHONE' });
});
afterAll(() => world.stop());

const PHONE = '48500600700';
const readPage = async (path: string): Promise<string> =>
  (await fetch(world.sandbox.url + path, { headers: { accept: 'text/html' } })).text();
const sendMessage = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.sandbox.url}/phone/${PHONE}/write`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
const messages = async (): Promise<{ sender: string; text: string; code: string | null; inReplyTo: string | null }[]> =>
  (await fetch(`${world.sandbox.url}/phone/${PHONE}/messages.json`)).json() as Promise<[]>;

describe('the simulated phone', () => {
  it('sends a message to a short number and shows the reply with its code', async () => {
    expect(await readPage(`/phone/${PHONE}`)).toContain(`/phone/${PHONE}/write`);
    expect(await readPage(`/phone/${PHONE}/write`)).toContain('name="text"');
    const sent = await sendMessage({ to: '7055', text: 'tc.phone zażółć' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/phone/${PHONE}`]);

    const [{ code }] = (await shop.get('/transactions')).body.data;
    expect((await messages())[0]).toMatchObject({
      sender: '7055',
      text: `Twoj kod / Your code: ${code}`,
      code,
      inReplyTo: 'tc.phone zażółć',
    });
    const page = await readPage(`/phone/${PHONE}`);
    expect(page).toContain(`<span class="code">${code}</span>`);
    expect(page).toContain('You wrote: <q>tc.phone zażółć</q>');
    expect((await shop.check(code)).body.data).toMatchObject({ used: false, test: true, from: Number(PHONE) });
  });

  it('shows the reply to a rejected message like any other reply, and escapes the text of the message', async () => {
    expect((await sendMessage({ to: '7056', text: '<script>alert(1)</script>' })).status).toBe(303);
    expect((await messages())[0]).toMatchObject({ sender: '7056', code: null, text: expect.stringMatching(/^Nie rozpoznano/) });
    expect(await readPage(`/phone/${PHONE}`)).toContain('You wrote: <q>&lt;script&gt;alert(1)&lt;/script&gt;</q>');
  });

  it.each([
    ['no number', { to: '', text: 'TC.PHONE' }],
    ['letters in the number', { to: '7O55', text: 'TC.PHONE' }],
    ['no text', { to: '7055', text: '  ' }],
    ['1,001 characters', { to: '7055', text: 'x'.repeat(1001) }],
    ['NUL', { to: '7055', text: 'a\u0000b' }, 'not well-formed Unicode'],
    ['nothing', {}],
  ])('shows an error and sends nothing for a message with %s', async (_, fields, errorText = 'Enter a short number') => {
    const before = (await messages()).length;
    const response = await sendMessage(fields);
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(errorText)]);
    expect(await messages()).toHaveLength(before);
  });

  it('sends a text of 1,000 characters that are mostly emoji', async () => {
    expect((await sendMessage({ to: '7055', text: `TC.PHONE ${'🎮'.repeat(991)}` })).status).toBe(303);
  });

  it('rejects a message from a page of another origin, and has no page for an invalid phone number', async () => {
    expect(
      (await sendMessage({ to: '7055', text: 'TC.PHONE' }, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect((await fetch(`${world.sandbox.url}/phone/123/write`)).status).toBe(404);
  });
});
