import { expect, it } from '@jest/globals';
import type { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import type { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { PaymentTasks } from './scheduled-tasks.js';

it('the scheduled tasks poll every account, including one without new attempts', () => {
  const connectors = { accounts: () => ['new', 'old'], serving: () => null } as unknown as AcquirerConnectors;
  const tasks: string[] = [];
  const periodic = { register: ({ name }: { name: string }) => tasks.push(name) } as unknown as PeriodicTasks;
  const unused = null as never;
  new PaymentTasks(periodic, connectors, unused, unused, unused, unused).onModuleInit();
  const polls = ['poll-attempts', 'poll-refunds', 'poll-aliases', 'poll-mandates'];
  for (const name of ['new', 'old']) expect(tasks).toEqual(expect.arrayContaining(polls.map((task) => `${task}-${name}`)));
});
