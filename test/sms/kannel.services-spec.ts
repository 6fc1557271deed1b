import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InboundQueries } from '../../src/products/sms/inbound/inbound.queries.js';
import { startWorld, type World } from '../support/world.js';
import { Kannel } from './kannel.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from './sms-shop.js';

let world: World;
let kannel: Kannel;
let shop: SmsShop;
let proxy: Server;
/** The proxy between Kannel and the gateway rejects this many calls with 503. Then it drops the responses to `lostResponses` calls. */
let rejectedCalls = 0;
let lostResponses = 0;

beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await createSmsShop(world, { suffix: 'SKLEP' });
  proxy = createServer((incoming, outgoing) => {
    if (rejectedCalls > 0) {
      rejectedCalls -= 1;
      outgoing.writeHead(503, { 'Retry-After': '1' }).end();
      return;
    }
    const forwarded = request(world.http.baseUrl + incoming.url, { method: incoming.method, headers: incoming.headers }, (response) => {
      if (lostResponses > 0) {
        lostResponses -= 1;
        response.resume().on('end', () => outgoing.destroy());
      } else {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      }
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  kannel = await Kannel.start(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, GATEWAY_SECRET);
});
afterAll(async () => {
  await kannel?.stop();
  proxy?.closeAllConnections();
  proxy?.close();
  await world?.stop();
});

const CODE = /^Twoj kod \/ Your code: ([A-NP-Z1-9]{6})$/;
const transactions = async (): Promise<{ code: string; from: number; send_number: number; value: number; used: boolean }[]> =>
  (await shop.get('/transactions?perPage=100')).body.data;

describe('a message that Kannel receives from the SMS centre', () => {
  it('becomes a transaction, and Kannel sends the code back to the phone', async () => {
    const reply = await kannel.sendThroughCentre(`${PHONE} 7055 text TC.SKLEP`);
    const code = CODE.exec(reply)?.[1] ?? '';
    expect(await transactions()).toEqual([
      expect.objectContaining({ code, from: Number(PHONE), send_number: 7055, value: 0.5, used: false }),
    ]);
    expect((await shop.check(code, 7055)).body.data).toMatchObject({ used: false, test: false });
    expect((await shop.check(code, 7055)).body.data.used).toBe(true);
  });

  it('keeps its letters and emoji when it is in UCS-2', async () => {
    const text = 'TC.SKLEP zażółć gęślą jaźń 🎮';
    const ucs2 = [...Buffer.from(text, 'utf16le').swap16()].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    expect(await kannel.sendThroughCentre(`+${PHONE} 7255 ucs2 ${ucs2}`)).toMatch(CODE);
    const [newest] = await world.get(InboundQueries).messages({ limit: 1 });
    expect(newest).toMatchObject({ text, fromNumber: `+${PHONE}`, sendNumber: '7255', outcome: 'matched' });
  });

  it('gets a polite reply and is stored when no service has its keyword', async () => {
    expect(await kannel.sendThroughCentre(`${PHONE} 7055 text what is this?`)).toMatch(/^Nie rozpoznano wiadomosci\./);
    const [rejected] = await world.get(InboundQueries).messages({ outcome: 'refused', limit: 1 });
    expect(rejected).toMatchObject({ text: 'what is this?', outcome: 'keyword_unknown' });
  });

  it('is repeated by Kannel and sold once when responses are lost', async () => {
    const before = (await transactions()).length;
    lostResponses = 2;
    const reply = await kannel.sendThroughCentre(`${PHONE} 92555 text TC.SKLEP once`);
    expect(lostResponses).toBe(0);
    const sold = await transactions();
    expect(sold).toHaveLength(before + 1);
    expect(CODE.exec(reply)?.[1]).toBe(sold[0]?.code);
  });

  it('is repeated by Kannel while the gateway responds with 503', async () => {
    rejectedCalls = 2;
    expect(await kannel.sendThroughCentre(`${PHONE} 7055 text TC.SKLEP again`)).toMatch(CODE);
    expect(rejectedCalls).toBe(0);
  });
});
