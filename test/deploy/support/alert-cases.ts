import { INFRASTRUCTURE_CASES } from './infrastructure-alert-cases.js';

/** One kind of trouble, as promtool tests it: the metrics while it lasts, and when the alert fires and clears. */
export interface AlertCase {
  alert: string;
  trouble: string;
  /** Series in promtool's notation, a value each minute. */
  series: Record<string, string>;
  /** Minutes: when the trouble begins, when the alert fires, and when it is silent again. */
  begins: number;
  fires: number;
  clears: number;
  /** Labels of each expected alert apart from its severity, and its summary. */
  firing: { labels: Record<string, string>; summary: string }[];
}

const sourceUp = (source: string, instance: string): string => `gateway_metrics_source_up{source="${source}", instance="${instance}"}`;
const requests = (status: string): string => `gateway_http_request_duration_seconds_count{instance="api", status="${status}"}`;
const latencyBucket = (le: string): string => `gateway_http_request_duration_seconds_bucket{instance="api", le="${le}"}`;
const operatorCalls = (outcome: string): string =>
  `gateway_connector_calls_total{kind="operator", connector="orange", operation="charge", outcome="${outcome}"}`;
const callDurationBucket = (le: string): string =>
  `gateway_connector_call_duration_seconds_bucket{kind="acquirer", connector="acme", operation="start", le="${le}"}`;
const replicaReads = (outcome: string): string => `gateway_replica_reads_total{outcome="${outcome}", instance="api"}`;
const openCharge = (state: string): string =>
  `gateway_direct_billing_oldest_open_charge_seconds{connector="play", state="${state}", instance="api"}`;
const openAttempt = (state: string): string =>
  `gateway_payment_oldest_open_attempt_seconds{connector="acme", state="${state}", instance="api"}`;
const openRefund = (state: string): string =>
  `gateway_payment_oldest_open_refund_seconds{connector="acme", state="${state}", instance="api"}`;

