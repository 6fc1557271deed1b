export interface NotifyStatus {
  /** The latest event was acknowledged. */
  isSend: boolean;
  /** Start of the latest attempt. Null before the first attempt. */
  lastSendAt: Date | null;
  /** Number of attempts for all events of the subject. */
  count: number;
}

/** Columns of a statement with `joinNotifyStatus`. All are null while the subject has no event. */
export interface NotifyColumns {
  notify_acknowledged: boolean | null;
  notify_last_at: Date | null;
  notify_count: number | null;
}

export const NOTIFY_COLUMNS =
  'notify.latest_acknowledged AS notify_acknowledged, notify.last_attempt_at AS notify_last_at, notify.attempt_count AS notify_count';

/** SQL that adds a subject's `notify` to a product's own statement, to save a round trip. @param subject SQL of the subject's id. */
export function joinNotifyStatus(subject: string): string {
  return `LEFT JOIN webhook_subject AS notify ON notify.subject_id = ${subject}::text`;
}

export function notifyStatusOf(row: NotifyColumns): NotifyStatus {
  return { isSend: row.notify_acknowledged ?? false, lastSendAt: row.notify_last_at, count: row.notify_count ?? 0 };
}
