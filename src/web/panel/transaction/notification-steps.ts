import type { AttemptView, DeliveryView } from '../../../platform/webhooks/inspection/delivery-view.js';
import type { HistoryStep, Words } from './words.js';

/** Delivery attempts that are shown of one notification: the first and the latest ones. */
const MAX_ATTEMPTS_SHOWN = 4;
/** Characters that are shown of each response. */
const MAX_RESPONSE_SHOWN = 200;

/** Lets a long notification type wrap between its words. */
const breakable = (type: string): string => type.replace(/[:_]/g, '$&\u200b');

/** One sentence for each delivery attempt, with the response of the endpoint. */
export const notificationSteps = (deliveries: readonly DeliveryView[], words: Words): HistoryStep[] =>
  deliveries.flatMap((delivery) => (delivery.attempts.length === 0 ? [untried(delivery, words)] : tried(delivery, words)));

function untried({ type, status, createdAt }: DeliveryView, { t }: Words): HistoryStep {
  const tone = status === 'acknowledged' ? 'good' : status === 'pending' ? 'wait' : 'bad';
  return { at: createdAt, text: `${t.queued(breakable(type))} ${t.deliveries[status]}`, tone };
}

function tried(delivery: DeliveryView, words: Words): HistoryStep[] {
  const { attempts } = delivery;
  const shown = attempts.length > MAX_ATTEMPTS_SHOWN ? [...attempts.slice(0, 1), ...attempts.slice(1 - MAX_ATTEMPTS_SHOWN)] : attempts;
  const steps = shown.map((attempt) => stepOf(attempt, delivery, words));
  const last = steps.at(-1);
  if (last && shown.length < attempts.length) last.detail = words.t.moreTries(attempts.length - shown.length);
  return steps;
}

/** Delivery attempts have system time. When business time was moved ahead, they would seem older than the event of the notification. */
const timeOf = ({ startedAt }: AttemptView, { occurredAt }: DeliveryView): Date => (startedAt > occurredAt ? startedAt : occurredAt);

function stepOf(attempt: AttemptView, delivery: DeliveryView, { t }: Words): HistoryStep {
  const { number, outcome, httpStatus, errorCode, durationMs, responseExcerpt } = attempt;
  const ms = durationMs === null ? '' : `, ${durationMs} ms`;
  const of = { at: timeOf(attempt, delivery), begin: t.told(breakable(delivery.type), number) };
  if (outcome === null) return { at: of.at, text: `${of.begin} ${t.underWay}`, tone: 'wait' };
  if (outcome === 'acknowledged') return { at: of.at, text: `${of.begin} ${t.acknowledged(ms)}`, tone: 'good' };
  if (outcome === 'failed') return { at: of.at, text: `${of.begin} ${t.unanswered(errorCode ?? '?', ms)}`, tone: 'bad' };
  const answer = [...(responseExcerpt ?? '').trim()].slice(0, MAX_RESPONSE_SHOWN).join('');
  return { at: of.at, text: `${of.begin} ${t.answered(httpStatus ?? 0, ms)}`, tone: 'bad', ...(answer && { quote: answer }) };
}
