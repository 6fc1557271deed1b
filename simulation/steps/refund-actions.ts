import type { ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { CreateRefundService } from '../../src/products/payments/refunds/create-refund.service.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import type { Refund } from '../model/refund.js';
import { actualRefundResult } from '../actors/refund-results.js';
import { markUntilAcknowledged } from '../actors/mark-until-acknowledged.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { type ActionKinds, type ActionOf, rowIdOf, ignoreRejection } from './action-kind.js';
import { serviceRef } from './direct-billing-actions.js';

type RefundKind = 'refund' | 'acquirer decides on a refund' | 'acquirer sends refund callback';

function refundOf(world: World, { sale, refund }: { sale: string; refund: number }): Refund | null {
  return world.model.onlinePayment(sale)?.refunds.at(-1 - refund) ?? null;
}

export const REFUND_ACTIONS: ActionKinds<RefundKind> = {
  refund: {
    title: ({ sale, percent }) => `the partner refunds ${percent === null ? 'all that is left' : `${percent} %`} of ${sale}`,
    async gatewayWork(world, process, { sale, percent }) {
      const payment = world.model.onlinePayment(sale);
      const id = await rowIdOf(world, 'payment_transaction', sale);
      if (!payment || id === null) return null;
      const amount = percent === null ? null : Math.max(1, Math.floor((payment.requested.amount * percent) / 100));
      const service = { ...serviceRef(payment.service), area: 'payment' } as const;
      const caller = { tokenId: '', partnerId: service.partnerId, serviceIds: [] };
      // The gateway rejects the refund when the payment is not paid, the amount is too high, the channel has no refunds, or the wallet is
      // too low.
      return () => process.get(CreateRefundService).run(caller, service, id, amount).catch(ignoreRejection(world));
    },
  },
  'acquirer decides on a refund': {
    title: (action, world) =>
      `the acquirer decides on ${refundOf(world, action)?.name ?? `a refund of ${action.sale}`}: ${action.decision}`,
    actOutside(world, action) {
      const refund = refundOf(world, action);
      if (refund) decideRefund(refund, action.decision);
    },
  },
  'acquirer sends refund callback': {
    title: (action, world) =>
      `the acquirer sends a callback about ${refundOf(world, action)?.name ?? `a refund of ${action.sale}`}${action.isRepeat ? ', again' : ''}`,
    gatewayWork(world, process, action) {
      const refund = refundOf(world, action);
      return refund && refundCallback(world, process, refund, action);
    },
  },
};

/** Applies the acquirer's decision on a pending refund, which is final, or the later reversal of a completed refund. */
export function decideRefund(refund: Refund, decision: Refund['actualState']): void {
  if (refund.actualState === 'pending' && decision !== 'reversed') refund.actualState = decision;
  if (refund.actualState === 'completed' && decision === 'reversed') refund.actualState = decision;
}

/** Prepares the acquirer's callback about a refund. @returns null when the acquirer has not received the refund. */
export function refundCallback(
  world: World,
  process: GatewayProcess,
  refund: Refund,
  { isRepeat }: Pick<ActionOf<'acquirer sends refund callback'>, 'isRepeat'>,
): (() => Promise<unknown>) | null {
  if (refund.actualState === 'unseen') return null;
  const result = actualRefundResult(refund);
  const eventId = isRepeat ? `${refund.name}-${result.outcome}` : `${refund.name}-${world.step.index}`;
  const answer = { status: 200, contentType: 'text/plain', body: 'OK' };
  const { reference } = refund;
  const callback: ParsedCallback = {
    verdict: 'verified',
    events: [{ kind: 'refund', providerRef: result.providerRef, reference, eventId, result }],
    answer,
  };
  const body = Buffer.from(JSON.stringify(callback));
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  const account = refund.test ? 'tryout' : 'acquirer';
  return markUntilAcknowledged(refund, () => process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(body)));
}
