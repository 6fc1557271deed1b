import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StartedAlias } from '../../../src/connectors/acquirers/port/alias.js';
import type { Submission } from '../../../src/connectors/acquirers/port/submission.js';
import { codeSubmission, type AcquirerWorld, attemptRequest, startedAttempt, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

const WAITING_CODE = '654321'; // not a test value, so the payer has to confirm in the app
const startBlikPayment = async () => {
  const attempt = attemptRequest({ channel: 'blik', expiresAt: new Date(new Date().getTime() + 86_400_000) });
  return startedAttempt(attempt, await world.acquirer().start(attempt));
};
const post = (path: string, form: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.sandbox.url}/bank-app/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
const codeOf = async (bank: string): Promise<string> => ((await (await post(`${bank}/code.json`)).json()) as { code: string }).code;
const pageOf = async (bank: string): Promise<string> => (await fetch(`${world.sandbox.url}/bank-app/${bank}`)).text();
const sendDecision = (bank: string, { reference }: Submission, decision: string): Promise<Response> =>
  post(`${bank}/confirmations/${reference}`, { answer: decision });

describe('the app’s code', () => {
  it('has six digits and is replaced after two minutes', async () => {
    const code = await codeOf('debowy');
    expect(code).toMatch(/^\d{6}$/);
    await world.forward(119);
    expect(await codeOf('debowy')).toBe(code);
    await world.forward(1);
    expect(await pageOf('debowy')).not.toContain(code.slice(0, 3) + ' ' + code.slice(3));
    const started = await startBlikPayment();
    expect(await world.acquirer().submitCode(started, codeSubmission(code))).toMatchObject({ outcome: 'failed', reason: 'code_expired' });
  });

  it('pays once, and does not pay after a newer code was displayed', async () => {
    const code = await codeOf('morski');
    const started = await startBlikPayment();
    expect(await world.acquirer().submitCode(started, codeSubmission(code))).toMatchObject({
      outcome: 'pending',
      next: { kind: 'waitPayer' },
    });
    expect(await world.acquirer().submitCode(await startBlikPayment(), codeSubmission(code))).toMatchObject({ reason: 'code_used' });
    const older = await codeOf('morski');
    expect((await post('morski/code')).status).toBe(303);
    expect(await world.acquirer().submitCode(await startBlikPayment(), codeSubmission(older))).toMatchObject({ reason: 'code_expired' });
  });

  it('pays for one of many payments that use it concurrently', async () => {
    const code = await codeOf('polarny');
    const payments = await Promise.all(Array.from({ length: 5 }, startBlikPayment));
    const results = await Promise.all(payments.map((started) => world.acquirer().submitCode(started, codeSubmission(code))));
    expect(results.filter(({ outcome }) => outcome === 'pending')).toHaveLength(1);
  });
});

describe('a confirmation', () => {
  it('waits for a minute in the app of the code’s bank and then pays the payment', async () => {
    const [started, submission] = [await startBlikPayment(), codeSubmission(await codeOf('polarny'))];
    const { next } = { next: null, ...(await world.acquirer().submitCode(started, submission)) };
    expect(next).toMatchObject({ kind: 'waitPayer' });
    expect(await pageOf('polarny')).toContain(submission.reference);
    expect(await pageOf('debowy')).not.toContain(submission.reference);
    expect((await sendDecision('polarny', submission, 'confirm')).status).toBe(303);
    expect(await world.acquirer().poll(started)).toMatchObject({ outcome: 'paid', submission: submission.reference });
    expect(await pageOf('polarny')).not.toContain(submission.reference);
  });

  it('can be refused, after which the payment accepts another code', async () => {
    const [started, submission] = [await startBlikPayment(), codeSubmission(WAITING_CODE)];
    await world.acquirer().submitCode(started, submission);
    await sendDecision('debowy', submission, 'refuse');
    expect(await world.acquirer().poll(started)).toMatchObject({
      outcome: 'failed',
      reason: 'payer_declined',
      next: { kind: 'needsCode' },
    });
    expect(await world.acquirer().submitCode(started, codeSubmission('777000'))).toMatchObject({ outcome: 'paid' });
  });

  it('expires, and a late or second decision changes nothing', async () => {
    const [started, submission] = [await startBlikPayment(), codeSubmission(WAITING_CODE)];
    await world.acquirer().submitCode(started, submission);
    await world.forward(60);
    expect(await pageOf('debowy')).not.toContain(submission.reference);
    await sendDecision('debowy', submission, 'confirm');
    expect(await world.acquirer().poll(started)).toMatchObject({ outcome: 'failed', reason: 'payer_timeout' });

    const [other, second] = [await startBlikPayment(), codeSubmission(WAITING_CODE)];
    await world.acquirer().submitCode(other, second);
    await sendDecision('debowy', second, 'refuse');
    await sendDecision('debowy', second, 'confirm');
    expect((await world.acquirer().poll(other)).outcome).toBe('failed');
  });

  it('blocks other codes for the payment while it waits', async () => {
    const [started, first] = [await startBlikPayment(), codeSubmission(WAITING_CODE)];
    const results = await Promise.all(
      [first, ...Array.from({ length: 4 }, () => codeSubmission(WAITING_CODE))].map((code) => world.acquirer().submitCode(started, code)),
    );
    expect(results.filter((result) => 'next' in result && result.outcome === 'pending' && result.next.kind === 'waitPayer')).toHaveLength(
      1,
    );
  });

  it('is rejected with another bank, another reference, an unknown decision or from another website', async () => {
    const submission = codeSubmission(WAITING_CODE);
    await world.acquirer().submitCode(await startBlikPayment(), submission);
    expect((await sendDecision('morski', submission, 'confirm')).status).toBe(404);
    expect((await sendDecision('debowy', codeSubmission(WAITING_CODE), 'confirm')).status).toBe(404);
    expect((await sendDecision('debowy', submission, 'perhaps')).status).toBe(404);
    expect((await sendDecision('nobank', submission, 'confirm')).status).toBe(404);
    const crossSiteRequest = {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ answer: 'confirm' }),
    };
    expect((await fetch(`${world.sandbox.url}/bank-app/debowy/confirmations/${submission.reference}`, crossSiteRequest)).status).toBe(403);
  });
});

