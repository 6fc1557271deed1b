import { minorUnitsOf } from '../../../common/money/amount.js';
import { referenceToUuid } from '../../../common/reference.js';
import { InvalidFileError } from './file-rejected.js';
import type { FileFormat, FileLine } from './file-format.js';

const VALID_REFERENCE = /^[!-~]{1,255}$/;
const VALID_CURRENCY = /^[A-Z]{3}$/;
const MAX_QUOTED_CHARACTERS = 40;

/** Converts CSV records to lines. The first record is the heading. */
export class LineReader {
  private columns?: { reference: number; amount: number; currency: number | null };
  private readonly amountPattern: RegExp;

  constructor(private readonly format: FileFormat) {
    this.amountPattern = format.decimal === ',' ? /^(-?)(\d{1,13}),(\d{2}|\d{4,60})$/ : /^(-?)(\d{1,13})\.(\d{2}|\d{4,60})$/;
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
    if (!VALID_REFERENCE.test(reference)) throw new InvalidFileError(atLine, `${quote(reference)} is not a reference`);
    const amountMinor = this.readAmount(amount);
    if (amountMinor === null)
      throw new InvalidFileError(atLine, `${quote(amount)} is not an amount with two decimals such as 12${this.format.decimal}50`);
    if (!VALID_CURRENCY.test(currency)) throw new InvalidFileError(atLine, `${quote(currency)} is not a currency`);
    if (amountMinor === 0) throw new InvalidFileError(atLine, 'the amount is zero');
    return { atLine, reference, gatewayReference: referenceToUuid(reference), amountMinor, currency };
  }

  /**
   * Two decimals, or more than three. Fewer could be an amount in another notation, which would be read as a larger one. Three could be a thousand,
   * written as 1.000.
   */
  private readAmount(text: string): number | null {
    const [, sign, whole = '', fraction = ''] = this.amountPattern.exec(text) ?? [];
    const minor = whole === '' ? null : minorUnitsOf(whole, fraction);
    return minor !== null && sign === '-' ? -minor : minor;
  }

  private readHeading(record: readonly string[], atLine: number) {
    const { referenceColumn, amountColumn, currencyColumn, delimiter } = this.format;
    const columnIndex = (name: string): number => {
      const index = record.indexOf(name);
      if (index < 0)
        throw new InvalidFileError(
          atLine,
          `there is no column ${quote(name)} in the heading (${quote(record.join(delimiter))}), read with the delimiter "${delimiter}"`,
        );
      if (record.lastIndexOf(name) !== index) throw new InvalidFileError(atLine, `two columns are called ${quote(name)}`);
      return index;
    };
    return {
      reference: columnIndex(referenceColumn),
      amount: columnIndex(amountColumn),
      currency: currencyColumn === null ? null : columnIndex(currencyColumn),
    };
  }
}

/** Quotes only the beginning of a text, because the text in a file may have any length. */
function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text);
}
