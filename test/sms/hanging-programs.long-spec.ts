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
let hangingProgram: PartnerProgram;
let quickProgram: PartnerProgram;
let openResponses: ServerResponse[] = [];
beforeAll(async () => {
  // Without a worker, calls are repeated only when a test runs RetryPartnerCallsService.
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, WEBHOOK_CONCURRENCY: String(SLOTS) });
  [hangingProgram, quickProgram] = await Promise.all([PartnerProgram.start(), PartnerProgram.start()]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  hangingProgram.respondAlwaysWith(200, smsResponse('At last'));
  for (const response of openResponses) response.end(smsResponse('At last'));
  await world.database.query("UPDATE sms_partner_call SET state = 'stopped', next_attempt_at = NULL WHERE state = 'waiting'");
});
afterAll(async () => {
  await world.stop();
  await Promise.all([hangingProgram.close(), quickProgram.close()]);
});

const shopOf = (program: PartnerProgram): Promise<SmsShop> => createSmsShop(world, { type: 'API_URL', apiUrl: program.url });

/** Creates a message whose partner call has failed once and has been due for `secondsAgo`. @returns the message id. */
async function createDueCall(shop: SmsShop, secondsAgo: number): Promise<string> {
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
    for (const program of [hangingProgram, quickProgram]) program.respondAlwaysWith(500, '');
    const hangingShops = await Promise.all(times(programs, () => shopOf(hangingProgram)));
    await Promise.all(hangingShops.flatMap((shop) => times(callsEach, () => createDueCall(shop, 2))));
    const lastDueId = await createDueCall(await shopOf(quickProgram), 1); // due after all the other calls

    withoutTimeLimit(); // so that only the test ends a call
    quickProgram.respondAlwaysWith(200, smsResponse('Here you are'));
    openResponses = [];
    hangingProgram.behaviour = (response) => void openResponses.push(response);
    await world.get(RetryPartnerCallsService).run();
    await until(
      () => stateOf(lastDueId),
      (state) => state === 'answered',
    );
    await until(
      () => openResponses.length,
      (length) => length >= Math.min(programs, 2 * SLOTS),
    );
    expect(openResponses.filter(({ destroyed }) => destroyed)).toEqual([]); // no call was aborted
    if (programs === 1) expect(openResponses).toHaveLength(1); // a program that does not respond gets one call at a time
  });
});
