import { clearingOf, type ExpectedPosting } from '../checks/check.js';

/**
 * The postings that `saleEntry` makes, for a `Check`. They are written separately on purpose: shared code would verify itself.
 * @param row SQL name of the row whose `gross_minor`, `net_minor` and `partner_minor` are the amounts
 * @param provider SQL of the operator, the channel or `sms` that collects the money
 */
export const salePostings = (row: string, provider: string): readonly ExpectedPosting[] => [
  [clearingOf(provider), `${row}.gross_minor`],
  ['platform:vat', `${row}.net_minor - ${row}.gross_minor`],
  ['partner:pending', `-${row}.partner_minor`],
  ['platform:commission', `${row}.partner_minor - ${row}.net_minor`],
];
