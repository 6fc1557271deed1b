import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RetryPartnerCallsService } from '../../src/products/sms/partner-calls/retry-partner-calls.service.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { PartnerProgram, smsResponse } from './partner-program.js';
import { createSmsShop, GATEWAY_SECRET, newMessageId, type SmsShop } from './sms-shop.js';

const [CALLS, SLOTS] = [40, 8];

let world: World;
let hanging: PartnerProgram;
let quick: PartnerProgram;
let held: ServerResponse[] = [];
beforeAll(async () => {
  // Without a worker: calls are repeated only when a test runs the service.
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, WEBHOOK_CONCURRENCY: String(SLOTS) });
  [hanging, quick] = await Promise.all([PartnerProgram.start(), PartnerProgram.start()]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  hanging.answers(200, smsResponse('At last'));
  for (const response of held) response.end(smsResponse('At last'));
  await world.database.query("UPDATE sms_partner_call SET state = 'stopped', next_attempt_at = NULL WHERE state = 'waiting'");
});
afterAll(async () => {
  await world.stop();
  await Promise.all([hanging.close(), quick.close()]);
});

const shopOf = (program: PartnerProgram): Promise<SmsShop> => createSmsShop(world, { type: 'API_URL', apiUrl: program.url });

/** Creates a message whose partner call has failed once and has been due for `secondsAgo`. @returns the message id. */
async function due(shop: SmsShop, secondsAgo: number): Promise<string> {
  const id = newMessageId();
  await shop.receive({ id });
  await world.database.query(
    `UPDATE sms_partner_call SET next_attempt_at = now() - make_interval(secs => $2)
     WHERE transaction_id = (SELECT id FROM sms_transaction WHERE message_id = $1)`,
    [id, secondsAgo],
  );
  return id;
}

const stateOf = async (messageId: string): Promise<string | undefined> =>
  (
    await world.database.query<{ state: string }[]>(
      'SELECT c.state FROM sms_partner_call c JOIN sms_transaction t ON t.id = c.transaction_id WHERE t.message_id = $1',
      [messageId],
    )
  )[0]?.state;

describe('partners’ programs that hang', () => {
  it.each([
    ['forty programs, which is five times the slots', CALLS, 1],
    ['one program with forty calls', 1, CALLS],
  ])('do not delay the partner call of another partner: %s', async (_, programs, callsEach) => {
    for (const program of [hanging, quick]) program.answers(500, '');
    const slow = await Promise.all(times(programs, () => shopOf(hanging)));
    await Promise.all(slow.flatMap((shop) => times(callsEach, () => due(shop, 2))));
    const waiting = await due(await shopOf(quick), 1); // due after all the other calls

    withoutTimeLimit(); // only the test ends a call
    quick.answers(200, smsResponse('Here you are'));
    held = [];
    hanging.behaviour = (response) => void held.push(response);
    await world.get(RetryPartnerCallsService).run();
    await until(
      () => stateOf(waiting),
      (state) => state === 'answered',
    );
    await until(
      () => held.length,
      (length) => length >= Math.min(programs, 2 * SLOTS),
    );
    expect(held.filter(({ destroyed }) => destroyed)).toEqual([]); // no call was aborted
    if (programs === 1) expect(held).toHaveLength(1); // a program that does not answer gets one call at a time
  });
});
