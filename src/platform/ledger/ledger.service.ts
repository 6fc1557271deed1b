import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { runNamed } from '../../runtime/database/named-query.js';
import { type AccountKind, isPartnerAccount } from './account-kind.js';
import { checkDraft } from './check-draft.js';
import type { EntryDraft } from './entry-draft.js';
import { OPEN_ACCOUNTS, POST_ENTRIES } from './ledger-statements.js';
import { walletBalanceTooLow } from './wallet-balance-too-low.js';

interface Outcome {
  account_missing: boolean;
  /** Ids of the entries that were not there before. */
  posted: string[];
}

/**
 * The double-entry ledger, append-only: a correction is a new entry. Amounts are minor units, debit positive, credit negative;
 * a partner's wallet part grows by credit. The database itself refuses entries that do not balance, at commit, and moves the wallets:
 * nothing else can.
 */
@Injectable()
export class Ledger {
  /**
   * Posts an entry, which moves the wallets it touches, in one round trip once its accounts exist. The wallet row stays locked
   * until the transaction ends, so post as late in it as possible.
   * @returns false when (kind, reference) was posted before, and then nothing was written.
   * @throws WalletBalanceTooLow when a part of a wallet would fall below zero; the transaction is lost then.
   * @throws Error when the draft does not balance.
   */
  async post(tx: EntityManager, entry: EntryDraft): Promise<boolean> {
    const [posted] = await this.postAll(tx, [entry]);
    return posted ?? false;
  }

  /**
   * Opens accounts of a partner, and of the platform, that are missing. To be called before the partner's wallet is locked for another reason than to post: everybody
   * opens accounts first.
   */
  async open(tx: EntityManager, partnerId: string, test: boolean, currency: string, accounts: readonly AccountKind[]): Promise<void> {
    const each = <T>(value: T): T[] => accounts.map(() => value);
    const partners = accounts.map((account) => (isPartnerAccount(account) ? partnerId : null));
    await runNamed(tx, OPEN_ACCOUNTS, [[...accounts], partners, each(currency), each(test)]);
  }

  /** The same for several entries in one round trip. Each stands for itself: one that was posted before is passed over. */
  async postAll(tx: EntityManager, entries: readonly EntryDraft[]): Promise<boolean[]> {
    entries.forEach(checkDraft);
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
        `Ledger entries ${entries.map(({ kind, reference }) => `${kind} of ${reference}`).join(', ')}: an account cannot be seen`,
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
      throw walletBalanceTooLow(error) ?? error;
    }
  }
}
