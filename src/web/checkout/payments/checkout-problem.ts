import type { PayerField } from '../../../connectors/channels/catalogue/channel.js';
import type { AgreementProblem } from '../../../products/payments/subscriptions/agree-on-page.service.js';
import type { FormRefusal } from '../shell/checkout-shell.js';
import type { ShownError } from '../shell/payment-page.js';
import { fieldName, isAsked } from './asked-field.js';
import type { PaymentTexts } from './texts/texts.en.js';

/** What a form can be told. What has changed the payment is not among it: its page says that. */
export type Wrong =
  | Exclude<AgreementProblem, { problem: 'not_possible_now' | 'declined' }>
  | { problem: 'channel_missing' | 'code_missing' | 'agreement_changed' | 'app_missing' };

export type Details = Partial<Record<PayerField, string>>;

/** What was typed, to be shown again; never the code. */
export interface Typed {
  channel: string;
  details: Details;
  /** Whether the browser shall remember the method. */
  remember: boolean;
}

export interface FormTrouble {
  wrong: readonly Wrong[];
  typed?: Typed;
}

const STATUS: Partial<Record<Wrong['problem'], number>> = { channel_unreachable: 503 };
const FIELD: Partial<Record<Wrong['problem'], string>> = {
  channel_missing: 'channel',
  channel_unusable: 'channel',
  code_missing: 'code',
  app_missing: 'app',
  code_malformed: 'code',
};

export function shownErrors(trouble: FormTrouble | null, t: PaymentTexts): ShownError[] {
  return (trouble?.wrong ?? []).flatMap((wrong) => {
    if (wrong.problem !== 'payer_details_missing')
      return [{ field: FIELD[wrong.problem] ?? null, message: { ...t.errors, ...t.agreementErrors }[wrong.problem] }];
    const channel = trouble?.typed?.channel ?? '';
    return wrong.fields.filter(isAsked).map((field) => ({ field: fieldName(field, channel), message: t.details[field].error }));
  });
}

export function refusalOf(trouble: FormTrouble | null): FormRefusal | undefined {
  const [first] = trouble?.wrong ?? [];
  return first && { status: STATUS[first.problem] ?? 422 };
}

/** What has changed the payment itself stands on its page, however often that is opened. */
export function isShownInForm<R extends { problem: string }>(
  result: R,
): result is Exclude<R, { problem: 'not_possible_now' | 'declined' }> {
  return result.problem !== 'not_possible_now' && result.problem !== 'declined';
}