describe('an alias', () => {
  const alias = (value: string, app: string | null = null): Submission => ({
    kind: 'alias',
    reference: randomUUID().replaceAll('-', ''),
    value,
    app,
  });
  const registerAlias = async (bank: string, value: string): Promise<void> => {
    const [started, submission] = [
      await startBlikPayment(),
      {
        ...codeSubmission(await codeOf(bank)),
        register: { reference: crypto.randomUUID().replaceAll('-', ''), value, label: 'Demo Shop' },
      },
    ];
    await world.acquirer().submitCode(started, submission);
    await sendDecision(bank, submission, 'confirm');
  };

  it('is refused when no app has it', async () => {
    expect(await world.acquirer().submitCode(await startBlikPayment(), alias('nobody'))).toMatchObject({
      outcome: 'failed',
      reason: 'alias_unknown',
    });
  });

  it('requests confirmation in the app that has it, without a code', async () => {
    const value = randomUUID();
    await registerAlias('morski', value);
    const [started, submission] = [await startBlikPayment(), alias(value)];
    expect(await world.acquirer().submitCode(started, submission)).toMatchObject({ outcome: 'pending', next: { kind: 'waitPayer' } });
    await sendDecision('morski', submission, 'confirm');
    expect((await world.acquirer().poll(started)).outcome).toBe('paid');
  });

  it('returns the two apps that have it, after which the payer chooses one app', async () => {
    const value = randomUUID();
    await registerAlias('morski', value);
    await registerAlias('polarny', value);
    const started = await startBlikPayment();
    expect(await world.acquirer().submitCode(started, alias(value))).toMatchObject({
      outcome: 'failed',
      reason: 'alias_ambiguous',
      next: {
        kind: 'needsCode',
        alternatives: [
          { key: 'morski', label: 'Bank Morski' },
          { key: 'polarny', label: 'Bank Polarny' },
        ],
      },
    });
    expect(await world.acquirer().submitCode(started, alias(value, 'polarny'))).toMatchObject({ next: { kind: 'waitPayer' } });
  });

  describe('that is registered with a payment', () => {
    const registerWithPayment = async (code?: string) => {
      const bank = 'morski';
      const register = { reference: randomUUID().replaceAll('-', ''), value: randomUUID(), label: 'Demo Shop' };
      const submission = { ...codeSubmission(code ?? (await codeOf(bank))), register };
      const started = await startBlikPayment();
      await world.acquirer().submitCode(started, submission);
      const startedAlias = { reference: register.reference, value: register.value, providerRef: null, data: null };
      return { started, submission, startedAlias, value: register.value };
    };
    const pollStartedAlias = (startedAlias: StartedAlias) => world.acquirer().aliases.pollAlias(startedAlias);
    const requestsConfirmation = async ({ value }: { value: string }) =>
      (await world.acquirer().submitCode(await startBlikPayment(), alias(value))).outcome === 'pending';

    it('is pending until the payer confirms the payment, and is then active for two years', async () => {
      const { started, submission, startedAlias } = await registerWithPayment();
      expect(await pollStartedAlias(startedAlias)).toMatchObject({ outcome: 'pending', appKey: null });
      await sendDecision('morski', submission, 'confirm');
      expect((await world.acquirer().poll(started)).outcome).toBe('paid');
      const { expiresAt } = { expiresAt: null, ...(await pollStartedAlias(startedAlias)) };
      expect(await pollStartedAlias(startedAlias)).toMatchObject({ outcome: 'active', appKey: 'morski', providerRef: expect.any(String) });
      expect(Number(expiresAt) - (await world.now()).getTime()).toBe(730 * 86_400_000);
      expect(await pageOf('morski')).toContain(`cancel-${startedAlias.reference}`);
      expect(await requestsConfirmation(startedAlias)).toBe(true);
    });

    it('is not registered when the payer confirms only the payment', async () => {
      const { started, submission, startedAlias } = await registerWithPayment();
      await sendDecision('morski', submission, 'confirm-only');
      expect((await world.acquirer().poll(started)).outcome).toBe('paid');
      expect(await pollStartedAlias(startedAlias)).toMatchObject({ outcome: 'failed', reason: 'alias_declined' });
      expect(await requestsConfirmation(startedAlias)).toBe(false);
    });

    it('is refused or expires together with the payment', async () => {
      const [refused, late] = [await registerWithPayment(), await registerWithPayment()];
      await sendDecision('morski', refused.submission, 'refuse');
      expect(await pollStartedAlias(refused.startedAlias)).toMatchObject({ outcome: 'failed', reason: 'payer_declined' });
      await world.forward(60);
      await sendDecision('morski', late.submission, 'confirm');
      expect(await pollStartedAlias(late.startedAlias)).toMatchObject({ outcome: 'failed', reason: 'payer_timeout' });
    });

    it('can be ended by the payer, by the bank and by the merchant', async () => {
      const [first, second, third] = [
        await registerWithPayment('777001'),
        await registerWithPayment('777001'),
        await registerWithPayment('777001'),
      ];
      expect((await world.decideInApp(`morski/agreements/${first.startedAlias.reference}`, 'cancel')).status).toBe(404); // in the app of another bank
      expect((await world.decideInApp(`debowy/agreements/${first.startedAlias.reference}`, 'cancel')).status).toBe(303);
      expect((await world.decideInApp(`debowy/agreements/${second.startedAlias.reference}`, 'close')).status).toBe(303);
      const unregister = () => world.acquirer().aliases.unregisterAlias(third.startedAlias);
      expect(await unregister()).toMatchObject({ outcome: 'unregistered' });
      expect(await unregister()).toMatchObject({ outcome: 'unregistered' });
      for (const registration of [first, second, third]) {
        expect(await pollStartedAlias(registration.startedAlias)).toMatchObject({ outcome: 'unregistered' });
        expect(await requestsConfirmation(registration.startedAlias)).toBe(false);
      }
      expect(await pageOf('debowy')).not.toContain(first.startedAlias.reference);
    });

    it('expires after two years', async () => {
      const { startedAlias } = await registerWithPayment('777001');
      await world.forward(730 * 86_400 - 1);
      expect(await pollStartedAlias(startedAlias)).toMatchObject({ outcome: 'active' });
      await world.forward(1);
      expect(await pollStartedAlias(startedAlias)).toMatchObject({ outcome: 'expired' });
      expect(await requestsConfirmation(startedAlias)).toBe(false);
    });
  });
});

