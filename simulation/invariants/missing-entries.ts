import type { ReferenceModel } from '../model/reference-model.js';
import { isBookable } from '../model/chargeback.js';
import type { StaffCommand } from '../model/staff-command.js';
import type { Refund } from '../model/refund.js';
import { settleNextBatch } from '../model/settle.js';

/**
 * Messages about entries that must have been posted in this step and are missing. Changes the model: each new chargeback is checked once,
 * and a settlement that is done is settled to its end.
 */
export function missingEntries(model: ReferenceModel): string[] {
  return [
    ...missingRefundEntries(model),
    ...missingChargebackEntries(model),
    ...[...model.staffCommands.values()].flatMap((command) => commandProblems(model, command)),
  ];
}

function missingRefundEntries({ refunds }: ReferenceModel): string[] {
  return [...refunds.values()].flatMap((refund) => {
    const missing = neededKinds(refund).find((kind) => !refund.postedEntries.has(kind));
    return missing === undefined ? [] : [`${refund.name} is ${refund.gatewayState ?? ''}, but there is no ${missing}`];
  });
}

/** Kinds of the entries that a refund in its state must have. */
function neededKinds({ gatewayState, postedEntries }: Refund): string[] {
  const failureKind = postedEntries.has('refund.completed') ? 'refund.taken_back' : 'refund.released';
  switch (gatewayState) {
    case null:
      return [];
    case 'refund_completed':
      return ['refund.reserved', 'refund.completed'];
    case 'refund_rejected':
    case 'refund_failed':
      return ['refund.reserved', failureKind];
    default:
      return ['refund.reserved'];
  }
}

/** Chargebacks that the gateway acknowledged in this step, could book, and did not book. */
function missingChargebackEntries({ attempts }: ReferenceModel): string[] {
  const newChargebacks = [...attempts.values()]
    .flatMap((attempt) => attempt.chargebacks)
    .filter(({ callbackReceived }) => callbackReceived === 'in this step');
  return newChargebacks.flatMap((chargeback) => {
    chargeback.callbackReceived = 'earlier';
    return chargeback.wasBookable && isBookable(chargeback) ? [`${chargeback.name} is bookable, but there is no payment.chargeback`] : [];
  });
}

/**
 * Returns a message when the ledger contradicts the result that staff got: the command is done but not posted, or rejected but posted. Of a
 * settlement that is done, no batch of the period may be left to settle.
 */
function commandProblems({ ledger }: ReferenceModel, command: StaffCommand): string[] {
  const { name, result, kind } = command;
  if (kind === 'settlement')
    return result === 'done' && settleNextBatch(ledger, command) ? [`${name} is done, but its period is not completely settled`] : [];
  if (result === 'done' && !command.isPosted) return [`${name} is done, but it is not posted`];
  return result === 'rejected' && command.isPosted ? [`${name} was rejected, but it is posted`] : [];
}
