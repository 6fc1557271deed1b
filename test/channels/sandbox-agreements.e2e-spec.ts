import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { referenceOf } from '../../src/common/reference.js';
import { aCode, aConsent, anAttempt, startAcquirerWorld, started } from '../sandbox/acquirer/support/acquirer-world.js';
import { describeChannelAgreements } from './channel-agreements.contract.js';

describeChannelAgreements('to the sandbox', async () => {
  const world = await startAcquirerWorld({ clockStopped: true });
  const registered = async (code: string) => {
    const attempt = anAttempt({ channel: 'blik-level0' });
    const alias = { reference: referenceOf(randomUUID()), value: randomUUID() };
    const known = started(attempt, await world.acquirer().start(attempt));
    await world.acquirer().submitCode(known, { ...aCode(code), register: { ...alias, label: 'Demo Shop' } });
    return { ...alias, providerRef: null, data: null };
  };
  const inApp = async (path: string, answer: string) => void (await world.inApp(`debowy/${path}`, answer));
  return {
    connector: world.acquirer(),
    impatient: world.acquirer({ timeoutMs: 500 }),
    recurring: {
      accepted: () => aConsent(),
      waiting: () => aConsent({ code: '654321' }),
      refused: { consent: () => aConsent({ code: '000007' }), reason: 'not_supported' },
      silent: () => aConsent({ code: '000013' }),
      charges: { paid: 1_000, silent: 1_093, refused: { amountMinor: 120_00, reason: 'insufficient_funds' } },
      accept: ({ reference }) => inApp(`consents/${reference}`, 'accept'),
      end: ({ reference }) => inApp(`agreements/${reference}`, 'cancel'),
    },
    aliases: {
      active: () => registered('777123'),
      refused: async () => ({ alias: await registered('000019'), reason: 'alias_declined' }),
      end: ({ reference }) => inApp(`agreements/${reference}`, 'cancel'),
    },
    reportsOn: (reference) => world.rawReportsOn(reference),
    async letPass(seconds = 2) {
      await world.forward(seconds);
      await world.sandbox.deliverReports('due');
    },
    async stop() {
      await world.stop();
      jest.restoreAllMocks();
    },
  };
});
