import type { AttemptView } from '../../../platform/webhooks/inspection/delivery-view.js';
import type { PanelTexts } from '../texts/texts.js';

type Answer = keyof PanelTexts['services']['answers'];

const OF_STATUS: Readonly<Record<number, Answer>> = { 200: 'body', 401: 'login', 403: 'login', 404: 'path', 405: 'method' };

const OF_ERROR: Readonly<Record<string, Answer>> = {
  TIMEOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  TARGET_FORBIDDEN: 'forbidden',
};

/** The key of the text about the result of a test notification. @param attempt undefined before the first delivery attempt */
export function responseOf(attempt: Pick<AttemptView, 'outcome' | 'httpStatus' | 'errorCode'> | undefined): Answer {
  if (!attempt?.outcome) return 'waiting';
  const { outcome, httpStatus, errorCode } = attempt;
  if (outcome === 'acknowledged' || outcome === 'gone') return outcome;
  if (outcome === 'failed') return OF_ERROR[errorCode ?? ''] ?? (/CERT|SIGNATURE|TLS|SSL/.test(errorCode ?? '') ? 'tls' : 'broken');
  const status = httpStatus ?? 0;
  return status >= 300 && status < 400 ? 'redirect' : (OF_STATUS[status] ?? 'other');
}
