import { describe, expect, it } from '@jest/globals';
import { WatchedPayments } from './watched-payments.js';

describe('watched payments', () => {
  it('send each new state once to each of their listeners', () => {
    const payments = new WatchedPayments();
    const sent: string[] = [];
    payments.add('a', (state) => sent.push(`1:${state}`));
    payments.add('a', (state) => sent.push(`2:${state}`));
    payments.add('b', (state) => sent.push(`b:${state}`));
    payments.publishStates(new Map([['a', 'waiting']]));
    payments.publishStates(
      new Map([
        ['a', 'waiting'],
        ['c', 'paid'],
      ]),
    );
    payments.publishStates(new Map([['a', 'paid']]));
    expect(sent).toEqual(['1:waiting', '2:waiting', '1:paid', '2:paid']);
  });

  it('send the last known state to a new listener', () => {
    const payments = new WatchedPayments();
    const sent: string[] = [];
    payments.add('a', () => undefined);
    payments.publishStates(new Map([['a', 'waiting']]));
    payments.add('a', (state) => sent.push(state));
    expect(sent).toEqual(['waiting']);
  });

  it('are removed with their last listener', () => {
    const payments = new WatchedPayments();
    const [removeFirst, removeSecond] = [payments.add('a', () => undefined), payments.add('a', () => undefined)];
    removeFirst();
    expect(payments.ids).toEqual(['a']);
    removeSecond();
    expect(payments.ids).toEqual([]);
  });
});
