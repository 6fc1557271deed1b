/** The typed line: three fields with a check digit each, the check digit of the whole line, the due date and the amount. */
const LINE = /^(\d{3})(\d)(\d{5})(\d)(\d{10})(\d)(\d{10})(\d)(\d)(\d{14})$/;

/**
 * Computes the 44 digits of a boleto's barcode from the 47 digits of the typed line, in Febraban's layout.
 * @returns null when the text is no typed line or a check digit is wrong, because such a barcode would pay a different bill.
 */
export function boletoBarcode(payload: string): string | null {
  const [, bank, currency, free1, check1, free2, check2, free3, check3, check, dueAndAmount] =
    LINE.exec(payload.replace(/[.\s]/g, '')) ?? [];
  if (bank === undefined || currency === undefined || check === undefined || dueAndAmount === undefined) return null;
  const fields = [
    [`${bank}${currency}${free1}`, check1],
    [`${free2}`, check2],
    [`${free3}`, check3],
  ];
  if (fields.some(([digits = '', checkDigit]) => modulo10(digits) !== checkDigit)) return null;
  const [head, tail] = [`${bank}${currency}`, `${dueAndAmount}${free1}${free2}${free3}`];
  return modulo11(head + tail) === check ? head + check + tail : null;
}

export interface Boleto {
  /** The number of the bank: three digits. */
  bank: string;
  /** The free field (campo livre): 25 digits that the bank chooses. */
  free: string;
  due: Date;
  /** Centavos. */
  amountMinor: number;
}

/** Computes the typed line of 47 digits, which a payer enters in a bank's app. */
export function boletoLine({ bank, free, due, amountMinor }: Boleto): string {
  const dueAndAmount = dueFactor(due) + String(amountMinor).padStart(10, '0');
  const fields = [`${bank}${REAL}${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  const check = modulo11(`${bank}${REAL}${dueAndAmount}${free}`);
  return fields.map((field) => field + modulo10(field)).join('') + check + dueAndAmount;
}

/** Currency code of the real, the only currency in use since 1994. */
const REAL = '9';

/** The due date as a day number from 1000 to 9999. The day numbers last restarted at 1000 on 22 February 2025. */
function dueFactor(due: Date): string {
  const days = Math.floor((due.getTime() - Date.UTC(2025, 1, 22)) / 86_400_000);
  return String(1000 + (((days % 9000) + 9000) % 9000));
}

/** From the right, every other digit is doubled. The digits of a two-digit product are added. */
function modulo10(digits: string): string {
  const sum = fromTheRight(digits)
    .map((digit, index) => digit * (index % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + Math.trunc(product / 10) + (product % 10), 0);
  return String((10 - (sum % 10)) % 10);
}

/** From the right, digits have the weights 2 to 9, repeated. A check digit of 10 or 11 is written as 1. */
function modulo11(digits: string): string {
  const sum = fromTheRight(digits).reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0);
  const check = 11 - (sum % 11);
  return String(check > 9 ? 1 : check);
}

function fromTheRight(digits: string): number[] {
  return [...digits].reverse().map(Number);
}