describe('the language of the app', () => {
  const languageOf = async (path: string, header?: string): Promise<string | undefined> => {
    const response = await fetch(`${world.sandbox.url}${path}`, header === undefined ? {} : { headers: { 'accept-language': header } });
    return /<html lang="([^"]+)">/.exec(await response.text())?.[1];
  };

  it('is Polish or English as the browser prefers', async () => {
    for (const path of ['/bank-app', '/bank-app/debowy', '/acquirer']) {
      expect(await languageOf(path, 'pl-PL,pl;q=0.9,en;q=0.8')).toBe('pl');
      expect(await languageOf(path, 'de,en;q=0.5')).toBe('en');
      expect(await languageOf(path, 'de')).toBe('en');
      expect(await languageOf(path)).toBe('en');
    }
    const path = `/acquirer/pay/${startedAttempt(attemptRequest(), await world.acquirer().start(attemptRequest())).providerRef}`;
    expect([await languageOf(path, 'pl'), await languageOf(path, 'en')]).toEqual(['pl', 'en']);
  });

  it('stays as chosen on the following pages', async () => {
    const page = await (await fetch(`${world.sandbox.url}/bank-app/morski?lang=pl`)).text();
    expect(page).toContain('Pokaż kod BLIK');
    expect(page).toContain('action="/bank-app/morski/code?lang=pl"');
    expect((await post('morski/code?lang=pl')).headers.get('location')).toBe('/bank-app/morski?lang=pl');
  });
});
