import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { runNamed } from '../../runtime/database/named-query.js';
import { type AccountKind, isPartnerAccount } from './account-kind.js';
import { validateDraft } from './validate-draft.js';
import type { EntryDraft } from './entry-draft.js';
import { OPEN_ACCOUNTS, POST_ENTRIES } from './ledger-statements.js';
import { asWalletBalanceTooLow } from './wallet-balance-too-low.js';

interface Outcome {
  account_missing: boolean;
  /** Ids of the entries that were not there before. */
  posted: string[];
}

/**
 * The double-entry ledger, append-only: a correction is a new entry. Amounts are minor units, debit positive, credit negative;
 * a partner's wallet part grows by credit. The database refuses entries that do not balance, at commit, and is the only one to change wallets.
 */
@Injectable()
export class Ledger {
  /**
   * Posts an entry, which moves the wallets it touches, in one round trip once its accounts exist. The wallet row stays locked
   * until the transaction ends, so post as late in it as possible.
   * @returns false when (kind, reference) was posted before, and then nothing was written.
   * @throws WalletBalanceTooLowError when a part of a wallet would fall below zero; the transaction is lost then.
   * @throws Error when the draft does not balance.
   */
  async post(tx: EntityManager, entry: EntryDraft): Promise<boolean> {
    const [posted] = await this.postAll(tx, [entry]);
    return posted ?? false;
  }

  /**
   * Opens missing accounts of a partner and of the platform. Call it before locking the partner's wallet in any way but by posting: every
   * transaction opens accounts first and locks wallets afterwards.
   */
  async open(tx: EntityManager, partnerId: string, test: boolean, currency: string, accounts: readonly AccountKind[]): Promise<void> {
    const each = <T>(value: T): T[] => accounts.map(() => value);
    const partners = accounts.map((account) => (isPartnerAccount(account) ? partnerId : null));
    await runNamed(tx, OPEN_ACCOUNTS, [[...accounts], partners, each(currency), each(test)]);
  }

  /** Posts several entries in one round trip. @returns for each entry, in order, what `post` returns. */
  async postAll(tx: EntityManager, entries: readonly EntryDraft[]): Promise<boolean[]> {
    entries.forEach(validateDraft);
    const drafts = entries.map((entry) => ({ ...entry, id: uuidv7() }));
    const lines = drafts.flatMap(({ id, test, postings }) =>
      postings.map((posting, index) => ({ ...posting, test, entryId: id, line: index + 1 })),
    );
    const accounts = [
      lines.map(({ account }) => account),
      lines.map(({ partnerId }) => partnerId ?? null),
      lines.map(({ currency }) => currency),
      lines.map(({ test }) => test),
    ];
    const values = [
      drafts.map(({ id }) => id),
      drafts.map(({ kind }) => kind),
      drafts.map(({ reference }) => reference),
      drafts.map(({ occurredAt }) => occurredAt),
      drafts.map(({ test }) => test),
      lines.map(({ entryId }) => entryId),
      lines.map(({ line }) => line),
      ...accounts,
      lines.map(({ amountMinor }) => amountMinor),
    ];
    let outcome = await this.write(tx, values);
    if (outcome.account_missing) {
      await runNamed(tx, OPEN_ACCOUNTS, accounts);
      outcome = await this.write(tx, values);
    }
    if (outcome.account_missing) {
      throw new Error(
        `Ledger entries ${entries.map(({ kind, reference }) => `${kind} of ${reference}`).join(', ')}: an account is still missing`,
      );
    }
    const posted = new Set(outcome.posted);
    return drafts.map(({ id }) => posted.has(id));
  }

  private async write(tx: EntityManager, values: unknown[]): Promise<Outcome> {
    try {
      const [outcome] = await runNamed<Outcome & Record<string, unknown>>(tx, POST_ENTRIES, values);
      if (!outcome) throw new Error('The ledger statement answered nothing');
      return outcome;
    } catch (error) {
      throw asWalletBalanceTooLow(error) ?? error;
    }
  }
}
