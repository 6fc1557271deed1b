import type { AttemptView } from '../../../platform/webhooks/inspection/delivery-view.js';
import type { PanelTexts } from '../texts/texts.js';

type ResultKey = keyof PanelTexts['services']['answers'];

const KEY_OF_STATUS: Readonly<Record<number, ResultKey>> = { 200: 'body', 401: 'login', 403: 'login', 404: 'path', 405: 'method' };

const KEY_OF_ERROR: Readonly<Record<string, ResultKey>> = {
  TIMEOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  TARGET_FORBIDDEN: 'forbidden',
};

/** The key of the text about the result of a test notification. @param attempt undefined before the first delivery attempt */
export function testResultKey(attempt: Pick<AttemptView, 'outcome' | 'httpStatus' | 'errorCode'> | undefined): ResultKey {
  if (!attempt?.outcome) return 'waiting';
  const { outcome, httpStatus, errorCode } = attempt;
  if (outcome === 'acknowledged' || outcome === 'gone') return outcome;
  if (outcome === 'failed') return KEY_OF_ERROR[errorCode ?? ''] ?? (/CERT|SIGNATURE|TLS|SSL/.test(errorCode ?? '') ? 'tls' : 'broken');
  const status = httpStatus ?? 0;
  return status >= 300 && status < 400 ? 'redirect' : (KEY_OF_STATUS[status] ?? 'other');
}
