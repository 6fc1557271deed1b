import { referenceToUuid } from '../../../common/reference.js';
import { InvalidFileError } from './invalid-file.js';
import type { FileFormat, FileLine } from './file-format.js';

const REFERENCE = /^[!-~]{1,255}$/;
const CURRENCY = /^[A-Z]{3}$/;
const MAX_QUOTED_CHARACTERS = 40;

/** Converts CSV records to lines. The first record is the heading. */
export class LineReader {
  private columns?: { reference: number; amount: number; currency: number | null };
  private readonly amount: RegExp;

  constructor(private readonly format: FileFormat) {
    this.amount = format.decimal === ',' ? /^-?\d{1,13},\d{2}$/ : /^-?\d{1,13}\.\d{2}$/;
  }

  /** @returns null for the heading. @throws InvalidFileError */
  read(record: readonly string[], atLine: number): FileLine | null {
    if (!this.columns) {
      this.columns = this.readHeading(record, atLine);
      return null;
    }
    const { columns } = this;
    const reference = record[columns.reference] ?? '';
    const amount = record[columns.amount] ?? '';
    const currency = columns.currency === null ? this.format.currency : (record[columns.currency] ?? '');
    if (!REFERENCE.test(reference)) throw new InvalidFileError(atLine, `${quote(reference)} is not a reference`);
    if (!this.amount.test(amount))
      throw new InvalidFileError(atLine, `${quote(amount)} is not an amount with two decimals such as 12${this.format.decimal}50`);
    if (!CURRENCY.test(currency)) throw new InvalidFileError(atLine, `${quote(currency)} is not a currency`);
    const amountMinor = Number(amount.replace(this.format.decimal, ''));
    if (amountMinor === 0) throw new InvalidFileError(atLine, 'the amount is zero');
    return { atLine, reference, gatewayReference: referenceToUuid(reference), amountMinor, currency };
  }

  private readHeading(record: readonly string[], atLine: number) {
    const { referenceColumn, amountColumn, currencyColumn, delimiter } = this.format;
    const column = (name: string): number => {
      const found = record.indexOf(name);
      if (found < 0)
        throw new InvalidFileError(
          atLine,
          `there is no column ${quote(name)} in the heading (${quote(record.join(delimiter))}), read with the delimiter "${delimiter}"`,
        );
      if (record.lastIndexOf(name) !== found) throw new InvalidFileError(atLine, `two columns are called ${quote(name)}`);
      return found;
    };
    return {
      reference: column(referenceColumn),
      amount: column(amountColumn),
      currency: currencyColumn === null ? null : column(currencyColumn),
    };
  }
}

/** Quotes only the beginning of a text in an error, because the text may have any length. */
function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text);
}
