import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { runNamed } from '../../runtime/database/named-query.js';
import { type AccountKind, isPartnerAccount } from './account-kind.js';
import { validateDraft } from './validate-draft.js';
import type { EntryDraft } from './entry-draft.js';
import { OPEN_ACCOUNTS, POST_ENTRIES } from './ledger-statements.js';
import { asWalletBalanceTooLow } from './wallet-balance-too-low.js';

interface PostResult {
  account_missing: boolean;
  /** Ids of the entries that are new. An entry that was posted before is not among them. */
  posted: string[];
}

/**
 * The double-entry ledger. It is append-only: a correction is a new entry. Amounts are minor units, debit positive, credit negative.
 * A part of a partner's wallet grows by credit. The database refuses unbalanced entries at commit, and only its triggers change wallets.
 */
@Injectable()
export class Ledger {
  /**
   * Posts an entry and changes the wallets of its accounts, in one round trip once the accounts exist. The wallet rows stay locked until
   * the transaction ends, so post as late as possible in the transaction.
   * @returns false, and writes nothing, when an entry with this kind and reference was posted before.
   * @throws WalletBalanceTooLowError when a part of a wallet would fall below zero. PostgreSQL has then aborted the transaction.
   * @throws Error when the draft does not balance.
   */
  async post(tx: EntityManager, entry: EntryDraft): Promise<boolean> {
    const [posted] = await this.postAll(tx, [entry]);
    return posted ?? false;
  }

  /**
   * Opens missing accounts of a partner and of the platform. A transaction that locks the partner's wallet itself must call it before that,
   * because every transaction opens accounts first and locks wallets afterwards. `post` keeps this order by itself.
   */
  async open(tx: EntityManager, partnerId: string, test: boolean, currency: string, accounts: readonly AccountKind[]): Promise<void> {
    const repeat = <T>(value: T): T[] => accounts.map(() => value);
    const partners = accounts.map((account) => (isPartnerAccount(account) ? partnerId : null));
    await runNamed(tx, OPEN_ACCOUNTS, [[...accounts], partners, repeat(currency), repeat(test)]);
  }

  /** Posts several entries in one round trip. @returns the result of `post` for each entry, in order. */
  async postAll(tx: EntityManager, entries: readonly EntryDraft[]): Promise<boolean[]> {
    entries.forEach(validateDraft);
    const drafts = entries.map((entry) => ({ ...entry, id: uuidv7() }));
    const postings = drafts.flatMap(({ id, test, postings: draftPostings }) =>
      draftPostings.map((posting, index) => ({ ...posting, test, entryId: id, line: index + 1 })),
    );
    const accounts = [
      postings.map(({ account }) => account),
      postings.map(({ partnerId }) => partnerId ?? null),
      postings.map(({ currency }) => currency),
      postings.map(({ test }) => test),
    ];
    const values = [
      drafts.map(({ id }) => id),
      drafts.map(({ kind }) => kind),
      drafts.map(({ reference }) => reference),
      drafts.map(({ occurredAt }) => occurredAt),
      drafts.map(({ test }) => test),
      postings.map(({ entryId }) => entryId),
      postings.map(({ line }) => line),
      ...accounts,
      postings.map(({ amountMinor }) => amountMinor),
    ];
    let result = await this.write(tx, values);
    if (result.account_missing) {
      await runNamed(tx, OPEN_ACCOUNTS, accounts);
      result = await this.write(tx, values);
    }
    if (result.account_missing) {
      throw new Error(
        `Cannot post ledger entries ${entries.map(({ kind, reference }) => `${kind} of ${reference}`).join(', ')}: an account could not be opened`,
      );
    }
    const postedIds = new Set(result.posted);
    return drafts.map(({ id }) => postedIds.has(id));
  }

  private async write(tx: EntityManager, values: unknown[]): Promise<PostResult> {
    try {
      const [result] = await runNamed<PostResult & Record<string, unknown>>(tx, POST_ENTRIES, values);
      if (!result) throw new Error('The statement ledger-post-entries returned no row');
      return result;
    } catch (error) {
      throw asWalletBalanceTooLow(error) ?? error;
    }
  }
}
