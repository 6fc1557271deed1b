import type { ReferenceModel } from '../model/reference-model.js';
import { settleNextBatch } from '../model/settle.js';
import { type ExpectedEntry, newExpectedEntry } from './expected-postings.js';

export function consumeSettlement(model: ReferenceModel, name: string): ExpectedEntry {
  const command = model.staffCommands.get(name);
  if (command?.kind !== 'settlement') return { problem: 'there is no such settlement' };
  const postings = settleNextBatch(model.ledger, command);
  return postings ? newExpectedEntry(command.test, postings) : { problem: `the whole period of ${name} is settled already` };
}

export function consumePayout(model: ReferenceModel, name: string): ExpectedEntry {
  const command = model.staffCommands.get(name);
  if (command?.kind !== 'payout') return { problem: 'there is no such payout' };
  if (command.isPosted) return { problem: `${name} is posted already` };
  const { partnerId, amountMinor, test } = command;
  const { ledger } = model;
  // Two entries of one step may draw on the same wallet. Their order is not known, so the balance before the step is accepted too.
  const payable = Math.max(
    ledger.available(partnerId, test) - ledger.owed(partnerId, test),
    ledger.availableBefore(partnerId, test) - ledger.owedBefore(partnerId, test),
  );
  if (amountMinor > payable) return { problem: `${name} is ${amountMinor}, but only ${payable} is payable` };
  command.isPosted = true;
  return newExpectedEntry(command.test, {
    [`partner:available ${command.partnerId}`]: command.amountMinor,
    'platform:liquidity': -command.amountMinor,
  });
}

export function consumeAdjustment(model: ReferenceModel, name: string): ExpectedEntry {
  const command = model.staffCommands.get(name);
  if (command?.kind !== 'adjustment') return { problem: 'there is no such adjustment' };
  if (command.isPosted) return { problem: `${name} is posted already` };
  command.isPosted = true;
  const { debit, credit, partnerId, amountMinor, test } = command;
  const accountKey = (account: string): string => (account.startsWith('partner:') ? `${account} ${partnerId ?? ''}` : account);
  return newExpectedEntry(test, { [accountKey(debit)]: amountMinor, [accountKey(credit)]: -amountMinor });
}
