import { StateHistory } from '../../src/platform/history/state-history.js';
import { ListingCounters } from '../../src/platform/listing/listing-counters.js';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { PartnerCallStore } from '../../src/products/sms/partner-calls/partner-call-store.js';
import { ReceiveMessageService } from '../../src/products/sms/inbound/receive-message.service.js';
import type { Bug } from './bug.js';
import { changeStatement, changeText, replaceMethod } from './plant.js';

export const PLATFORM_BUGS: readonly Bug[] = [
  {
    name: 'event-lost',
    what: 'Of two events of one change only the last is kept',
    plant: (process) =>
      replaceMethod<Outbox['append']>(
        process.get(Outbox),
        'append',
        (original) => (tx, events) =>
          original(
            tx,
            events.filter((event, index) => events.findLastIndex(({ subjectId }) => subjectId === event.subjectId) === index),
          ),
      ),
  },
  {
    name: 'events-out-of-order',
    what: 'Events of one change are written the last one first',
    plant: (process) =>
      replaceMethod<Outbox['append']>(process.get(Outbox), 'append', (original) => (tx, events) => original(tx, events.toReversed())),
  },
  {
    name: 'failure-taken-for-ok',
    what: 'A partner that answers with 500 has acknowledged',
    plant: (process) =>
      replaceMethod<OutboundClient['post']>(process.get(OutboundClient), 'post', (original) => async (request) => {
        const response = await original(request);
        return response.httpStatus === 500 ? { ...response, httpStatus: 200, excerpt: 'OK' } : response;
      }),
  },
  {
    name: 'claim-without-lease',
    what: 'Whoever claims a notification holds it for no time at all',
    plant: (process) =>
      changeStatement(process, /FROM webhook_claim\(/, (statement) => ({
        ...statement,
        values: statement.values.map((value, index, { [2]: now }) => (index === 3 ? now : value)),
      })),
  },
  {
    name: 'counter-not-moved',
    what: 'A list counts what enters a state, and not what leaves it',
    plant: (process) =>
      replaceMethod<ListingCounters['change']>(
        process.get(ListingCounters),
        'change',
        (original) => (tx, changes) =>
          original(
            tx,
            changes.filter(({ by }) => by > 0),
          ),
      ),
  },
  {
    name: 'history-forgotten',
    what: 'Of several changes in one transaction the history keeps the first',
    plant: (process) =>
      replaceMethod<StateHistory['record']>(
        process.get(StateHistory),
        'record',
        (original) => (tx, changes) => original(tx, changes.slice(0, 1)),
      ),
  },
  {
    name: 'message-sold-twice',
    what: 'A message that the SMS gateway repeats is another message',
    plant(process) {
      let times = 0;
      replaceMethod<ReceiveMessageService['run']>(process.get(ReceiveMessageService), 'run', (original) => (message, test) => {
        times += 1;
        return original({ ...message, id: times % 3 === 0 ? `${message.id}-${times}` : message.id }, test);
      });
    },
  },
  {
    name: 'code-used-twice',
    what: 'A code that was used is found unused once more',
    plant: (process) =>
      changeText(
        process,
        'NULL::timestamptz AS "usedAt" FROM used',
        'NULL::timestamptz AS "usedAt" FROM (SELECT * FROM used UNION ALL SELECT * FROM sms_transaction WHERE service_id = $1 AND code = $2) AS used LIMIT 1',
      ),
  },
  {
    name: 'pack-code-sold-twice',
    what: 'A code of a pack is given out without being marked as taken',
    plant: (process) =>
      changeText(
        process,
        /SET message_id = \$2, taken_at = \$3\s+WHERE/,
        'SET message_id = NULL WHERE $2::text IS NOT NULL AND $3::timestamptz IS NOT NULL AND',
      ),
  },
  {
    name: 'program-never-told',
    what: 'A call to a partner’s program is not on record before it is made, and its process dies',
    plant: (process) => replaceMethod<PartnerCallStore['open']>(process.get(PartnerCallStore), 'open', () => () => Promise.resolve()),
  },
];
