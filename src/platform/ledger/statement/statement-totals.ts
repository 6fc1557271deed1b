import type { AccountStatement } from './statement.query.js';

/**
 * Sums over all accounts of a currency and kind of money, in minor units. Opening and closing must be zero, and debit must equal credit.
 */
export interface Totals {
  currency: string;
  test: boolean;
  openingMinor: number;
  debitMinor: number;
  creditMinor: number;
  closingMinor: number;
}

/** Adds up account statements and checks whether they balance. */
export class StatementTotals {
  private readonly totalsByMoney = new Map<string, Totals>();

  get all(): Totals[] {
    return [...this.totalsByMoney.values()];
  }

  /** Whether the sums balance. They do only when the accounts of the platform and of all partners were added. */
  get areBalanced(): boolean {
    return this.all.every(
      ({ openingMinor, debitMinor, creditMinor, closingMinor }) => openingMinor === 0 && closingMinor === 0 && debitMinor === creditMinor,
    );
  }

  add({ currency, test, openingMinor, movements, closingMinor }: AccountStatement): void {
    const key = `${currency} ${test}`;
    const totals = this.totalsByMoney.get(key) ?? { currency, test, openingMinor: 0, debitMinor: 0, creditMinor: 0, closingMinor: 0 };
    this.totalsByMoney.set(key, totals);
    totals.openingMinor += openingMinor;
    totals.closingMinor += closingMinor;
    for (const { debitMinor, creditMinor } of movements) {
      totals.debitMinor += debitMinor;
      totals.creditMinor += creditMinor;
    }
  }
}
