import { formatPayer } from '../transactions/format-payer.js';
import type { SmsFacts } from './transaction-facts.query.js';
import { notificationSteps } from './notification-steps.js';
import { toneOf } from '../transactions/status-tone.js';
import { presentFacts, type HistoryStep, type TransactionHistory, type HistoryContext } from './history-context.js';

/** The history of a paid SMS in sentences. The reply contains the code, so only people who may see payers see the reply. */
export function smsHistory({ found, deliveries }: SmsFacts, context: HistoryContext): TransactionHistory {
  const { t, money, statuses, seesPayers, locale } = context;
  const { id, usedAt, sendNumber, createdAt, callState, callProblem } = found;
  const status = usedAt === null ? 'unused' : 'used';
  const steps: HistoryStep[] = [
    { at: createdAt, text: t.made.sms(String(sendNumber)) },
    ...(callState === null ? [] : [callStep(found, callState, callProblem, context)]),
    ...(usedAt === null ? [] : [{ at: usedAt, text: t.used, tone: 'good' } satisfies HistoryStep]),
    ...notificationSteps(deliveries, context),
  ];
  const reply = found.reply ?? '';
  return {
    status: statuses[status] ?? status,
    tone: toneOf(status),
    amount: money(found.grossMinor),
    isTest: found.test,
    erased: false,
    facts: presentFacts([
      [t.facts.id, String(id)],
      [t.facts.through, String(sendNumber)],
      [t.facts.payer, formatPayer(found.fromNumber, seesPayers)],
      [t.facts.text, seesPayers ? (found.text ?? null) : null],
      [t.facts.code, seesPayers ? found.code : null],
      [t.facts.share, money(found.partnerMinor)],
    ]),
    payer: [{ lang: locale, lines: seesPayers && reply !== '' ? [t.reply, reply] : [t.hidden] }],
    steps,
  };
}

function callStep({ createdAt }: SmsFacts['found'], state: string, problem: string | null, { t }: HistoryContext): HistoryStep {
  const tone = state === 'answered' ? 'good' : state === 'waiting' ? 'wait' : 'bad';
  return { at: createdAt, text: t.calls[state] ?? t.asked, tone, ...(problem && state !== 'answered' && { quote: problem }) };
}
