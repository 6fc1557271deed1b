import type { AccountStatement } from './statement.query.js';

/** Over all accounts of a currency, real or test money: opening and closing have to be zero, debit has to equal credit. Minor units. */
export interface Totals {
  currency: string;
  test: boolean;
  openingMinor: number;
  debitMinor: number;
  creditMinor: number;
  closingMinor: number;
}

/** Sums up what it is shown, and says whether it agrees. */
export class StatementTotals {
  private readonly byMoney = new Map<string, Totals>();

  get all(): Totals[] {
    return [...this.byMoney.values()];
  }

  /** Whether money came from nowhere and went nowhere. It says nothing about the accounts of one partner alone. */
  get agree(): boolean {
    return this.all.every(
      ({ openingMinor, debitMinor, creditMinor, closingMinor }) => openingMinor === 0 && closingMinor === 0 && debitMinor === creditMinor,
    );
  }

  add({ currency, test, openingMinor, movements, closingMinor }: AccountStatement): void {
    const key = `${currency} ${test}`;
    const totals = this.byMoney.get(key) ?? { currency, test, openingMinor: 0, debitMinor: 0, creditMinor: 0, closingMinor: 0 };
    this.byMoney.set(key, totals);
    totals.openingMinor += openingMinor;
    totals.closingMinor += closingMinor;
    for (const { debitMinor, creditMinor } of movements) {
      totals.debitMinor += debitMinor;
      totals.creditMinor += creditMinor;
    }
  }
}