/** Each alert has at least one case. An alert that fires for several reasons has a case for each reason. */
export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'GatewayDown',
    trouble: 'A process of the gateway hangs or has ended',
    series: { 'up{job="payment-gateway", instance="api"}': '1x20', 'up{job="payment-gateway", instance="worker"}': '1x4 0x4 1x10' },
    begins: 5,
    fires: 7,
    clears: 10,
    firing: [{ labels: { job: 'payment-gateway', instance: 'worker' }, summary: 'worker does not respond to Prometheus' }],
  },
  {
    alert: 'GatewayRoleMissing',
    trouble: 'The last worker has ended, and Prometheus has no target for it',
    series: { 'gateway_process_info{role="api"}': '1x20', 'gateway_process_info{role="worker"}': '1x2 stale _x5 1x10' },
    begins: 3,
    fires: 5,
    clears: 9,
    firing: [{ labels: { role: 'worker' }, summary: 'No process with the role worker responds to Prometheus' }],
  },
  {
    alert: 'GatewayRoleMissing',
    trouble: 'Prometheus finds no process at all',
    series: { 'gateway_process_info{role="all"}': '_x5 1x10' }, // a process with the role all is an api and a worker
    begins: 0,
    fires: 2,
    clears: 6,
    firing: [
      { labels: { role: 'api' }, summary: 'No process with the role api responds to Prometheus' },
      { labels: { role: 'worker' }, summary: 'No process with the role worker responds to Prometheus' },
    ],
  },
  {
    alert: 'DatabaseDown',
    trouble: 'PostgreSQL is unavailable',
    // The alert stays silent while one process reaches PostgreSQL.
    series: { [sourceUp('database', 'api')]: '1x3 0x6 1x5', [sourceUp('database', 'worker')]: '1x4 0x5 1x5' },
    begins: 5,
    fires: 6,
    clears: 12,
    firing: [{ labels: {}, summary: 'No process of the gateway reaches the database' }],
  },
  {
    alert: 'RedisDown',
    trouble: 'Redis is unavailable',
    series: { [sourceUp('queue', 'api')]: '1x2 0x12', [sourceUp('queue', 'worker')]: '1x4 0x2 1x6' },
    begins: 5,
    fires: 6,
    clears: 8,
    firing: [{ labels: {}, summary: 'No process of the gateway reaches the queue' }],
  },
  {
    alert: 'MetricsSourceDown',
    trouble: 'A source of gauges cannot be read',
    series: {
      [sourceUp('queue', 'api')]: '0x20', // this alert leaves out `queue` and `database`, which RedisDown and DatabaseDown cover
      [sourceUp('database', 'api')]: '0x20',
      [sourceUp('ledger', 'api')]: '0x20',
      [sourceUp('ledger', 'worker')]: '1x20',
      [sourceUp('deliveries', 'api')]: '1x2 0x20',
      [sourceUp('deliveries', 'worker')]: '1x2 0x8 1x10',
    },
    begins: 3,
    fires: 8,
    clears: 12,
    firing: [{ labels: { source: 'deliveries' }, summary: 'No process can read the gauges of deliveries' }],
  },
  {
    alert: 'GatewayErrors',
    trouble: 'Two requests in a hundred end with 503',
    series: { [requests('200')]: '0+980x40', [requests('503')]: '0x5 20+20x10 220x25' },
    begins: 5,
    fires: 13,
    clears: 25,
    firing: [{ labels: { instance: 'api' }, summary: 'More than 1 % of the requests to api end with a 5xx status' }],
  },
  {
    alert: 'GatewaySlow',
    trouble: 'Two requests in a hundred take longer than half a second',
    series: {
      [latencyBucket('0.5')]: '0+1000x5 5980+980x20 25580+1000x20',
      [latencyBucket('1')]: '0+1000x50',
      [latencyBucket('+Inf')]: '0+1000x50',
    },
    begins: 6,
    fires: 18,
    clears: 34,
    firing: [{ labels: { instance: 'api' }, summary: 'One request in a hundred to api takes longer than half a second' }],
  },
  {
    alert: 'NotificationsBehind',
    trouble: 'Notifications are not sent, or are claimed and not sent',
    series: {
      'gateway_webhook_outbox_lag_seconds{instance="api"}': '0x20',
      'gateway_webhook_outbox_lag_seconds{instance="worker"}': '0x2 0+60x9 0x10',
      'gateway_webhook_endpoint_lag_seconds{service="shop", instance="worker"}': '_x2 0+60x9 _x10',
      'gateway_webhook_endpoint_lag_seconds{service="other", instance="worker"}': '5x20',
    },
    begins: 3,
    fires: 10,
    clears: 14,
    firing: [{ labels: {}, summary: 'A notification has been due for more than a minute, at shop ' }],
  },
  {
    alert: 'QueueStalled',
    trouble: 'No worker takes wake-ups',
    series: {
      'gateway_webhook_queue_age_seconds{instance="api"}': '0x20',
      'gateway_webhook_queue_age_seconds{instance="worker"}': '0x2 0+60x9 0x10',
    },
    begins: 3,
    fires: 9,
    clears: 14,
    firing: [{ labels: {}, summary: 'Wake-ups wait for a worker' }],
  },
  {
    alert: 'PaidUnacknowledged',
    trouble: 'A partner does not acknowledge paid transactions (after 15 minutes)',
    series: { 'gateway_webhook_endpoint_unacknowledged_paid{service="shop", instance="api"}': '_x2 1x20 stale' },
    begins: 2,
    fires: 12,
    clears: 25,
    firing: [{ labels: { service: 'shop' }, summary: 'Service shop has not acknowledged paid transactions for more than 15 minutes' }],
  },
  {
    alert: 'PaidUnacknowledged',
    trouble: 'A partner’s program does not respond to partner calls about paid messages (after 15 minutes)',
    series: { 'gateway_sms_service_unacknowledged_paid{service="votes", instance="api"}': '_x2 1x20 stale' },
    begins: 2,
    fires: 12,
    clears: 25,
    firing: [{ labels: { service: 'votes' }, summary: 'Service votes has not acknowledged paid transactions for more than 15 minutes' }],
  },
  {
    alert: 'NotificationsExhausted',
    trouble: 'A notification is exhausted',
    series: { 'gateway_webhook_exhausted_total{instance="worker"}': '0x10 1x90' },
    begins: 11,
    fires: 11,
    clears: 75,
    firing: [{ labels: { instance: 'worker' }, summary: 'Notifications or partner calls of worker are exhausted' }],
  },
  {
    alert: 'NotificationsExhausted',
    trouble: 'A partner call about a paid message is exhausted or stopped',
    series: { 'gateway_sms_partner_calls_total{instance="worker", outcome="stopped"}': '0x10 1x90' },
    begins: 11,
    fires: 11,
    clears: 75,
    firing: [{ labels: { instance: 'worker' }, summary: 'Notifications or partner calls of worker are exhausted' }],
  },
  {
    alert: 'EndpointPaused',
    trouble: 'A partner’s endpoint is paused',
    series: { 'gateway_webhook_endpoint_paused_seconds{service="shop", instance="api"}': '_x2 0+60x9 stale' },
    begins: 2,
    fires: 2,
    clears: 14,
    firing: [{ labels: { service: 'shop' }, summary: 'The endpoint of service shop is paused' }],
  },
  {
    alert: 'ConnectorFailing',
    trouble: 'An operator or acquirer cannot be reached, hangs or sends unreadable responses',
    series: { [operatorCalls('ok')]: '0+10x5 50x12 60+10x20', [operatorCalls('timeout')]: '0x5 5+5x11 60x30' },
    begins: 6,
    fires: 9,
    clears: 30,
    firing: [{ labels: { kind: 'operator', connector: 'orange' }, summary: 'More than a fifth of the calls to the operator orange fail' }],
  },
  {
    alert: 'ConnectorSlow',
    trouble: 'An operator or acquirer is slow',
    series: {
      [callDurationBucket('5')]: '0+10x5 59+9x20 240+10x40',
      [callDurationBucket('10')]: '0+10x70',
      [callDurationBucket('+Inf')]: '0+10x70',
    },
    begins: 6,
    fires: 21,
    clears: 45,
    firing: [
      { labels: { kind: 'acquirer', connector: 'acme' }, summary: 'One call in twenty to the acquirer acme takes longer than 5 seconds' },
    ],
  },
  {
    alert: 'ChargeOutcomeUnknown',
    trouble: 'The outcome of a charge at an operator stays unknown',
    series: { [openCharge('sent')]: '0x2 0+60x20 0x10' },
    begins: 3,
    fires: 20,
    clears: 25,
    firing: [
      { labels: { connector: 'play' }, summary: 'The outcome of a charge at operator play has been unknown for more than 15 minutes' },
    ],
  },
  {
    alert: 'ChargeNotBooked',
    trouble: 'An operator does not book what it has accepted',
    series: { [openCharge('accepted')]: '0x2 0+60x70 0x10' },
    begins: 3,
    fires: 65,
    clears: 76,
    firing: [{ labels: { connector: 'play' }, summary: 'Operator play accepted a charge more than an hour ago and has not booked it' }],
  },
  {
    alert: 'LateBookings',
    trouble: 'An operator books charges too late, three a minute',
    series: { 'gateway_state_changes_total{subject="direct_billing_charge", state="reversal_due", connector="play"}': '0x5 3+3x3 12x90' },
    begins: 6,
    fires: 7,
    clears: 75,
    firing: [{ labels: { connector: 'play' }, summary: 'Operator play has booked more than 5 charges of the last hour too late' }],
  },
  {
    alert: 'AttemptOutcomeUnknown',
    trouble: 'The outcome of an attempt at an acquirer stays unknown',
    series: { [openAttempt('sent')]: '0x2 0+60x20 0x10' },
    begins: 3,
    fires: 20,
    clears: 25,
    firing: [
      { labels: { connector: 'acme' }, summary: 'The outcome of an attempt at acquirer acme has been unknown for more than 15 minutes' },
    ],
  },
  {
    alert: 'AttemptNotCaptured',
    trouble: 'Authorized money is not captured',
    series: { [openAttempt('authorized')]: '0x2 0+60x20 0x10' },
    begins: 3,
    fires: 20,
    clears: 25,
    firing: [
      { labels: { connector: 'acme' }, summary: 'Money that was authorized at acquirer acme more than 15 minutes ago is not captured' },
    ],
  },
  {
    alert: 'RefundOpen',
    trouble: 'A refund is not sent',
    series: { [openRefund('refund_new')]: '0x2 0+60x20 0x10', [openRefund('refund_pending')]: '250000x40' },
    begins: 3,
    fires: 20,
    clears: 25,
    firing: [{ labels: { connector: 'acme', state: 'refund_new' }, summary: 'A refund at acquirer acme stays refund_new' }],
  },
  {
    alert: 'RefundOpen',
    trouble: 'A refund is not decided (after 3 days)',
    series: { [openRefund('refund_pending')]: '259080+60x10 0x10' },
    begins: 3,
    fires: 4,
    clears: 12,
    firing: [{ labels: { connector: 'acme', state: 'refund_pending' }, summary: 'A refund at acquirer acme stays refund_pending' }],
  },
  {
    alert: 'ReversalOverdue',
    trouble: 'An operator does not confirm the reversal of a late booking (after a day)',
    series: { [openCharge('reversal_due')]: '86280+60x10 0x10' },
    begins: 3,
    fires: 4,
    clears: 12,
    firing: [{ labels: { connector: 'play' }, summary: 'play has not confirmed a reversal for more than a day' }],
  },
  {
    alert: 'ReversalOverdue',
    trouble: 'An acquirer does not confirm the reversal of money in suspense (after a day)',
    series: { [openAttempt('return_due')]: '86280+60x10 0x10' },
    begins: 3,
    fires: 4,
    clears: 12,
    firing: [{ labels: { connector: 'acme' }, summary: 'acme has not confirmed a reversal for more than a day' }],
  },
  {
    alert: 'SuspenseReceived',
    trouble: 'An acquirer takes a wrong amount',
    series: { 'gateway_state_changes_total{subject="payment_attempt", state="suspense", connector="acme"}': '0x5 1x90' },
    begins: 6,
    fires: 6,
    clears: 70,
    firing: [{ labels: { connector: 'acme' }, summary: 'Acquirer acme has taken money that stays in suspense until staff decide' }],
  },
  {
    alert: 'PaymentHeld',
    trouble: 'Staff do not decide about a held payment (after an hour)',
    series: { 'gateway_payment_oldest_held_seconds{instance="api"}': '3480+60x10 0x10' },
    begins: 3,
    fires: 4,
    clears: 12,
    firing: [{ labels: {}, summary: 'The money of a payment has been held for more than an hour' }],
  },
  {
    alert: 'Chargeback',
    trouble: 'A payer disputes a payment',
    series: {
      'gateway_state_changes_total{subject="payment_chargeback", state="booked", connector="acme"}': '0x5 1x90',
      'gateway_state_changes_total{subject="payment_chargeback", state="for_staff", connector="acme"}': '0x95',
    },
    begins: 6,
    fires: 6,
    clears: 70,
    firing: [
      {
        labels: { connector: 'acme', state: 'booked' },
        summary: 'Acquirer acme has taken back money that a payer disputes (booked)',
      },
    ],
  },
  ...[
    { trouble: 'A status update of an acquirer conflicts with the ledger', name: 'payment', connector: 'acme' },
    { trouble: 'A status update of an operator conflicts with the ledger', name: 'direct_billing', connector: 'play' },
  ].map(({ trouble, name, connector }) => ({
    alert: 'ConflictUnresolved',
    trouble,
    series: { [`gateway_${name}_conflicts{connector="${connector}"}`]: '2x5 3x100 2x10' },
    begins: 6,
    fires: 6,
    clears: 70,
    firing: [
      {
        labels: { connector },
        summary: `${connector} has sent conflicting status updates about the same money, and polls do not resolve them`,
      },
    ],
  })),
  {
    alert: 'SuspenseOpen',
    trouble: 'Money stays in suspense',
    series: {
      // Instance two has verified the ledger later, so its value counts.
      'gateway_ledger_suspense_minor{currency="PLN", test="false", instance="one"}': '0x1600',
      'gateway_ledger_verified_timestamp_seconds{instance="one"}': '0x1600',
      'gateway_ledger_suspense_minor{currency="PLN", test="false", instance="two"}': '0x5 1362x1500 0x90',
      'gateway_ledger_suspense_minor{currency="PLN", test="true", instance="two"}': '500x1600',
      'gateway_ledger_verified_timestamp_seconds{instance="two"}': '1+60x1600',
    },
    begins: 6,
    fires: 1446,
    clears: 1510,
    firing: [{ labels: { currency: 'PLN' }, summary: 'Money in PLN has been in suspense for a day' }],
  },
  {
    alert: 'LedgerInconsistent',
    trouble: 'The ledger is inconsistent',
    series: { 'gateway_ledger_inconsistent{instance="one"}': '0x20', 'gateway_ledger_inconsistent{instance="two"}': '0x2 1x8 0x10' },
    begins: 3,
    fires: 3,
    clears: 12,
    firing: [{ labels: { instance: 'two' }, summary: 'two has found that the ledger is inconsistent' }],
  },
  {
    alert: 'LedgerNotVerified',
    trouble: 'The verification of the ledger fails',
    series: {
      'gateway_ledger_verified_timestamp_seconds{instance="one"}': '0x260',
      'gateway_ledger_verified_timestamp_seconds{instance="two"}': '600x215 13000x60',
    },
    begins: 10,
    fires: 201,
    clears: 217,
    firing: [{ labels: {}, summary: 'The ledger has not been verified for three hours' }],
  },
  {
    alert: 'LedgerNotVerified',
    trouble: 'The ledger is not verified',
    series: { 'gateway_ledger_verified_timestamp_seconds{instance="one"}': '_x20 1200x20' },
    begins: 0,
    fires: 10,
    clears: 22,
    firing: [{ labels: {}, summary: 'The ledger has not been verified for three hours' }],
  },
  {
    alert: 'BackgroundTaskFailing',
    trouble: 'A background task fails again and again',
    series: {
      'gateway_task_consecutive_failures{task="expire-payments", instance="one"}': '0x2 1x2 2+1x8 0x20',
      'gateway_task_consecutive_failures{task="expire-payments", instance="two"}': '0x40',
      'gateway_task_last_success_timestamp_seconds{task="expire-payments", instance="one"}': '0+60x2 120x11 900+60x20',
      'gateway_task_interval_seconds{task="expire-payments", instance="one"}': '5x40',
    },
    begins: 3,
    fires: 11,
    clears: 15,
    firing: [
      {
        labels: { instance: 'one', task: 'expire-payments' },
        summary: 'The task expire-payments of one fails again and again, or hangs',
      },
    ],
  },
  {
    alert: 'BackgroundTaskFailing',
    trouble: 'A background task hangs (after ten minutes plus twice its interval)',
    series: {
      'gateway_task_consecutive_failures{task="compact-listing-counters", instance="one"}': '0x40',
      'gateway_task_last_success_timestamp_seconds{task="compact-listing-counters", instance="one"}': '0x25 1560+60x15',
      'gateway_task_interval_seconds{task="compact-listing-counters", instance="one"}': '60x40',
    },
    begins: 12,
    fires: 18,
    clears: 26,
    firing: [
      {
        labels: { instance: 'one', task: 'compact-listing-counters' },
        summary: 'The task compact-listing-counters of one fails again and again, or hangs',
      },
    ],
  },
  {
    alert: 'DatabasePoolExhausted',
    trouble: 'All database connections of a process are in use',
    series: {
      'gateway_database_pool_waiting{instance="api"}': '0x2 3x10 0x10',
      'gateway_database_pool_waiting{instance="worker"}': '0x22',
    },
    begins: 3,
    fires: 5,
    clears: 14,
    firing: [{ labels: { instance: 'api' }, summary: 'Work in api waits for a database connection' }],
  },
  {
    alert: 'DatabasePoolBursts',
    trouble: 'Bursts of work wait for database connections',
    series: {
      // 6,000 uses of a connection a minute. Usually 3 of them wait for more than 0.1 s, but 200 in each of the minutes 6 to 8.
      'gateway_database_pool_wait_seconds_count{instance="api"}': '0+6000x40',
      'gateway_database_pool_wait_seconds_bucket{instance="api", le="0.1"}': '0+5997x5 35785+5800x2 53382+5997x20',
    },
    begins: 6,
    fires: 6,
    clears: 20,
    firing: [
      { labels: { instance: 'api' }, summary: 'More than one in 200 waits of api for a database connection is longer than 0.1 seconds' },
    ],
  },
  {
    alert: 'ReplicaNotRead',
    trouble: 'The replica for lists is behind the primary',
    series: {
      [replicaReads('replica')]: '0+60x9 540x20 600+60x20',
      [replicaReads('behind')]: '0x9 0+60x20 1200x20',
      [replicaReads('away')]: '0x50',
    },
    begins: 10,
    fires: 23,
    clears: 33,
    firing: [{ labels: { instance: 'api' }, summary: 'Most lists that api serves are read from the primary instead of the replica' }],
  },
  {
    alert: 'ReplicaNotRead',
    trouble: 'The replica for lists is unavailable',
    series: { [replicaReads('replica')]: '0x50', [replicaReads('behind')]: '0x50', [replicaReads('away')]: '0x9 0+2x20 40x20' },
    begins: 10,
    fires: 21,
    clears: 35,
    firing: [{ labels: { instance: 'api' }, summary: 'Most lists that api serves are read from the primary instead of the replica' }],
  },
  {
    alert: 'ProxyNotTrusted',
    trouble: 'A proxy in front of the gateway is not in TRUST_PROXY',
    series: {
      'gateway_http_untrusted_forwarded_total{instance="api"}': '0x5 20+20x4 100x20',
      'gateway_http_untrusted_forwarded_total{instance="worker"}': '0x30',
    },
    begins: 6,
    fires: 6,
    clears: 18,
    firing: [{ labels: { instance: 'api' }, summary: 'X-Forwarded-For of requests to api comes from an address that is not trusted' }],
  },
  {
    alert: 'BusinessClockOffset',
    trouble: 'Business time was moved',
    series: { 'gateway_business_clock_offset_seconds{instance="api"}': '0x2 3600x5 0x5' },
    begins: 3,
    fires: 3,
    clears: 9,
    firing: [{ labels: { instance: 'api' }, summary: 'Business time of api is ahead of system time' }],
  },
  {
    alert: 'RestoredUnreleased',
    trouble: 'The database was restored to an earlier moment',
    series: { 'gateway_restored{instance="api"}': '0x2 1x5 0x5' },
    begins: 3,
    fires: 3,
    clears: 9,
    firing: [{ labels: {}, summary: 'Refunds and charges of subscriptions are rejected since the restore' }],
  },
  {
    alert: 'ClockSkewed',
    trouble: 'The clock of a machine is wrong',
    series: { 'gateway_clock_skew_seconds{instance="api"}': '0x2 -7200x10 0x5' },
    begins: 3,
    fires: 4,
    clears: 14,
    firing: [{ labels: { instance: 'api' }, summary: 'The clock of api differs from the database’s by more than 2 seconds' }],
  },
  {
    alert: 'ServerCertificateExpiring',
    trouble: 'The certificate of PostgreSQL or Redis expires in 14 days',
    series: {
      'gateway_server_certificate_expiry_timestamp_seconds{server="database", host="10.0.0.5:5432", instance="api"}':
        '1209720x10 9209720x10',
      'gateway_server_certificate_expiry_timestamp_seconds{server="redis", host="10.0.0.6:6379", instance="api"}': '9209720x20',
    },
    begins: 3,
    fires: 3,
    clears: 12,
    firing: [
      {
        labels: { server: 'database', host: '10.0.0.5:5432' },
        summary: 'The certificate of database at 10.0.0.5:5432 expires within 14 days',
      },
    ],
  },
  {
    alert: 'PartnerCertificateExpiring',
    trouble: 'The certificate of a partner’s endpoint expires in 14 days',
    series: {
      'gateway_endpoint_certificate_expiry_timestamp_seconds{service="shop", host="shop.example", instance="worker"}': '1209720x10 stale',
    },
    begins: 3,
    fires: 3,
    clears: 13,
    firing: [
      {
        labels: { service: 'shop', host: 'shop.example' },
        summary: 'The certificate of shop.example, the endpoint of service shop, expires within 14 days',
      },
    ],
  },
  ...INFRASTRUCTURE_CASES,
];
