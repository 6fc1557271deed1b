import { ALERT_CASES, type AlertCase } from './alert-cases.js';

/** A trouble that a suite with services causes for real. */
export interface Trouble {
  trouble: string;
  /** The `trouble` of the alert case, which names the alert and the time until it fires. */
  alertCaseName: string;
  /** What is lost or cannot be done because of the trouble. */
  lost: string;
  /** The suite and the test in it that cause this trouble. */
  suite: string;
  test: string;
}

const TROUBLES_SUITE = 'test/deploy/troubles.services-spec.ts';
const MONEY_SUITE = 'test/deploy/troubles-of-money.services-spec.ts';
const EXPORTERS_SUITE = 'test/deploy/exporters.services-spec.ts';
const DISKS_SUITE = 'test/faults/disk-full.services-spec.ts';
const TLS_SUITE = 'test/deploy/tls.services-spec.ts';
const CLUSTER_SUITE = 'test/services/ha-cluster.services-spec.ts';

export const TROUBLES: readonly Trouble[] = [
  {
    trouble: 'The only worker is killed',
    alertCaseName: 'A process of the gateway hangs or has ended',
    lost: 'Nothing. Notifications wait. One that was being sent may be sent twice, with the same id.',
    suite: TROUBLES_SUITE,
    test: 'a worker is killed, and its notifications wait until it runs again',
  },
  {
    trouble: 'PostgreSQL stops',
    alertCaseName: 'PostgreSQL is unavailable',
    lost: 'Nothing that was confirmed. Requests get 503 meanwhile.',
    suite: TROUBLES_SUITE,
    test: 'PostgreSQL is stopped, and requests get 503 until it runs again',
  },
  {
    trouble: 'The data of PostgreSQL are destroyed, and restored from backup and archive',
    alertCaseName: 'PostgreSQL is unavailable',
    lost: 'Nothing if the old write-ahead log is readable. Otherwise the changes that were not archived yet.',
    suite: 'test/deploy/backup-and-restore.services-spec.ts',
    test: 'restores everything that was written, and the gateway goes on',
  },
  {
    trouble: 'The database is restored to an earlier moment',
    alertCaseName: 'The database was restored to an earlier moment',
    lost: 'All changes since that moment. The providers’ files list the payments. Refunds and charges of subscriptions are rejected until staff release them.',
    suite: 'test/deploy/restore-drill.services-spec.ts',
    test: 'rejects refunds and subscription charges, while new payments can be created',
  },
  {
    trouble: 'Redis is unavailable',
    alertCaseName: 'Redis is unavailable',
    lost: 'Nothing. Notifications are sent up to 2 s later.',
    suite: TROUBLES_SUITE,
    test: 'Redis is stopped, while payments and notifications go on',
  },
  {
    trouble: 'Redis is full',
    alertCaseName: 'Redis has less than a tenth of its memory left',
    lost: 'Nothing. Notifications are sent up to 2 s later.',
    suite: 'test/services/redis-faults.services-spec.ts',
    test: 'payments and deliveries go on',
  },
  {
    trouble: 'The clock of a worker’s computer is wrong',
    alertCaseName: 'The clock of a machine is wrong',
    lost: 'Nothing. The worker runs no scheduled tasks.',
    suite: 'test/services/wrong-clock.services-spec.ts',
    test: 'reports this, is not ready and expires nothing; once its clock is right it expires only what is due',
  },
  {
    trouble: 'The disk of PostgreSQL’s tables is full',
    alertCaseName: 'A disk has less than 5 % left',
    lost: 'Nothing that was confirmed. Writes get 503.',
    suite: DISKS_SUITE,
    test: 'the gateway responds 503 to writes, leaves nothing half-done, and recovers when there is room',
  },
  {
    trouble: 'The disk of the write-ahead log is full',
    alertCaseName: 'A disk has less than 5 % left',
    lost: 'Nothing that was confirmed. PostgreSQL stops.',
    suite: DISKS_SUITE,
    test: 'PostgreSQL stops, and the gateway responds 503, leaves nothing half-done, and recovers when PostgreSQL is started with room',
  },
  {
    trouble: 'The disk of the archive is full',
    alertCaseName: 'Archiving fails',
    lost: 'Nothing while `pg_wal` has room. It grows by 1 GB an hour.',
    suite: EXPORTERS_SUITE,
    test: 'keeps its log, fires WalNotArchived, and archives all segments once the disk has room',
  },
  {
    trouble: 'A partner’s endpoint hangs, and 20,000 deliveries wait',
    alertCaseName: 'Notifications are not sent, or are claimed and not sent',
    lost: 'Nothing. The notifications of other partners are not delayed.',
    suite: TROUBLES_SUITE,
    test: 'an endpoint hangs with 20,000 deliveries, which do not delay others and are sent once the endpoint responds',
  },
  {
    trouble: 'A partner’s endpoint has failed for 72 hours',
    alertCaseName: 'A partner’s endpoint is paused',
    lost: 'Nothing. Its notifications wait.',
    suite: 'test/deploy/prometheus.services-spec.ts',
    test: 'fires EndpointPaused with its runbook when an endpoint is paused',
  },
  {
    trouble: 'An operator hangs',
    alertCaseName: 'An operator or acquirer cannot be reached, hangs or sends unreadable responses',
    lost: 'Nothing. Outcomes are known later.',
    suite: 'test/deploy/prometheus.services-spec.ts',
    test: 'fires ConnectorFailing with the name of the operator',
  },
  {
    trouble: 'The certificate of a partner’s endpoint expires',
    alertCaseName: 'The certificate of a partner’s endpoint expires in 14 days',
    lost: 'Nothing. Notifications wait for a new certificate.',
    suite: TROUBLES_SUITE,
    test: 'a partner’s certificate expires soon; what fails once it has expired is delivered with a new one',
  },
  {
    trouble: 'The gateway’s own certificate expires soon',
    alertCaseName: 'The gateway’s own certificate expires in 14 days',
    lost: 'Nothing yet.',
    suite: EXPORTERS_SUITE,
    test: 'fires an alert for a certificate that %s',
  },
  {
    trouble: 'The gateway’s own certificate has expired',
    alertCaseName: 'The public URL does not respond from outside',
    lost: 'Payers cannot begin payments. Acquirers repeat their callbacks, and the gateway polls them.',
    suite: EXPORTERS_SUITE,
    test: 'fires an alert for a certificate that %s',
  },
  {
    trouble: 'The certificate of PostgreSQL or Redis expires soon',
    alertCaseName: 'The certificate of PostgreSQL or Redis expires in 14 days',
    lost: 'Nothing yet.',
    suite: TLS_SUITE,
    test: 'is used by a gateway, which reports when the certificate ends',
  },
  {
    trouble: 'The certificate of PostgreSQL has expired',
    alertCaseName: 'PostgreSQL is unavailable',
    lost: 'Nothing that was confirmed. Requests get 503 once no connection is left.',
    suite: TLS_SUITE,
    test: 'stops the start and new connections to the database while the certificate has expired',
  },
  {
    trouble: 'The certificate of Redis has expired',
    alertCaseName: 'Redis is unavailable',
    lost: 'Nothing. Notifications are sent up to 2 s later.',
    suite: TLS_SUITE,
    test: 'stops the start and new connections to the queue while the certificate has expired',
  },
  {
    trouble: 'Money of a payment is held, and staff do not decide',
    alertCaseName: 'Staff do not decide about a held payment (after an hour)',
    lost: 'Nothing. The partner does not deliver.',
    suite: MONEY_SUITE,
    test: 'fires for money held for an hour, which the partner gets once staff release it',
  },
  {
    trouble: 'An acquirer takes a wrong amount',
    alertCaseName: 'An acquirer takes a wrong amount',
    lost: 'Nothing. The money is in suspense.',
    suite: MONEY_SUITE,
    test: 'fires for a wrong amount, which stays in suspense until staff book an adjustment',
  },
  {
    trouble: 'An acquirer sends conflicting status updates about a payment',
    alertCaseName: 'A status update of an acquirer conflicts with the ledger',
    lost: 'Nothing. The entries in the ledger stay.',
    suite: MONEY_SUITE,
    test: 'fires for a conflict that polls do not resolve',
  },
  {
    trouble: 'A chargeback',
    alertCaseName: 'A payer disputes a payment',
    lost: 'The amount, from the wallet of the partner.',
    suite: MONEY_SUITE,
    test: 'fires for a chargeback, which reduces the partner’s wallet',
  },
  {
    trouble: 'Rows of the ledger are changed with SQL',
    alertCaseName: 'The ledger is inconsistent',
    lost: 'The old values of the changed rows. An earlier backup has them.',
    suite: MONEY_SUITE,
    test: 'fires after a verification that finds a changed wallet',
  },
  {
    trouble: 'The replica for lists is unavailable',
    alertCaseName: 'The replica for lists is unavailable',
    lost: 'Nothing. Lists are read from the primary.',
    suite: 'test/services/replica.services-spec.ts',
    test: 'are read from the primary while the replica is stopped, and from the replica afterwards',
  },
  {
    trouble: 'The machine of a cluster’s primary is lost',
    alertCaseName: 'A machine or its exporter is down',
    lost: 'Nothing that was confirmed. Requests fail for 17 to 30 s.',
    suite: CLUSTER_SUITE,
    test: 'the machine of the primary is lost: the standby that has every commit takes over',
  },
  {
    trouble: 'The synchronous standby is cut off',
    alertCaseName: 'A machine or its exporter is down',
    lost: 'Nothing that was confirmed. Requests fail for 11 to 16 s.',
    suite: CLUSTER_SUITE,
    test: 'the synchronous standby is cut off: another one takes its place',
  },
  {
    trouble: 'The clock of the primary’s machine is wrong',
    alertCaseName: 'The clock of a machine is wrong',
    lost: 'Nothing. No scheduled task runs. Notifications that were due by the wrong clock wait until staff send them again.',
    suite: CLUSTER_SUITE,
    test: 'the clock of the primary is two hours ahead: the processes are not ready and expire nothing until it is right',
  },
  {
    trouble: 'The disk of a cluster’s primary is full',
    alertCaseName: 'A disk has less than 5 % left',
    lost: 'Nothing that was confirmed. Requests get 503 until staff switch over.',
    suite: CLUSTER_SUITE,
    test: 'the disk of the primary is full: staff switch over, and the node recovers when its disk has room',
  },
];

export function alertCaseOf({ alertCaseName }: Trouble): AlertCase {
  const alertCase = ALERT_CASES.find(({ trouble }) => trouble === alertCaseName);
  if (!alertCase) throw new Error(`No alert has the trouble "${alertCaseName}"`);
  return alertCase;
}
