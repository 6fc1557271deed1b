import { isEmail } from 'class-validator';
import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { Payer } from '../../../connectors/acquirers/port/attempt.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';

/** IP address and browser of a request to the payer's page, and the details that the payer entered. */
export interface PayerInput {
  clientAddress: string;
  userAgent: string;
  name?: string;
  email?: string;
  /** A Brazilian tax number (CPF or CNPJ), with or without dots. */
  document?: string;
  country?: string;
}

/** The same limit as for the fields of the API. */
const MAX_TEXT_CHARACTERS = 64;
/** A CPF has 11 digits, a CNPJ has 14. */
const DOCUMENT_DIGITS = /^(\d{11}|\d{14})$/;

/** The payer's details for an acquirer: those that the partner sent, or else those that the payer entered. */
export function payerOf({ customer, antifraud }: PaymentTransaction, input: PayerInput): Payer {
  const userAgent = antifraud?.['useragent'];
  return {
    name: customer?.name ?? trimText(input.name),
    email: customer?.email ?? parseEmail(input.email),
    ip: customer?.ip ?? input.clientAddress,
    userAgent: typeof userAgent === 'string' ? userAgent : input.userAgent,
    country: (customer?.countryCode ?? trimText(input.country))?.toUpperCase() ?? null,
    document: parseDocument(input.document),
  };
}

/** The required fields for which the payer has no valid value. */
export function missingPayerFields(payer: Payer, required: readonly PayerField[]): PayerField[] {
  return required.filter((field) => !payer[field]);
}

function trimText(text: string | undefined): string | null {
  return [...(text ?? '').trim()].slice(0, MAX_TEXT_CHARACTERS).join('') || null;
}

function parseEmail(text: string | undefined): string | null {
  const email = text?.trim() ?? '';
  return isEmail(email) ? email : null;
}

function parseDocument(text: string | undefined): string | null {
  const digits = (text ?? '').replace(/[\s./-]/g, '');
  return DOCUMENT_DIGITS.test(digits) ? digits : null;
}
