import { ALERT_CASES, type AlertCase } from './alert-cases.js';

/** A trouble that a suite with services makes for real. */
export interface Trouble {
  trouble: string;
  /** What the alert's own cases call it; they say which alert it is, and after how long it sounds. */
  as: string;
  /** What is gone afterwards, or not done meanwhile. */
  lost: string;
  /** A suite with services, and its test. */
  suite: string;
  test: string;
}

const OF_THE_NIGHT = 'test/deploy/troubles.services-spec.ts';
const OF_MONEY = 'test/deploy/troubles-of-money.services-spec.ts';
const OF_EXPORTERS = 'test/deploy/exporters.services-spec.ts';
const OF_DISKS = 'test/faults/disk-full.services-spec.ts';
const OF_TLS = 'test/deploy/tls.services-spec.ts';
const OF_THE_CLUSTER = 'test/services/ha-cluster.services-spec.ts';

export const TROUBLES: readonly Trouble[] = [
  {
    trouble: 'A worker is killed, the only one',
    as: 'A process of the gateway hangs or is gone',
    lost: 'nothing; notifications wait, one under way may be sent twice, with the same id',
    suite: OF_THE_NIGHT,
    test: 'a worker is killed: notifications wait, and go out when it is back',
  },
  {
    trouble: 'PostgreSQL ends',
    as: 'PostgreSQL is away',
    lost: 'nothing that was answered; calls are answered 503 meanwhile',
    suite: OF_THE_NIGHT,
    test: 'PostgreSQL is away: calls are answered 503, and all goes on when it is back',
  },
  {
    trouble: 'PostgreSQL’s data are destroyed, and restored from backup and archive',
    as: 'PostgreSQL is away',
    lost: 'nothing if the old log can be read; otherwise what was not archived yet',
    suite: 'test/deploy/backup-and-restore.services-spec.ts',
    test: 'brings back everything that was written, and the gateway goes on',
  },
  {
    trouble: 'The database is restored to an earlier moment',
    as: 'The database was restored to an earlier moment',
    lost: 'what was written since, which the providers’ files have; refunds and charges of subscriptions are rejected until staff release them',
    suite: 'test/deploy/restore-drill.services-spec.ts',
    test: 'refuses what partners could do twice, while payments go on',
  },
  {
    trouble: 'Redis is away',
    as: 'Redis is away',
    lost: 'nothing; notifications go out up to 2 s later',
    suite: OF_THE_NIGHT,
    test: 'Redis is away: payments and notifications go on',
  },
  {
    trouble: 'Redis is full',
    as: 'Redis has less than a tenth of its memory left',
    lost: 'nothing; notifications go out up to 2 s later',
    suite: 'test/services/redis-faults.services-spec.ts',
    test: 'and takes no wake-ups: payments go on, and so do deliveries',
  },
  {
    trouble: 'The clock of a worker’s computer is wrong',
    as: 'The clock of a machine is wrong',
    lost: 'nothing; it runs no scheduled tasks',
    suite: 'test/services/wrong-clock.services-spec.ts',
    test: 'the worker says so, is not ready and expires nothing; with the right clock it expires what is due, and nothing else',
  },
  {
    trouble: 'The disk of PostgreSQL’s tables is full',
    as: 'A disk has less than 5 % left',
    lost: 'nothing that was answered; writes are answered 503',
    suite: OF_DISKS,
    test: 'the gateway responds 503 to writes, leaves nothing half-done, and recovers when there is room',
  },
  {
    trouble: 'The disk of PostgreSQL’s log is full',
    as: 'A disk has less than 5 % left',
    lost: 'nothing that was answered; PostgreSQL ends',
    suite: OF_DISKS,
    test: 'PostgreSQL stops, and the gateway responds 503, leaves nothing half-done, and recovers when PostgreSQL is started with room',
  },
  {
    trouble: 'The disk of the archive is full',
    as: 'Archiving fails',
    lost: 'nothing while `pg_wal` has room: 1 GB an hour',
    suite: OF_EXPORTERS,
    test: 'PostgreSQL goes on, keeps its log and says so; with room again nothing of the archive is missing',
  },
  {
    trouble: 'A partner’s endpoint hangs, and 20,000 deliveries wait',
    as: 'Notifications are not sent, or are claimed and not sent',
    lost: 'nothing; others’ notifications are not held up',
    suite: OF_THE_NIGHT,
    test: 'a partner’s address hangs with 20,000 deliveries: others get theirs, and so does it once it answers',
  },
  {
    trouble: 'A partner’s endpoint has failed for 72 hours',
    as: 'A partner’s endpoint is paused',
    lost: 'nothing; its notifications wait',
    suite: 'test/deploy/prometheus.services-spec.ts',
    test: 'sounds the alarm, with its runbook, when an endpoint is paused',
  },
  {
    trouble: 'An operator hangs',
    as: 'An operator or acquirer cannot be reached, hangs or answers nonsense',
    lost: 'nothing; outcomes come later',
    suite: 'test/deploy/prometheus.services-spec.ts',
    test: 'sounds the alarm, and names the operator',
  },
  {
    trouble: 'The certificate of a partner’s endpoint expires',
    as: 'The certificate of a partner’s endpoint expires in 14 days',
    lost: 'nothing; notifications wait for a new one',
    suite: OF_THE_NIGHT,
    test: 'a partner’s certificate ends: told of while it is good; what was refused for it is delivered under a new one',
  },
  {
    trouble: 'The gateway’s own certificate ends soon',
    as: 'The gateway’s own certificate ends in 14 days',
    lost: 'nothing yet',
    suite: OF_EXPORTERS,
    test: 'a certificate of the front that %s',
  },
  {
    trouble: 'The gateway’s own certificate has expired',
    as: 'The public address does not answer from outside',
    lost: 'payments that payers cannot begin; acquirers repeat their callbacks, and the gateway polls them',
    suite: OF_EXPORTERS,
    test: 'a certificate of the front that %s',
  },
  {
    trouble: 'The certificate of PostgreSQL or Redis ends soon',
    as: 'The certificate of PostgreSQL or Redis ends in 14 days',
    lost: 'nothing yet',
    suite: OF_TLS,
    test: 'lets a gateway start, use it, and say when its certificate ends',
  },
  {
    trouble: 'The certificate of PostgreSQL has expired',
    as: 'PostgreSQL is away',
    lost: 'nothing that was answered; calls are answered 503 once no connection is left',
    suite: OF_TLS,
    test: 'with a certificate that has expired ends the start with what is wrong, and takes the database away until there is a new one',
  },
  {
    trouble: 'The certificate of Redis has expired',
    as: 'Redis is away',
    lost: 'nothing; notifications go out up to 2 s later',
    suite: OF_TLS,
    test: 'with a certificate that has expired ends the start with what is wrong, and takes the queue away until there is a new one',
  },
  {
    trouble: 'Money of a payment is held, and staff do not decide',
    as: 'Staff do not decide about a held payment (after an hour)',
    lost: 'nothing; the partner does not deliver',
    suite: OF_MONEY,
    test: 'that is held is told of after an hour, and is the partner’s once staff release it',
  },
  {
    trouble: 'An acquirer takes a wrong amount',
    as: 'An acquirer takes a wrong amount',
    lost: 'nothing; the money is in suspense',
    suite: OF_MONEY,
    test: 'of another sum than was asked for stands in suspense, until staff enter what became of it',
  },
  {
    trouble: 'An acquirer sends conflicting status updates about a payment',
    as: 'An acquirer contradicts the ledger',
    lost: 'nothing; the ledger keeps what was entered',
    suite: OF_MONEY,
    test: 'about which an acquirer says two things is told of once its books do not settle it',
  },
  {
    trouble: 'A chargeback',
    as: 'A payer disputes a payment',
    lost: 'the amount, from the wallet of the partner',
    suite: OF_MONEY,
    test: 'that a payer disputes comes out of what the partner has',
  },
  {
    trouble: 'Rows of the ledger are changed by hand',
    as: 'The ledger is inconsistent',
    lost: 'what was changed: an earlier backup has it',
    suite: OF_MONEY,
    test: 'whose books are changed by hand is told of by the next verification',
  },
  {
    trouble: 'The replica for lists is away',
    as: 'The replica for lists is away',
    lost: 'nothing; lists are read from the primary',
    suite: 'test/services/replica.services-spec.ts',
    test: 'are read from the primary while it is away, and from it again when it is back',
  },
  {
    trouble: 'The primary’s machine of a cluster is lost',
    as: 'A machine or its exporter is gone',
    lost: 'nothing that was answered; calls fail for 17 to 30 s',
    suite: OF_THE_CLUSTER,
    test: 'the machine of the primary is lost: the standby that has every commit takes over',
  },
  {
    trouble: 'The synchronous standby is cut off',
    as: 'A machine or its exporter is gone',
    lost: 'nothing that was answered; calls fail for 11 to 16 s',
    suite: OF_THE_CLUSTER,
    test: 'the synchronous standby is cut off: another one takes its place',
  },
  {
    trouble: 'The clock of the primary’s machine is wrong',
    as: 'The clock of a machine is wrong',
    lost: 'nothing; no scheduled task runs, and notifications that were due by the wrong clock wait until staff send them again',
    suite: OF_THE_CLUSTER,
    test: 'the clock of the primary is two hours ahead: the processes say so and expire nothing; they go on when it is right',
  },
  {
    trouble: 'The disk of a cluster’s primary is full',
    as: 'A disk has less than 5 % left',
    lost: 'nothing that was answered; calls are answered 503 until an operator switches over',
    suite: OF_THE_CLUSTER,
    test: 'the disk of the primary is full: an operator switches over, and it comes back when there is room',
  },
];

export function alertCaseOf({ as }: Trouble): AlertCase {
  const found = ALERT_CASES.find(({ trouble }) => trouble === as);
  if (!found) throw new Error(`No alert has the trouble "${as}"`);
  return found;
}
