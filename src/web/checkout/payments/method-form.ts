import { isIP } from 'node:net';
import type { Request } from 'express';
import type { PayerChannel } from '../../../products/payments/checkout/payment-page.js';
import type { PayerInput } from '../../../products/payments/payments/payer-details.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import { fieldName, isRequestedField } from './requested-field.js';
import type { PayerDetails, SubmittedValues, PaymentFormProblem } from './checkout-problem.js';

/** The form in which a payer chooses a method and enters the details that the method requires. */
export interface MethodForm {
  channel: PayerChannel | null;
  /** The BLIK code as the payer typed it. */
  code: string;
  submittedValues: SubmittedValues;
}

export function readMethodForm(body: FormFields, offered: readonly PayerChannel[]): MethodForm {
  const id = readField(body, 'channel');
  const channel = offered.find((candidate) => candidate.id === id) ?? null;
  const requiredFields = channel?.missing.filter(isRequestedField) ?? [];
  const details: PayerDetails = Object.fromEntries(requiredFields.map((field) => [field, readField(body, fieldName(field, id))]));
  return {
    channel,
    code: readField(body, 'code'),
    submittedValues: { channel: id, details, remember: readField(body, 'remember') !== '' },
  };
}

/** Reports all invalid fields together, before an attempt is started. */
export function fieldProblems({ channel, code, submittedValues }: MethodForm): PaymentFormProblem[] {
  if (!channel) return [{ problem: submittedValues.channel === '' ? 'channel_missing' : 'channel_unusable' }];
  const fields = channel.missing.filter((field) => isRequestedField(field) && !submittedValues.details[field]);
  return [
    ...(fields.length > 0 ? [{ problem: 'payer_details_missing', fields } as const] : []),
    ...(channel.takesCode && !isBlikCode(code) ? [{ problem: code === '' ? 'code_missing' : 'code_malformed' } as const] : []),
  ];
}

/** The details that the payer entered, with IP address and user agent of the request; empty when unknown. */
export function payerInputOf(request: Request, details: PayerDetails = {}): PayerInput {
  const { ip = '' } = request;
  return { clientAddress: isIP(ip) === 0 ? '' : ip, userAgent: request.get('user-agent') ?? '', ...details };
}

/** Accepts six digits, also as `123 456` or `123-456`. */
function isBlikCode(input: string): boolean {
  return /^\d{6}$/.test(input.replace(/[\s-]/g, ''));
}
