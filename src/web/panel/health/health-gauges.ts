import type { LabelledValue } from '../../../runtime/metrics/gauge-collector.js';
import type { PanelTexts } from '../texts/texts.js';

type GaugeName = keyof PanelTexts['health']['gauges'];

/** The gauges that the page shows. All are read from the database, so their values are the same in each process. */
export const HEALTH_GAUGES: readonly { gauge: string; name: GaugeName; unit: 'seconds' | 'count' }[] = [
  { gauge: 'webhook_outbox_lag_seconds', name: 'deliveriesLate', unit: 'seconds' },
  { gauge: 'webhook_due_deliveries', name: 'deliveriesDue', unit: 'count' },
  { gauge: 'webhook_paused_endpoints', name: 'endpointsPaused', unit: 'count' },
  { gauge: 'webhook_unacknowledged_paid', name: 'paidUntold', unit: 'count' },
  { gauge: 'sms_unacknowledged_paid', name: 'smsUntold', unit: 'count' },
  { gauge: 'payment_oldest_held_seconds', name: 'held', unit: 'seconds' },
  { gauge: 'payment_oldest_open_attempt_seconds', name: 'attempts', unit: 'seconds' },
  { gauge: 'payment_oldest_open_refund_seconds', name: 'refunds', unit: 'seconds' },
  { gauge: 'direct_billing_oldest_open_charge_seconds', name: 'charges', unit: 'seconds' },
  { gauge: 'payment_conflicts', name: 'conflicts', unit: 'count' },
  { gauge: 'direct_billing_conflicts', name: 'billConflicts', unit: 'count' },
  { gauge: 'payment_rate_table_a_age_seconds', name: 'ratesA', unit: 'seconds' },
  { gauge: 'payment_rate_table_b_age_seconds', name: 'ratesB', unit: 'seconds' },
];

export interface GaugeView {
  name: string;
  /** The labels of the value, such as account and state: `mbank · sent`. */
  labelText: string;
  value: string;
}

/**
 * One row for each gauge, or for a gauge with labels one row for each value above zero. A gauge without values shows `–`, and a gauge that
 * could not be read shows a text that says this.
 */
export function formatGauges(values: ReadonlyMap<string, readonly LabelledValue[]>, { health }: PanelTexts): GaugeView[] {
  return HEALTH_GAUGES.flatMap(({ gauge, name, unit }) => {
    const measured = values.get(gauge);
    if (!measured) return [{ name: health.gauges[name], labelText: '', value: health.unread }];
    const positive = measured.filter(({ value }) => value > 0);
    if (measured.length === 0) return [{ name: health.gauges[name], labelText: '', value: '–' }];
    if (positive.length === 0) return [{ name: health.gauges[name], labelText: '', value: '0' }];
    return positive.map(({ labels, value }) => ({
      name: health.gauges[name],
      labelText: Object.values(labels).join(' · '),
      value: unit === 'count' ? String(value) : formatDuration(value),
    }));
  });
}

/** `45 s`, `12 min`, `3 h`, `5 d`. Minutes, hours and days are used from two on. */
export function formatDuration(seconds: number): string {
  // unit, shortest duration that is shown in this unit, seconds of the unit
  const units = [
    ['d', 2 * 86_400, 86_400],
    ['h', 2 * 3_600, 3_600],
    ['min', 120, 60],
  ] as const;
  const [unit, , size] = units.find(([, shortest]) => seconds >= shortest) ?? (['s', 0, 1] as const);
  return `${Math.floor(seconds / size)}\u00a0${unit}`;
}
