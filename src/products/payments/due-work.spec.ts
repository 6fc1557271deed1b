import { expect, it } from '@jest/globals';
import type { ChannelConnectors } from '../../connectors/channels/port/channel-connectors.js';
import type { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { PaymentsDueWork } from './due-work.js';

it('polls every account, also one that gets no new attempts', () => {
  const connectors = { accounts: () => ['new', 'old'], serving: () => null } as unknown as ChannelConnectors;
  const tasks: string[] = [];
  const periodic = { register: ({ name }: { name: string }) => tasks.push(name) } as unknown as PeriodicTasks;
  const none = null as never;
  new PaymentsDueWork(periodic, connectors, none, none, none, none).onModuleInit();
  const polls = ['payment-ask', 'payment-refund', 'payment-alias', 'subscription-ask'];
  for (const name of ['new', 'old']) expect(tasks).toEqual(expect.arrayContaining(polls.map((task) => `${task}-${name}`)));
});
