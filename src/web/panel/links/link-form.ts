import type { DomainError } from '../../../common/errors/domain-error.js';
import { parseWrittenAmount } from '../../../common/money/amount.js';
import { formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

export const LINK_FIELDS = ['service', 'amount', 'least', 'most', 'currency', 'description', 'control', 'expires', 'once'] as const;

type Problem = keyof PanelTexts['links']['problems'];
/** The fields that can be rejected, in the order of the form. */
const PROBLEMS: readonly Problem[] = [
  'service',
  'amount',
  'minAmount',
  'maxAmount',
  'currency',
  'description',
  'control',
  'expiresAt',
  'channels',
];

/**
 * Converts the form to a request body of the API. Amounts may have a comma and spaces. Other text stays text, and validation rejects it.
 */
export function linkRequestFrom(form: PanelRequest['form']): Record<string, unknown> {
  const text = (name: (typeof LINK_FIELDS)[number]): string | null => formField(form, name) || null;
  const amount = (name: 'amount' | 'least' | 'most'): unknown => {
    const input = text(name);
    const normalized = input?.replace(/\s/g, '').replace(',', '.');
    return normalized !== undefined && parseWrittenAmount(normalized) !== null ? Number(normalized) : input;
  };
  return {
    amount: amount('amount'),
    minAmount: amount('least'),
    maxAmount: amount('most'),
    currency: text('currency')?.toUpperCase() ?? null,
    description: text('description'),
    control: text('control'),
    expiresAt: text('expires'),
    singleUse: formField(form, 'once') === 'yes',
  };
}

/** The first field that the validation of the API rejected; `channels` stands for a field that the form does not have. */
export function linkProblemOf({ details }: DomainError): Problem {
  const rejectedFields = Object.keys(details.errors ?? {});
  return PROBLEMS.find((field) => rejectedFields.includes(field)) ?? 'channels';
}
