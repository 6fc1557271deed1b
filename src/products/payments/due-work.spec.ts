import { expect, it } from '@jest/globals';
import { ChannelConnectorTable } from '../../connectors/channels/channel-connector-table.js';
import type { ChannelConnector } from '../../connectors/channels/port/channel-connector.js';
import type { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { PaymentsDueWork } from './due-work.js';

it('polls every account, also one that gets no new attempts', () => {
  const account = (name: string) => ({ name, capabilities: { blik: {} } }) as unknown as ChannelConnector;
  const tasks: string[] = [];
  const periodic = { register: ({ name }: { name: string }) => tasks.push(name) } as unknown as PeriodicTasks;
  const none = null as never;
  new PaymentsDueWork(periodic, new ChannelConnectorTable([account('new'), account('old')]), none, none, none, none).onModuleInit();
  const polls = ['payment-ask', 'payment-refund', 'payment-alias', 'subscription-ask'];
  for (const name of ['new', 'old']) expect(tasks).toEqual(expect.arrayContaining(polls.map((task) => `${task}-${name}`)));
});
