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
  const submitCode = async (code: string, value: string = randomUUID()) => {
    const attempt = attemptRequest({ channel: 'blik-level0' });
    const alias = { reference: uuidToReference(randomUUID()), value };
    const submission = { ...codeSubmission(code), register: { ...alias, label: 'Demo Shop' } };
    await world.acquirer().submitCode(startedAttempt(attempt, await world.acquirer().start(attempt)), submission);
    return { submission, alias: { ...alias, providerRef: null, data: null } };
  };
  const registerAlias = async (code: string) => (await submitCode(code)).alias;
  const registerAliasIn = async (bank: string, value: string) => {
    const { code } = (await (await world.decideInApp(`${bank}/code.json`, '')).json()) as { code: string };
    const { submission, alias } = await submitCode(code, value);
    await world.decideInApp(`${bank}/confirmations/${submission.reference}`, 'confirm');
    return alias;
  };
  const decide = async (path: string, decision: string) => void (await world.decideInApp(`debowy/${path}`, decision));
  return {
    connector: world.acquirer(),
    withShortTimeout: world.acquirer({ timeoutMs: 500 }),
    recurring: {
      accepted: () => mandateRequest(),
      waiting: () => mandateRequest({ code: '654321' }),
      refused: { mandate: () => mandateRequest({ code: '000007' }), reason: 'not_supported' },
      silent: () => mandateRequest({ code: '000013' }),
      charges: { paid: 1_000, silent: 777_93, refused: { amountMinor: 120_00, reason: 'insufficient_funds' } },
      acceptInApp: ({ reference }) => decide(`consents/${reference}`, 'accept'),
      revokeInApp: ({ reference }) => decide(`agreements/${reference}`, 'cancel'),
    },
    aliases: {
      active: () => registerAlias('777123'),
      refused: async () => ({ alias: await registerAlias('000019'), reason: 'alias_declined' }),
      registerInTwoApps: async ([first, second]) => [await registerAliasIn('debowy', first), await registerAliasIn('morski', second)],
      removeInApp: ({ reference }) => decide(`agreements/${reference}`, 'cancel'),
    },
    callbacksForReference: (reference) => world.rawCallbacksAbout(reference),
    async passTime(seconds = 2) {
      await world.forward(seconds);
      await world.sandbox.deliverCallbacks('due');
    },
    async stop() {
      await world.stop();
      jest.restoreAllMocks();
    },
  };
});
