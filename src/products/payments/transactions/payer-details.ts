import { isEmail } from 'class-validator';
import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { Payer } from '../../../connectors/acquirers/port/payer.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';

/** IP address and browser of a request to the payer's page, and what the payer typed. */
export interface PayerInput {
  clientAddress: string;
  userAgent: string;
  name?: string;
  email?: string;
  /** CPF or CNPJ, with or without dots. */
  document?: string;
  country?: string;
}

const MAX_CHARACTERS = 64;
const DOCUMENT = /^(\d{11}|\d{14})$/;

/** The payer's details for an acquirer: what the partner sent, or else what the payer typed. */
export function payerOf({ customer, antifraud }: PaymentTransaction, input: PayerInput): Payer {
  const userAgent = antifraud?.['useragent'];
  return {
    name: customer?.name ?? textOf(input.name),
    email: customer?.email ?? emailOf(input.email),
    ip: customer?.ip ?? input.clientAddress,
    userAgent: typeof userAgent === 'string' ? userAgent : input.userAgent,
    country: (customer?.countryCode ?? textOf(input.country))?.toUpperCase() ?? null,
    document: documentOf(input.document),
  };
}

export function missingPayerFields(payer: Payer, required: readonly PayerField[]): PayerField[] {
  return required.filter((field) => !payer[field]);
}

function textOf(text: string | undefined): string | null {
  return [...(text ?? '').trim()].slice(0, MAX_CHARACTERS).join('') || null;
}

function emailOf(text: string | undefined): string | null {
  const email = text?.trim() ?? '';
  return isEmail(email) ? email : null;
}

function documentOf(text: string | undefined): string | null {
  const digits = (text ?? '').replace(/[\s./-]/g, '');
  return DOCUMENT.test(digits) ? digits : null;
}
