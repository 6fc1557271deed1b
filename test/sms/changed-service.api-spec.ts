import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RetryPartnerCallsService } from '../../src/products/sms/partner-calls/retry-partner-calls.service.js';
import { ChangeSmsService, type SmsServiceChanges } from '../../src/products/sms/services/change-sms-service.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { PartnerProgram, smsResponse } from './partner-program.js';
import { createSmsShop, GATEWAY_SECRET, type Message, type SmsShop } from './sms-shop.js';

let world: World;
beforeAll(async () => {
  // Without a worker: partner calls are repeated only when a test runs RetryPartnerCallsService.
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(() => world.stop());

const change = (shop: SmsShop, changes: SmsServiceChanges): Promise<void> =>
  world.database.transaction((tx) => world.get(ChangeSmsService).run(tx, shop.serviceId, changes));
const REPLY_WITH_CODE = /code: \S+$/;
/** Sends messages until the reply is as expected, because the settings of a service are cached for about a second. */
const waitForReply = (shop: SmsShop, message: Message, expected: 'sold' | 'refused') =>
  until(
    async () => (await shop.receive(message)).text,
    (text) => REPLY_WITH_CODE.test(text) === (expected === 'sold'),
  );

describe('a changed SMS service', () => {
  it('is found by its new keyword, and no longer by the old one', async () => {
    const shop = await createSmsShop(world, { suffix: 'BEFORE' });
    const code = await shop.buyCode();
    await change(shop, { suffix: 'AFTER' });
    await waitForReply(shop, { text: 'tc.after' }, 'sold');
    await waitForReply(shop, { text: 'TC.BEFORE' }, 'refused');
    expect((await shop.check(code)).body.data).toMatchObject({ used: false, code }); // sold codes stay valid
    expect((await shop.get()).body.data).toMatchObject({ prefix: 'TC', suffix: 'AFTER' });
  });

  it('cannot take a keyword that a concurrent change of another service releases, because two services that swap keywords would deadlock', async () => {
    const [first, second] = [await createSmsShop(world, { suffix: 'SWAP1' }), await createSmsShop(world, { suffix: 'SWAP2' })];
    const other = world.database.createQueryRunner();
    await other.startTransaction();
    try {
      await world.get(ChangeSmsService).run(other.manager, second.serviceId, { suffix: 'SWAP3' });
      await expect(change(first, { suffix: 'SWAP2' })).rejects.toMatchObject({ name: 'KeywordTakenError', serviceId: second.serviceId });
      await expect(world.get(ChangeSmsService).run(other.manager, second.serviceId, { suffix: 'SWAP1' })).rejects.toMatchObject({
        name: 'KeywordTakenError',
        serviceId: first.serviceId,
      });
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
  });

  it('is found only by its new short numbers', async () => {
    const shop = await createSmsShop(world, { numbers: [7055, 7155] });
    await change(shop, { numbers: [7155, 92555] });
    await waitForReply(shop, { to: 92555 }, 'sold');
    await waitForReply(shop, { to: 7155 }, 'sold');
    await waitForReply(shop, { to: 7055 }, 'refused');
    expect((await shop.get('/numbers')).body.data.map(({ number }: { number: number }) => number)).toEqual([7155, 92555]);
  });

  it('earns its new share from messages after the change', async () => {
    const shop = await createSmsShop(world, { numbers: [7155] });
    const shares = async (): Promise<string[]> =>
      (
        await world.database.query<{ share: string }[]>(
          'SELECT partner_minor AS share FROM sms_transaction WHERE service_id = $1 ORDER BY id',
          [shop.serviceId],
        )
      ).map(({ share }) => share);
    await shop.buyCode({ to: 7155 });
    await change(shop, { shareBp: 2_000 });
    await until(
      async () => {
        await shop.buyCode({ to: 7155 });
        return shares();
      },
      (partnerShares) => partnerShares.at(-1) === '20',
    );
    expect((await shares())[0]).toBe('50');
    expect(await world.ledgerSum()).toBe(0);
  });

  it('creates new codes after the change from CODE_PACK to ONE_TIME_CODE', async () => {
    const shop = await createSmsShop(world, { type: 'CODE_PACK' });
    await waitForReply(shop, {}, 'refused'); // the pack is empty
    await change(shop, { type: 'ONE_TIME_CODE' });
    await waitForReply(shop, {}, 'sold');
  });

  it('repeats its waiting partner calls at the new URL of its program', async () => {
    const [oldProgram, newProgram] = [await PartnerProgram.start(), await PartnerProgram.start()];
    try {
      oldProgram.behaviour = (response) => void response.writeHead(503).end();
      newProgram.behaviour = (response) => void response.end(smsResponse('Thanks'));
      const shop = await createSmsShop(world, { type: 'API_URL', apiUrl: oldProgram.url });
      await shop.receive();
      await change(shop, { apiUrl: newProgram.url });
      await world.database.query("UPDATE sms_partner_call SET next_attempt_at = now() - interval '1 hour' WHERE service_id = $1", [
        shop.serviceId,
      ]);
      await world.get(RetryPartnerCallsService).run();
      await until(
        () => [oldProgram.calls.length, newProgram.calls.length],
        ([before, after]) => before === 1 && after === 1,
      );
    } finally {
      await Promise.all([oldProgram.close(), newProgram.close()]);
    }
  });
});
