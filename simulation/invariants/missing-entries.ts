import type { ReferenceModel } from '../model/reference-model.js';
import { isBookable } from '../model/chargeback.js';
import type { StaffCommand } from '../model/staff-order.js';
import type { Refund } from '../model/refund.js';
import { settleNext } from '../model/settle.js';

/** What has happened and is missing in the ledger, although it must be entered at once. */
export function missingEntries(model: ReferenceModel): string[] {
  return [...refunds(model), ...chargebacks(model), ...[...model.orders.values()].flatMap((order) => undone(model, order))];
}

function refunds({ refunds: all }: ReferenceModel): string[] {
  return [...all.values()].flatMap((refund) => {
    const missing = neededOf(refund).find((kind) => !refund.postedEntries.has(kind));
    return missing === undefined ? [] : [`${refund.name} is ${refund.state ?? ''}, and there is no ${missing}`];
  });
}

function neededOf({ state, postedEntries }: Refund): string[] {
  const ended = postedEntries.has('refund.completed') ? 'refund.taken_back' : 'refund.released';
  switch (state) {
    case null:
      return [];
    case 'refund_completed':
      return ['refund.reserved', 'refund.completed'];
    case 'refund_rejected':
    case 'refund_failed':
      return ['refund.reserved', ended];
    default:
      return ['refund.reserved'];
  }
}

/** Each chargeback is judged once, when the gateway receives its report. */
function chargebacks({ attempts }: ReferenceModel): string[] {
  const heard = [...attempts.values()]
    .flatMap((attempt) => attempt.chargebacks)
    .filter(({ callbackReceived }) => callbackReceived === 'now');
  return heard.flatMap((chargeback) => {
    chargeback.callbackReceived = 'before';
    return chargeback.wasDue && isBookable(chargeback) ? [`${chargeback.name} was taken back, and there is no payment.chargeback`] : [];
  });
}

/** Decisions that staff were told have been carried out. */
function undone({ ledger }: ReferenceModel, order: StaffCommand): string[] {
  const { name, result, kind } = order;
  if (kind === 'settlement')
    return result === 'done' && settleNext(ledger, order) ? [`${name} is done, and not all of its period is settled`] : [];
  if (result === 'done' && !order.isPosted) return [`${name} is done, and it is not entered`];
  return result === 'refused' && order.isPosted ? [`${name} was refused, and it is entered`] : [];
}
