import { MAX_SUM_MINOR, parseWrittenAmount } from '../../../common/money/amount.js';
import { dayIn } from '../../../common/time/period.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { isReason } from '../../../platform/audit/reason.js';
import type { ProposedAdjustment, ProposedPayout, ProposedSettlement } from '../../../platform/ledger/approvals/proposal.js';
import { isAdjustable } from '../../../platform/ledger/manual/adjustable-account.js';
import type { SettledTotals } from '../../../platform/ledger/settlement/settle.service.js';
import type { ManualEntryProblem } from './manual-entry-problem.js';

/** Reads a field of a form or of a query string. A missing field is an empty text. */
export type ReadField = (name: string) => string;

/** The parsed input, or its first problem. */
type Parsed<T> = T | ManualEntryProblem;

/**
 * More currencies than a settlement can have. Without this limit, a forged form could contain a hundred thousand sums, and the error page
 * would format each sum.
 */
const MAX_CURRENCIES = 200;
/** Printable ASCII characters without spaces. */
const REFERENCE = /^[!-~]{1,64}$/;
const isTest = (field: ReadField): boolean => field('test') === 'yes';

export function readPayout(field: ReadField): Parsed<ProposedPayout> {
  const [partnerId, reference, currency, amountMinor] = [
    field('partner'),
    field('reference'),
    readCurrency(field),
    readAmount(field('amount')),
  ];
  if (!isUuid(partnerId)) return 'wrongPartner';
  if (amountMinor === null) return 'wrongAmount';
  if (currency === null) return 'wrongCurrency';
  if (!REFERENCE.test(reference)) return 'wrongReference';
  return { kind: 'payout', reference, partnerId, currency, amountMinor, test: isTest(field) };
}

export function readAdjustment(field: ReadField): Parsed<ProposedAdjustment> {
  const [debit, credit, reference, reason] = [field('debit'), field('credit'), field('reference'), field('reason')];
  const [partner, currency, amountMinor] = [field('partner'), readCurrency(field), readAmount(field('amount'))];
  if (!isAdjustable(debit) || !isAdjustable(credit) || debit === credit) return 'wrongAccounts';
  const involvesPartner = [debit, credit].some((account) => account.startsWith('partner:'));
  if (involvesPartner ? !isUuid(partner) : partner !== '') return 'wrongOwner';
  if (amountMinor === null) return 'wrongAmount';
  if (currency === null) return 'wrongCurrency';
  if (!REFERENCE.test(reference)) return 'wrongReference';
  if (!isReason(reason)) return 'wrongReason';
  const partnerId = involvesPartner ? partner : null;
  return { kind: 'adjust', reference, debit, credit, partnerId, currency, amountMinor, reason, test: isTest(field) };
}

export type ProviderPeriod = Omit<ProposedSettlement, 'kind' | 'reference' | 'sums'>;

/** @param zone time zone in which the days begin and end */
export function readPeriod(field: ReadField, zone: string): Parsed<ProviderPeriod> {
  const provider = field('provider');
  const [first, last] = [dayIn(zone, field('from')), dayIn(zone, field('to'))];
  if (!/^[a-z0-9_-]{1,64}$/.test(provider)) return 'wrongProvider';
  if (!first || !last || first.from >= last.to) return 'wrongPeriod';
  return { provider, from: first.from, to: last.to, test: isTest(field) };
}

export function readSettlement(field: ReadField, zone: string): Parsed<ProposedSettlement> {
  const [period, reference, sums] = [readPeriod(field, zone), field('reference'), readSums(field('sums'))];
  if (typeof period === 'string') return period;
  if (!REFERENCE.test(reference)) return 'wrongReference';
  if (sums.length === 0) return 'nothing';
  if (sums.length > MAX_CURRENCIES) return 'sumsChanged';
  return { kind: 'settle', reference, ...period, sums };
}

function readAmount(text: string): number | null {
  const amount = parseWrittenAmount(text.replace(',', '.'));
  return amount !== null && amount > 0 && amount <= MAX_SUM_MINOR ? amount : null;
}

function readCurrency(field: ReadField): string | null {
  const code = field('currency').toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** The value of the form's hidden field: currency, cleared and available sum in minor units, such as `PLN 12300 11000 EUR 5 4`. */
export const sumsField = (sums: readonly SettledTotals[]): string =>
  sums.map(({ currency, clearedMinor, availableMinor }) => `${currency} ${clearedMinor} ${availableMinor}`).join(' ');

function readSums(text: string): SettledTotals[] {
  const matches = text.matchAll(/([A-Z]{3}) (-?\d{1,15}) (-?\d{1,15})/g);
  return [...matches].map(([, currency = '', cleared, available]) => ({
    currency,
    clearedMinor: Number(cleared),
    availableMinor: Number(available),
  }));
}
