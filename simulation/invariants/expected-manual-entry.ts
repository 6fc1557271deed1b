import type { ReferenceModel } from '../model/reference-model.js';
import { settleNext } from '../model/settle.js';
import { type ExpectedEntry, lines } from './entry-lines.js';

export function settled(model: ReferenceModel, name: string): ExpectedEntry {
  const order = model.orders.get(name);
  if (order?.kind !== 'settlement') return { why: 'there is no such settlement' };
  const moved = settleNext(model.ledger, order);
  return moved ? lines(order.test, moved) : { why: `all of ${name} has been settled already` };
}

export function paidOut(model: ReferenceModel, name: string): ExpectedEntry {
  const order = model.orders.get(name);
  if (order?.kind !== 'payout') return { why: 'there is no such payout' };
  if (order.isPosted) return { why: `${name} has been entered already` };
  const { partnerId, minor, test } = order;
  const { ledger } = model;
  // Of two decisions that draw on a wallet at the same moment, either may be the first.
  const payable = Math.max(
    ledger.available(partnerId, test) - ledger.owed(partnerId, test),
    ledger.availableBefore(partnerId, test) - ledger.owedBefore(partnerId, test),
  );
  if (minor > payable) return { why: `${name} is more than is left of what the partner owes` };
  order.isPosted = true;
  return lines(order.test, { [`partner:available ${order.partnerId}`]: order.minor, 'platform:liquidity': -order.minor });
}

export function adjusted(model: ReferenceModel, name: string): ExpectedEntry {
  const order = model.orders.get(name);
  if (order?.kind !== 'adjustment') return { why: 'there is no such adjustment' };
  if (order.isPosted) return { why: `${name} has been entered already` };
  order.isPosted = true;
  const { debit, credit, partnerId, minor, test } = order;
  const full = (account: string): string => (account.startsWith('partner:') ? `${account} ${partnerId ?? ''}` : account);
  return lines(test, { [full(debit)]: minor, [full(credit)]: -minor });
}
