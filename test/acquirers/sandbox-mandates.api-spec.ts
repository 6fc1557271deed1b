import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { uuidToReference } from '../../src/common/reference.js';
import {
  codeSubmission,
  mandateRequest,
  attemptRequest,
  startAcquirerWorld,
  startedAttempt,
} from '../sandbox/acquirer/support/acquirer-world.js';
import { describeAcquirerMandates } from './acquirer-mandates.contract.js';

describeAcquirerMandates('to the sandbox', async () => {
  const world = await startAcquirerWorld({ clockStopped: true });
  const submitted = async (code: string, value: string = randomUUID()) => {
    const attempt = attemptRequest({ channel: 'blik-level0' });
    const alias = { reference: uuidToReference(randomUUID()), value };
    const submission = { ...codeSubmission(code), register: { ...alias, label: 'Demo Shop' } };
    await world.acquirer().submitCode(startedAttempt(attempt, await world.acquirer().start(attempt)), submission);
    return { submission, alias: { ...alias, providerRef: null, data: null } };
  };
  const registered = async (code: string) => (await submitted(code)).alias;
  const registeredIn = async (bank: string, value: string) => {
    const { code } = (await (await world.decideInApp(`${bank}/code.json`, '')).json()) as { code: string };
    const { submission, alias } = await submitted(code, value);
    await world.decideInApp(`${bank}/confirmations/${submission.reference}`, 'confirm');
    return alias;
  };
  const inApp = async (path: string, answer: string) => void (await world.decideInApp(`debowy/${path}`, answer));
  return {
    connector: world.acquirer(),
    impatient: world.acquirer({ timeoutMs: 500 }),
    recurring: {
      accepted: () => mandateRequest(),
      waiting: () => mandateRequest({ code: '654321' }),
      refused: { mandate: () => mandateRequest({ code: '000007' }), reason: 'not_supported' },
      silent: () => mandateRequest({ code: '000013' }),
      charges: { paid: 1_000, silent: 777_93, refused: { amountMinor: 120_00, reason: 'insufficient_funds' } },
      accept: ({ reference }) => inApp(`consents/${reference}`, 'accept'),
      end: ({ reference }) => inApp(`agreements/${reference}`, 'cancel'),
    },
    aliases: {
      active: () => registered('777123'),
      refused: async () => ({ alias: await registered('000019'), reason: 'alias_declined' }),
      inTwoApps: async ([one, other]) => [await registeredIn('debowy', one), await registeredIn('morski', other)],
      end: ({ reference }) => inApp(`agreements/${reference}`, 'cancel'),
    },
    reportsOn: (reference) => world.rawCallbacksAbout(reference),
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
