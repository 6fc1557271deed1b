import type { MandateRequest } from '../../src/connectors/acquirers/port/mandate.js';
import type { Mandate } from '../model/mandate.js';
import { isBeforeStart, isPastEnd, chargeLimit } from '../model/mandate-totals.js';
import { dayOf } from '../model/day.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import { formatAmount } from '../model/amounts.js';
import type { World } from '../world/world.js';

/** Checks that the gateway requests the mandate at the bank with the terms and the alias that the partner chose. */
export function checkMandateRequest(
  world: World,
  { name, aliasValue, terms, payment }: Mandate,
  { model, terms: requestedTerms, alias }: MandateRequest,
): void {
  const { limit, totalLimitMinor, chargesLimit, frequency, firstChargeOn, expiresAt } = requestedTerms;
  // The keys are those of `ModelMandateTerms`.
  const sentTerms = {
    model,
    maxChargeMinor: limit?.amountMinor ?? null,
    maxTotalMinor: totalLimitMinor,
    maxCount: chargesLimit,
    periodDays: frequency === null ? null : Number(frequency.replace('D', '')),
    firstDay: firstChargeOn && dayOf(firstChargeOn),
    lastDay: expiresAt && dayOf(new Date(expiresAt.getTime() - 1)), // the mandate ends at the midnight after its last day
  };
  const differences = Object.entries(terms).filter(([key, expected]) => sentTerms[key as keyof typeof sentTerms] !== expected);
  if (differences.length > 0 || alias.value !== payment.requestedMandate?.aliasValue || alias.value !== aliasValue)
    world.found('requests match the mandate', `${name} is requested with other terms: ${differences.map(([key]) => key).join(', ')}`);
}

interface MandateChargeRequest {
  /** Business time of the process that sends the request. */
  now: Date;
  aliasValue: string;
  /** Whether the gateway requests the payer's confirmation. */
  needsConfirmation: boolean;
}

/** Checks a charge that the gateway requests at the bank, against the mandate's terms, its state and its time. */
export function checkMandateCharge(
  world: World,
  mandate: Mandate | null,
  charge: AcquirerAttempt,
  { now, aliasValue, needsConfirmation }: MandateChargeRequest,
): void {
  const { name, requested, payment } = charge;
  if (!mandate) return world.found('requests match the mandate', `${name} is charged without a mandate`);
  const { terms } = mandate;
  const subject = `${name} charges ${mandate.name}`;
  if (requested.amount !== payment.requested.amount || requested.amount > chargeLimit(mandate) || requested.currency !== 'PLN')
    world.found('requests match the mandate', `${subject}: ${formatAmount(requested.amount)} of ${formatAmount(payment.requested.amount)}`);
  if (aliasValue !== mandate.aliasValue || needsConfirmation !== (terms.model === 'M') || payment.service !== mandate.payment.service)
    world.found('requests match the mandate', `${subject} by another alias, without the model's confirmation, or from another service`);
  if (!mandate.reportedOutcomes.has('active'))
    world.found('no charge before or after the mandate', `${subject}, which its payer has not accepted`);
  if (isBeforeStart(mandate, now)) world.found('no charge before or after the mandate', `${subject} before its first day`);
  if (isPastEnd(mandate, now)) world.found('no charge before or after the mandate', `${subject} after its last day`);
  // A concurrent action may end the mandate between the gateway's check and its request.
  if (world.step.concurrent) return;
  const isOver = mandate.gatewayState !== 'subscription_active' || (mandate.endedInStep !== null && mandate.endedInStep < world.step.index);
  if (isOver) world.found('no charge before or after the mandate', `${subject}, which has ended: ${mandate.gatewayState}`);
}
