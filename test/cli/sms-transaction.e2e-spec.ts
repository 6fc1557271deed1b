import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSmsShop, GATEWAY_SECRET, newMessageId, PHONE, type SmsShop } from '../sms/sms-shop.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

let world: World;
let shop: SmsShop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await createSmsShop(world);
});
afterAll(() => world.stop());

const showTransaction = (id: string, ...more: string[]): Promise<Run> =>
  runCommandWith(world.settings, ['transaction', 'show', id, ...more]);

async function transactionIdOf(messageId: string): Promise<string> {
  const [row] = await world.database.query<{ id: string }[]>('SELECT id FROM sms_transaction WHERE message_id = $1', [messageId]);
  return row?.id ?? '';
}

describe('transaction show of a message that was sold', () => {
  it('prints its message, its states with reasons and its postings as JSON', async () => {
    const message = newMessageId();
    const code = await shop.buyCode({ id: message, to: 7255 });
    const id = await transactionIdOf(message);
    const unused = JSON.parse((await showTransaction(id, '--json')).out);
    expect(unused.history).toEqual([{ at: unused.transaction.created_at, from: null, to: 'sold', reason: 'message_received' }]);

    await shop.check(code);
    const { transaction, partner_calls, history, entries } = JSON.parse((await showTransaction(id, '--json')).out);
    expect(transaction).toMatchObject({
      id: Number(id),
      area: 'sms',
      service_id: shop.serviceId,
      from: PHONE,
      number: 7255,
      code,
      message_id: message,
      gross: '2.46',
      net: '2.00',
      partner_share: '1.00',
    });
    expect(history).toEqual([
      { at: transaction.created_at, from: null, to: 'sold', reason: 'message_received' },
      { at: transaction.used_at, from: 'sold', to: 'used', reason: 'code_checked' },
    ]);
    expect(partner_calls).toEqual([]);
    expect(entries).toEqual([expect.objectContaining({ kind: 'sms.received', reference: `sms:${id}` })]);
    expect(entries[0].postings).toEqual([
      { account: 'platform:clearing:sms', partner_id: null, amount: '2.46', currency: 'PLN' },
      { account: 'platform:vat', partner_id: null, amount: '-0.46', currency: 'PLN' },
      { account: 'partner:pending', partner_id: shop.partnerId, amount: '-1.00', currency: 'PLN' },
      { account: 'platform:commission', partner_id: null, amount: '-1.00', currency: 'PLN' },
    ]);
  });

  it('prints text under headings', async () => {
    const message = newMessageId();
    await shop.buyCode({ id: message });
    const { code, out, err } = await showTransaction(await transactionIdOf(message));
    expect([code, err]).toEqual([0, '']);
    for (const heading of ['SMS transaction', 'Calls to the partner’s program', 'History', 'Ledger postings'])
      expect(out).toContain(`${heading}\n${'─'.repeat(heading.length)}\n`);
    expect(out).toContain('Calls to the partner’s program\n──────────────────────────────\nnone');
  });
});
