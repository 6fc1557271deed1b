import type { ActKind } from './act-kind.js';
import { AGREEMENT_ACTS } from './agreement-acts.js';
import { ALIAS_ACTS } from './alias-acts.js';
import { BY_HAND_ACTS } from './by-hand-acts.js';
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
  ...AGREEMENT_ACTS,
  ...CHARGE_ACTS,
  ...REFUND_ACTS,
  ...RETURN_ACTS,
  ...CHARGEBACK_ACTS,
  ...BY_HAND_ACTS,
  ...SMS_ACTS,
  ...PLATFORM_ACTS,
};

export function kindOf<A extends Act>({ kind }: A): ActKind<A> {
  return ACTS[kind] as unknown as ActKind<A>;
}
