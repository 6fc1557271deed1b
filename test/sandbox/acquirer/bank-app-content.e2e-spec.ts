import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getPage } from '../../checkout/support/page.js';
import {
  mandateCharge,
  codeSubmission,
  mandateRequest,
  type AcquirerWorld,
  attemptRequest,
  startedAttempt,
  startAcquirerWorld,
  startedMandate,
} from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld();
});
afterAll(() => world.stop());

const WAITING_CODE = '654321'; // not a test value, so the payer has to confirm in the app
const BANK = 'debowy'; // codes that no app has displayed belong to this bank
const SELLER = 'Leśna Gra & Co';

/** Returns the text of the group in the bank's app that is about a payment, a mandate, an alias or a charge. */
async function appTextOf(reference: string): Promise<string> {
  const { document } = await getPage(`${world.sandbox.url}/bank-app/${BANK}`);
  const group = document.querySelectorAll('[role=group]').find((group) => group.getAttribute('aria-labelledby')?.endsWith(reference));
  return (group?.textContent ?? '').replace(/\s+/g, ' ');
}

const submitBlikCode = async (
  code: string,
  register: { reference: string; value: string; label: string } | null = null,
): Promise<string> => {
  const attempt = attemptRequest({ channel: 'blik', seller: SELLER });
  const submission = { ...codeSubmission(code), register };
  await world.acquirer().submitCode(startedAttempt(attempt, await world.acquirer().start(attempt)), submission);
  return submission.reference;
};
const requestMandate = async (code: string, model: 'A' | 'O' | 'M' = 'O') => {
  const request = mandateRequest({ code, model });
  request.attempt.seller = SELLER;
  await world.acquirer().recurring.registerMandate(request);
  return request;
};

it('the bank’s app shows the last day on which a mandate can be charged as the end of the mandate', async () => {
  for (const [expiresAt, day] of [
    ['2099-06-15T00:00:00+02:00', '2099-06-14'],
    ['2099-06-15T00:00:01+02:00', '2099-06-15'],
  ] as const) {
    const request = mandateRequest({ code: WAITING_CODE, terms: { ...mandateRequest().terms, expiresAt: new Date(expiresAt) } });
    await world.acquirer().recurring.registerMandate(request);
    expect(await appTextOf(request.reference)).toContain(`Valid until${day}`);
  }
});

describe('the name of the shop', () => {
  it('is in the bank’s app for a payment', async () => expect(await appTextOf(await submitBlikCode(WAITING_CODE))).toContain(SELLER));

  it('is in the bank’s app for a mandate, before and after the payer accepts', async () => {
    expect(await appTextOf((await requestMandate(WAITING_CODE)).reference)).toContain(`Shop${SELLER}`);
    const appText = await appTextOf((await requestMandate('777123')).reference);
    expect(appText.split(SELLER)).toHaveLength(3); // one of them in the collapsed mandate terms
  });

  it('is in the bank’s app for a charge', async () => {
    const request = await requestMandate('777123', 'M');
    const charge = mandateCharge(startedMandate(request), 4_500);
    charge.attempt.seller = 'The shop by its new name';
    await world.acquirer().recurring.chargeMandate(charge);
    expect(await appTextOf(charge.attempt.reference)).toContain('The shop by its new name');
  });

  it('is in the bank’s app for payments without a code', async () => {
    const register = { reference: 'alias-of-the-shop', value: crypto.randomUUID(), label: 'Gems' };
    await submitBlikCode('777123', register);
    expect(await appTextOf(register.reference)).toContain(`Payments at ${SELLER} need no code`);
  });

  it.each(['mbank', 'card', 'google-pay', 'paysafecard', 'paysafecash'] as const)('is on the acquirer’s page of %s', async (channel) => {
    const attempt = attemptRequest({ channel, seller: SELLER });
    const { providerRef } = startedAttempt(attempt, await world.acquirer().start(attempt));
    expect((await getPage(`${world.sandbox.url}/acquirer/pay/${providerRef}`)).text).toContain(`${SELLER} Ten gems`);
  });

  it('is in the JSON for scripts', async () => {
    const reference = await submitBlikCode(WAITING_CODE);
    const waiting = (await (await fetch(`${world.sandbox.url}/bank-app/${BANK}/waiting.json`)).json()) as { payments: object[] };
    expect(waiting.payments).toContainEqual(expect.objectContaining({ reference, seller: SELLER }));
  });
});
