import type { ActKind } from './act-kind.js';
import { MANDATE_ACTS } from './mandate-acts.js';
import { ALIAS_ACTS } from './alias-acts.js';
import { MANUAL_ENTRY_ACTS } from './manual-entry-acts.js';
import { CHARGE_ACTS } from './charge-acts.js';
import { CHARGEBACK_ACTS } from './chargeback-acts.js';
import { ONLINE_ACTS } from './online-acts.js';
import { PHONE_ACTS } from './phone-acts.js';
import { PLATFORM_ACTS } from './platform-acts.js';
import { SMS_ACTS } from './sms-acts.js';
import { REFUND_ACTS } from './refund-acts.js';
import { RETURN_ACTS } from './return-acts.js';
import type { Act } from '../acts/step.js';

const ACTS = {
  ...PHONE_ACTS,
  ...ONLINE_ACTS,
  ...ALIAS_ACTS,
  ...MANDATE_ACTS,
  ...CHARGE_ACTS,
  ...REFUND_ACTS,
  ...RETURN_ACTS,
  ...CHARGEBACK_ACTS,
  ...MANUAL_ENTRY_ACTS,
  ...SMS_ACTS,
  ...PLATFORM_ACTS,
};

export function kindOf<A extends Act>({ kind }: A): ActKind<A> {
  return ACTS[kind] as unknown as ActKind<A>;
}
