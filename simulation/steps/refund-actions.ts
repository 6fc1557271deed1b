import type { ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { CreateRefundService } from '../../src/products/payments/refunds/create-refund.service.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/callbacks/handle-acquirer-callback.service.js';
import type { Refund } from '../model/refund.js';
import { refundResult } from '../actors/refund-results.js';
import { repeatUntilAnswered } from '../actors/repeat-callback.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { type ActionKinds, type ActionOf, idOf, refused } from './action-kind.js';
import { refOf } from './direct-billing-actions.js';

type RefundKind = 'refund' | 'acquirer decides on a refund' | 'acquirer reports a refund';

function refundOf(world: World, { sale, refund }: { sale: string; refund: number }): Refund | null {
  return world.model.onlinePayment(sale)?.refunds.at(-1 - refund) ?? null;
}

export const REFUND_ACTIONS: ActionKinds<RefundKind> = {
  refund: {
    title: ({ sale, percent }) => `the partner gives ${percent === null ? 'all that is left' : `${percent} %`} of ${sale} back`,
    async inside(world, process, { sale, percent }) {
      const payment = world.model.onlinePayment(sale);
      const id = await idOf(world, 'payment_transaction', sale);
      if (!payment || id === null) return null;
      const amount = percent === null ? null : Math.max(1, Math.floor((payment.requested.amount * percent) / 100));
      const service = { ...refOf(payment.service), area: 'payment' } as const;
      const caller = { tokenId: '', partnerId: service.partnerId, serviceIds: [] };
      // Not paid, too much, not supported, or not enough in the wallet: nothing was reserved.
      return () => process.get(CreateRefundService).run(caller, service, id, amount).catch(refused(world));
    },
  },
  'acquirer decides on a refund': {
    title: (action, world) =>
      `the acquirer decides on ${refundOf(world, action)?.name ?? `a refund of ${action.sale}`}: ${action.decision}`,
    outside(world, action) {
      const refund = refundOf(world, action);
      if (refund) decide(refund, action.decision);
    },
  },
  'acquirer reports a refund': {
    title: (action, world) =>
      `the acquirer reports of ${refundOf(world, action)?.name ?? `a refund of ${action.sale}`}${action.again ? ', again' : ''}`,
    inside(world, process, action) {
      const refund = refundOf(world, action);
      return refund && refundCallback(world, process, refund, action);
    },
  },
};

/** A decision is final, except that a refund that was given may be cancelled. */
export function decide(refund: Refund, decision: Refund['actualState']): void {
  if (refund.actualState === 'pending' && decision !== 'taken back') refund.actualState = decision;
  if (refund.actualState === 'given' && decision === 'taken back') refund.actualState = decision;
}

/** @returns null when there is nothing to report. */
export function refundCallback(
  world: World,
  process: GatewayProcess,
  refund: Refund,
  { again }: Pick<ActionOf<'acquirer reports a refund'>, 'again'>,
): (() => Promise<unknown>) | null {
  if (refund.actualState === 'unseen') return null;
  const result = refundResult(refund);
  const eventId = again ? `${refund.name}-${result.outcome}` : `${refund.name}-${world.step.index}`;
  const answer = { status: 200, contentType: 'text/plain', body: 'OK' };
  const { reference } = refund;
  const report: ParsedCallback = {
    verdict: 'verified',
    events: [{ kind: 'refund', providerRef: result.providerRef, reference, eventId, result }],
    answer,
  };
  const body = Buffer.from(JSON.stringify(report));
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  const account = refund.test ? 'tryout' : 'acquirer';
  return repeatUntilAnswered(refund, () => process.get(HandleAcquirerCallbackService).run(account, head, () => Promise.resolve(body)));
}
