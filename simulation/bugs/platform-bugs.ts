import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { PartnerCallStore } from '../../src/products/sms/partner-calls/partner-call-store.js';
import { ReceiveMessageService } from '../../src/products/sms/inbound/receive-message.service.js';
import type { Bug } from './bug.js';
import { changeConsequences, changeStatement, changeSql, replaceMethod } from './inject.js';

/** Indexes of the parameters of the statement that claims deliveries. */
const CLAIMED_AT_INDEX = 2;
const LEASE_UNTIL_INDEX = 3;

export const PLATFORM_BUGS: readonly Bug[] = [
  {
    name: 'event-lost',
    description: 'Of two events of one change only the last is stored',
    inject: (process) =>
      changeConsequences(process, ({ events, ...others }) => ({
        ...others,
        events: events.filter((event, index) => events.findLastIndex(({ subjectId }) => subjectId === event.subjectId) === index),
      })),
  },
  {
    name: 'events-out-of-order',
    description: 'The events of one change are stored in reverse order',
    inject: (process) => changeConsequences(process, ({ events, ...others }) => ({ ...others, events: events.toReversed() })),
  },
  {
    name: 'server-error-acknowledged',
    description: 'A response with status 500 counts as an acknowledgement',
    inject: (process) =>
      replaceMethod<OutboundClient['post']>(process.get(OutboundClient), 'post', (original) => async (request) => {
        const response = await original(request);
        return response.httpStatus === 500 ? { ...response, httpStatus: 200, excerpt: 'OK' } : response;
      }),
  },
  {
    name: 'claim-without-lease',
    description: 'A claimed notification can be claimed again immediately',
    inject: (process) =>
      changeStatement(process, /FROM webhook_claim\(/, (statement) => ({
        ...statement,
        values: statement.values.map((value, index, values) => (index === LEASE_UNTIL_INDEX ? values[CLAIMED_AT_INDEX] : value)),
      })),
  },
  {
    name: 'counter-never-decremented',
    description: 'The counters of a list count rows that enter a state, but not rows that leave it',
    inject: (process) => changeConsequences(process, ({ counts, ...others }) => ({ ...others, counts: counts.filter(({ by }) => by > 0) })),
  },
  {
    name: 'history-row-missing',
    description: 'Of several changes in one transaction only the first is in the history',
    inject: (process) => changeConsequences(process, ({ history, ...others }) => ({ ...others, history: history.slice(0, 1) })),
  },
  {
    name: 'repeated-message-counts-as-new',
    description: 'A message that the SMS gateway repeats counts as a new one',
    inject(process) {
      let times = 0;
      replaceMethod<ReceiveMessageService['run']>(process.get(ReceiveMessageService), 'run', (original) => (message, test) => {
        times += 1;
        return original({ ...message, id: times % 3 === 0 ? `${message.id}-${times}` : message.id }, test);
      });
    },
  },
  {
    name: 'used-code-reported-unused',
    description: 'A used code is reported as unused again',
    inject: (process) =>
      changeSql(
        process,
        'NULL::timestamptz AS "usedAt" FROM used',
        'NULL::timestamptz AS "usedAt" FROM (SELECT * FROM used UNION ALL SELECT * FROM sms_transaction WHERE service_id = $1 AND code = $2) AS used LIMIT 1',
      ),
  },
  {
    name: 'pack-code-allocated-twice',
    description: 'A code of a pack is allocated without being marked as taken',
    inject: (process) =>
      changeSql(
        process,
        /SET message_id = \$2, taken_at = \$3\s+WHERE/,
        'SET message_id = NULL WHERE $2::text IS NOT NULL AND $3::timestamptz IS NOT NULL AND',
      ),
  },
  {
    name: 'partner-call-not-stored',
    description: 'A call to a partner’s program is not stored before it is made, so that it is lost when the process dies',
    inject: (process) => replaceMethod<PartnerCallStore['open']>(process.get(PartnerCallStore), 'open', () => () => Promise.resolve()),
  },
];
