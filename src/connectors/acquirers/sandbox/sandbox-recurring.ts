import type { ProviderResponse } from '../../http/provider-request.js';
import type { AttemptResult, NotFound, NotSent } from '../port/attempt.js';
import type { MandateCharge, MandateRequest, MandateResult, RecurringOperations, RevokedFor, StartedMandate } from '../port/mandate.js';
import { toMandatePollResult, toMandateStartResult } from './sandbox-mandate.mapping.js';
import { acquirerOrderOf, type SandboxClient } from './sandbox-client.js';
import { notFound, toPollResult, toStartResult } from './sandbox-acquirer.mapping.js';

/** Recurring payments at the simulated acquirer, by the gateway's references. */
export class SandboxRecurring implements RecurringOperations {
  constructor(private readonly client: SandboxClient) {}

  async registerMandate({ reference, attempt, model, code, alias, terms, lines }: MandateRequest): Promise<MandateResult | NotSent> {
    const { limit, totalLimitMinor, frequency, firstChargeOn, chargesLimit, expiresAt } = terms;
    const order = {
      ...acquirerOrderOf(attempt),
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
    return toMandateStartResult(await this.client.post('consents', order));
  }

  async chargeMandate({ attempt, mandate, label, lines, until }: MandateCharge): Promise<AttemptResult | NotSent> {
    const order = { ...acquirerOrderOf(attempt), aliasLabel: label, lines, until };
    const response = await this.client.post(`${pathOf(mandate)}/charges`, order);
    // The acquirer does not know the mandate, so it has charged nothing and the attempt has failed.
    return notFound(response) ? toUnknownMandateResult(response) : toStartResult(response);
  }

  async pollMandate(mandate: StartedMandate): Promise<MandateResult | NotFound> {
    return toPolledMandate(await this.client.get(pathOf(mandate)));
  }

  async revokeMandate(mandate: StartedMandate, revokedFor: RevokedFor): Promise<MandateResult | NotFound> {
    return toPolledMandate(await this.client.post(`${pathOf(mandate)}/revoke`, { by: revokedFor.toUpperCase() }));
  }
}

function toUnknownMandateResult(response: ProviderResponse): AttemptResult {
  return { ...toPollResult(response), outcome: 'failed', reason: 'alias_unknown', rawCode: 'UNKNOWN_REFERENCE' };
}

function toPolledMandate(response: ProviderResponse): MandateResult | NotFound {
  return notFound(response) ?? toMandatePollResult(response);
}

function pathOf({ reference }: StartedMandate): string {
  return `consents/of/${encodeURIComponent(reference)}`;
}
