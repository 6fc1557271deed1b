import { expect, it } from '@jest/globals';
import { PAYMENTS } from './payments.product.js';

it('the scheduled tasks poll every account, including one without new attempts', () => {
  const get = () => ({ accounts: () => ['new', 'old'], tasks: [] }) as never;
  const tasks = PAYMENTS.tasks?.(get).map(({ name }) => name);
  const polls = ['poll-attempts', 'poll-refunds', 'poll-aliases', 'poll-mandates'];
  for (const name of ['new', 'old']) expect(tasks).toEqual(expect.arrayContaining(polls.map((task) => `${task}-${name}`)));
});
