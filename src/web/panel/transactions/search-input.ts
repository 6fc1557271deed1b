import { parseWrittenAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { idsOfPayerNumber } from '../../../products/direct-billing/payer-number.js';
import { parseMobileNumber } from '../../../products/direct-billing/phone-number.js';
import type { DirectBillingSearch } from '../../../products/direct-billing/transactions/transaction.queries.js';
import type { PaymentSearch } from '../../../products/payments/payments/find-payments.query.js';
import { readSender } from '../../../products/sms/sender.js';
import type { SmsSearch } from '../../../products/sms/transactions/transaction.queries.js';

/** The meanings that a search text may have in each product. A transaction that matches any of them is found; an empty list finds none. */
export interface SearchInput {
  payment: Partial<PaymentSearch>[];
  directbilling: Partial<DirectBillingSearch>[];
  sms: Partial<SmsSearch>[];
}

const PAYER_ID = /^[A-Z0-9]{8}$/;
const SMS_ID = /^[1-9]\d{0,15}$/;
const MAX_CODE_LENGTH = 64;

/**
 * @param text the text in the search box
 * @param subjectId the subject of the notification whose id was searched for; null when there is no such notification
 */
export function parseSearch(text: string, subjectId: string | null): SearchInput {
  if (text === '') return { payment: [{}], directbilling: [{}], sms: [{}] };
  const id = isUuid(text.toLowerCase()) ? text.toLowerCase() : null;
  const ids = [id, subjectId].filter((candidate) => candidate !== null && isUuid(candidate)) as string[];
  const smsId = /^sms:(\d+)$/.exec(subjectId ?? '')?.[1];
  const amount = parseWrittenAmount(text.replace(',', '.').replace(/\s*(zł|pln)$/i, ''));
  const phone = parseMobileNumber(text);
  const sender = readSender(text.replace(/[\s-]/g, ''));
  const idRange = idsOfPayerNumber(text);
  const isEmail = text.includes('@');
  return {
    payment: [
      { control: text },
      ...(ids.length > 0 ? [{ ids }] : []),
      ...(PAYER_ID.test(text.toUpperCase()) ? [{ payerTransactionId: text.toUpperCase() }] : []),
      ...(isEmail ? [{ email: text }] : []),
      ...(amount === null ? [] : [{ amountMinor: amount }]),
    ],
    directbilling: [
      { control: text },
      ...(ids.length > 0 ? [{ wholeIds: ids }] : []),
      ...(idRange === null ? [] : [{ ids: idRange }]),
      ...(phone === null ? [] : [{ phoneNumber: phone }]),
      ...(amount === null ? [] : [{ grossMinor: amount }]),
    ],
    sms: [
      ...(SMS_ID.test(text) && Number.isSafeInteger(Number(text)) ? [{ id: text }] : []),
      ...(smsId === undefined ? [] : [{ id: smsId }]),
      ...(text.length <= MAX_CODE_LENGTH ? [{ code: text }] : []),
      ...(sender === null ? [] : [{ fromNumber: sender }]),
      ...(amount === null ? [] : [{ grossMinor: amount }]),
    ],
  };
}
