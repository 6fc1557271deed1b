import type { ActionKind } from './action-kind.js';
import { MANDATE_ACTIONS } from './mandate-actions.js';
import { ALIAS_ACTIONS } from './alias-actions.js';
import { MANUAL_ENTRY_ACTIONS } from './manual-entry-actions.js';
import { CHARGE_ACTIONS } from './charge-actions.js';
import { CHARGEBACK_ACTIONS } from './chargeback-actions.js';
import { ONLINE_ACTIONS } from './online-actions.js';
import { DIRECT_BILLING_ACTIONS } from './direct-billing-actions.js';
import { PLATFORM_ACTIONS } from './platform-actions.js';
import { SMS_ACTIONS } from './sms-actions.js';
import { REFUND_ACTIONS } from './refund-actions.js';
import { REVERSAL_ACTIONS } from './reversal-actions.js';
import type { Action } from '../actions/step.js';

const ACTION_KINDS = {
  ...DIRECT_BILLING_ACTIONS,
  ...ONLINE_ACTIONS,
  ...ALIAS_ACTIONS,
  ...MANDATE_ACTIONS,
  ...CHARGE_ACTIONS,
  ...REFUND_ACTIONS,
  ...REVERSAL_ACTIONS,
  ...CHARGEBACK_ACTIONS,
  ...MANUAL_ENTRY_ACTIONS,
  ...SMS_ACTIONS,
  ...PLATFORM_ACTIONS,
};

export function actionKindOf<A extends Action>({ kind }: A): ActionKind<A> {
  return ACTION_KINDS[kind] as unknown as ActionKind<A>;
}
