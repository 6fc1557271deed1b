import type { Exchanged } from '../../exchange/http-exchange.js';
import type { AttemptResult, NotFound, NotSent } from '../port/attempt.js';
import type { ConsentCharge, ConsentRequest, ConsentResult, RecurringOperations, StartedConsent } from '../port/consent.js';
import { toConsent, toConsentBegun } from './sandbox-agreement.mapping.js';
import type { SandboxCalls } from './sandbox-calls.js';
import { notFound, toAnswered, toBegun } from './sandbox-channel.mapping.js';
import { saleOf } from './sandbox-sale.js';

/** Recurring payments at the simulated acquirer, by the gateway's own names. */
export class SandboxRecurring implements RecurringOperations {
  constructor(private readonly calls: SandboxCalls) {}

  async registerConsent({ reference, attempt, model, code, alias, terms, lines }: ConsentRequest): Promise<ConsentResult | NotSent> {
    const { limit, totalLimitMinor, frequency, firstChargeOn, chargesLimit, expiresAt } = terms;
    const order = {
      ...saleOf(attempt),
      reference,
      paymentReference: attempt.reference,
      model,
      code,
      alias: alias.value,
      aliasLabel: alias.label,
      limit: limit && limit.amountMinor,
      totalLimit: totalLimitMinor,
      frequency,
      firstChargeOn,
      chargesLimit,
      until: expiresAt,
      lines,
    };
    return toConsentBegun(await this.calls.post('consents', order));
  }

  async chargeConsent({ attempt, consent, label, lines, until }: ConsentCharge): Promise<AttemptResult | NotSent> {
    const order = { ...saleOf(attempt), aliasLabel: label, lines, until };
    const exchanged = await this.calls.post(`${pathOf(consent)}/charges`, order);
    // Without a consent nothing is charged.
    return notFound(exchanged) ? refusedFor(exchanged) : toBegun(exchanged);
  }

  async askConsent(consent: StartedConsent): Promise<ConsentResult | NotFound> {
    return read(await this.calls.get(pathOf(consent)));
  }

  async revokeConsent(consent: StartedConsent): Promise<ConsentResult | NotFound> {
    return read(await this.calls.post(`${pathOf(consent)}/revoke`, {}));
  }
}

function refusedFor(exchanged: Exchanged): AttemptResult {
  return { ...toAnswered(exchanged), outcome: 'failed', reason: 'alias_unknown', rawCode: 'UNKNOWN_REFERENCE' };
}

function read(exchanged: Exchanged): ConsentResult | NotFound {
  return notFound(exchanged) ?? toConsent(exchanged);
}

function pathOf({ reference }: StartedConsent): string {
  return `consents/of/${encodeURIComponent(reference)}`;
}
