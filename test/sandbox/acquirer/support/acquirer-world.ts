import { randomUUID } from 'node:crypto';
import { RealSystemClock, type SystemClock } from '../../../../src/common/time/clocks.js';
import type { ChannelId } from '../../../../src/connectors/acquirers/catalogue/channel-ids.js';
import type {
  AttemptResult,
  NotFound,
  NotSent,
  AttemptRequest,
  StartedAttempt,
} from '../../../../src/connectors/acquirers/port/attempt.js';
import type { MandateCharge, MandateRequest, MandateResult, StartedMandate } from '../../../../src/connectors/acquirers/port/mandate.js';
import type { RefundRequest } from '../../../../src/connectors/acquirers/port/refund.js';
import { uuidToReference } from '../../../../src/common/reference.js';
import type { RawCallback } from '../../../../src/connectors/acquirers/port/callback.js';
import type { CodeSubmission } from '../../../../src/connectors/acquirers/port/submission.js';
import { SandboxAcquirerConnector } from '../../../../src/connectors/acquirers/sandbox/sandbox-acquirer.connector.js';
import { CONNECTOR_TIMEOUT_MS } from '../../../support/patience.js';
import { SECRET, type SandboxWorld, type SandboxWorldOptions, startSandboxWorld } from '../../support/sandbox-world.js';

/** The real sandbox. Tests call its acquirer through the connector of the gateway. */
export interface AcquirerWorld extends SandboxWorld {
  acquirer(overrides?: { secret?: string; baseUrl?: string; timeoutMs?: number; clock?: SystemClock }): SandboxAcquirerConnector;
  /** Sends the payer's decision with the form of the acquirer's page. */
  decideOnPage(providerRef: string, outcome: string): Promise<Response>;
  /** Sends the payer's decision with a form of a bank's app. */
  decideInApp(path: string, answer: string): Promise<Response>;
  /** Business time, which `forward` moves. */
  now(): Promise<Date>;
  /** Returns the callbacks about a payment, a refund, a mandate or an alias, in the order of their arrival. */
  rawCallbacksAbout(reference: string): RawCallback[];
}

export async function startAcquirerWorld(options: SandboxWorldOptions = {}): Promise<AcquirerWorld> {
  const world = await startSandboxWorld(options);
  const systemClock = new RealSystemClock();
  return Object.assign<SandboxWorld, Omit<AcquirerWorld, keyof SandboxWorld>>(world, {
    acquirer: ({ secret = SECRET, baseUrl = world.sandbox.url, timeoutMs = CONNECTOR_TIMEOUT_MS, clock = systemClock } = {}) =>
      new SandboxAcquirerConnector({ secret, timeoutMs, clock, baseUrl: () => baseUrl }),
    decideOnPage: (providerRef, outcome) =>
      fetch(`${world.sandbox.url}/acquirer/pay/${providerRef}/decision`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome }),
      }),
    decideInApp: (path, answer) =>
      fetch(`${world.sandbox.url}/bank-app/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer }) }),
    async now() {
      const [row] = await world.database.query<{ offset_ms: string }[]>('SELECT offset_ms FROM business_clock');
      return new Date(systemClock.now().getTime() + Number(row?.offset_ms));
    },
    rawCallbacksAbout: (reference) =>
      world.gateway.received
        .filter(({ body }) => body.includes(`"reference":"${reference}"`))
        .map(({ headers, body }) => ({ headers, body, query: {}, address: '127.0.0.1' })),
  });
}

export function attemptRequest(changes: Partial<AttemptRequest> & { channel?: ChannelId } = {}): AttemptRequest {
  return {
    reference: uuidToReference(randomUUID()),
    channel: 'mbank',
    money: { amountMinor: 10_000, currency: 'PLN' },
    seller: 'Gem Shop',
    description: 'Ten gems',
    payer: { name: 'Jan Nowak', email: 'jan@example.com', ip: '192.0.2.1', userAgent: 'Test', country: 'PL', document: null },
    returnUrl: 'https://pay.example.test/pay/1/return',
    callbackUrl: 'https://pay.example.test/connectors/channels/sandbox/reports',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...changes,
  };
}

/** Returns the attempt as the gateway stores it after this result. */
export function startedAttempt(attempt: AttemptRequest, result: AttemptResult | NotSent | NotFound): AttemptRequest & StartedAttempt {
  const stored = 'providerRef' in result ? result : { providerRef: null, data: null };
  return { ...attempt, providerRef: stored.providerRef, data: stored.data };
}

export function codeSubmission(code: string): CodeSubmission {
  return { kind: 'code', reference: uuidToReference(randomUUID()), code, register: null };
}

export function refundRequest(attempt: StartedAttempt, amountMinor: number): RefundRequest {
  const { currency } = attempt.money;
  return { reference: uuidToReference(randomUUID()), attempt, money: { amountMinor, currency }, reason: null };
}

/** Returns a request for a mandate. The defaults are model O and no first payment. */
export function mandateRequest(changes: Partial<MandateRequest> & { money?: AttemptRequest['money'] } = {}): MandateRequest {
  const { money = { amountMinor: 0, currency: 'PLN' }, terms, ...rest } = changes;
  return {
    reference: uuidToReference(randomUUID()),
    attempt: attemptRequest({ channel: 'blik-recurrent', money, description: 'Ten gems a month' }),
    model: 'O',
    code: '777123',
    alias: { value: randomUUID(), label: 'Gem Club' },
    terms: terms ?? { limit: null, totalLimitMinor: null, frequency: null, firstChargeOn: null, chargesLimit: null, expiresAt: null },
    lines: [],
    ...rest,
  };
}

/** Returns the mandate as the gateway stores it after this result. */
export function startedMandate(
  { reference, model, alias }: MandateRequest,
  result: MandateResult | NotSent | NotFound = { outcome: 'not_sent' },
): StartedMandate {
  const stored = 'providerRef' in result ? result : { providerRef: null, data: null };
  return { reference, model, aliasValue: alias.value, providerRef: stored.providerRef, data: stored.data };
}

export function mandateCharge(mandate: StartedMandate, amountMinor: number, changes: Partial<MandateCharge> = {}): MandateCharge {
  const attempt = attemptRequest({ channel: 'blik-recurrent', money: { amountMinor, currency: 'PLN' } });
  return { attempt, mandate, label: null, lines: [], until: null, ...changes };
}
