import type { AttemptView, DeliveryView } from '../../../platform/webhooks/inspection/delivery-view.js';
import type { HistoryStep, HistoryContext } from './history-context.js';

/** Delivery attempts that are shown of one notification: the first and the latest ones. */
const MAX_ATTEMPTS_SHOWN = 4;
/** Characters that are shown of each response. */
const MAX_RESPONSE_SHOWN = 200;

/** Lets a long notification type wrap between its words: a zero-width space after each `:` and `_`. */
const breakable = (type: string): string => type.replace(/[:_]/g, '$&\u200b');

/** One sentence for each delivery attempt, with the response of the endpoint. */
export const notificationSteps = (deliveries: readonly DeliveryView[], context: HistoryContext): HistoryStep[] =>
  deliveries.flatMap((delivery) =>
    delivery.attempts.length === 0 ? [stepWithoutAttempt(delivery, context)] : attemptSteps(delivery, context),
  );

function stepWithoutAttempt({ type, status, createdAt }: DeliveryView, { t }: HistoryContext): HistoryStep {
  const tone = status === 'acknowledged' ? 'good' : status === 'pending' ? 'wait' : 'bad';
  return { at: createdAt, text: `${t.queued(breakable(type))} ${t.deliveries[status]}`, tone };
}

function attemptSteps(delivery: DeliveryView, context: HistoryContext): HistoryStep[] {
  const { attempts } = delivery;
  const displayed = attempts.length > MAX_ATTEMPTS_SHOWN ? [...attempts.slice(0, 1), ...attempts.slice(1 - MAX_ATTEMPTS_SHOWN)] : attempts;
  const steps = displayed.map((attempt) => stepOf(attempt, delivery, context));
  const last = steps.at(-1);
  if (last && displayed.length < attempts.length) last.detail = context.t.moreTries(attempts.length - displayed.length);
  return steps;
}

/**
 * Delivery attempts have system time, events have business time. If business time was moved ahead, an attempt would seem older than its
 * event, so the later time is shown.
 */
const timeOf = ({ startedAt }: AttemptView, { occurredAt }: DeliveryView): Date => (startedAt > occurredAt ? startedAt : occurredAt);

function stepOf(attempt: AttemptView, delivery: DeliveryView, { t }: HistoryContext): HistoryStep {
  const { number, outcome, httpStatus, errorCode, durationMs, responseExcerpt } = attempt;
  const duration = durationMs === null ? '' : `, ${durationMs} ms`;
  const event = { at: timeOf(attempt, delivery), sentence: t.told(breakable(delivery.type), number) };
  if (outcome === null) return { at: event.at, text: `${event.sentence} ${t.underWay}`, tone: 'wait' };
  if (outcome === 'acknowledged') return { at: event.at, text: `${event.sentence} ${t.acknowledged(duration)}`, tone: 'good' };
  if (outcome === 'failed') return { at: event.at, text: `${event.sentence} ${t.unanswered(errorCode ?? '?', duration)}`, tone: 'bad' };
  const excerpt = [...(responseExcerpt ?? '').trim()].slice(0, MAX_RESPONSE_SHOWN).join('');
  return {
    at: event.at,
    text: `${event.sentence} ${t.answered(httpStatus ?? 0, duration)}`,
    tone: 'bad',
    ...(excerpt && { quote: excerpt }),
  };
}
