import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { runNamed } from '../../runtime/database/named-query.js';
import { checkDraft } from './check-draft.js';
import type { EntryDraft } from './entry-draft.js';
import { OPEN_ACCOUNTS, POST_ENTRY } from './ledger-statements.js';
import { walletBalanceTooLow } from './wallet-balance-too-low.js';

interface Outcome {
  account_missing: boolean;
  posted: boolean;
  wallet_missing: boolean;
}

/**
 * The double-entry ledger, append-only: a correction is a new entry. Amounts are minor units, debit positive, credit negative;
 * a partner's wallet part grows by credit. The database itself refuses entries that do not balance, at commit.
 */
@Injectable()
export class Ledger {
  /**
   * Posts an entry and moves the wallets it touches, in one round trip once its accounts exist. The wallet row stays locked
   * until the transaction ends, so post as late in it as possible.
   * @returns false when (kind, reference) was posted before, and then nothing was written.
   * @throws WalletBalanceTooLow when a part of a wallet would fall below zero; the transaction is lost then.
   * @throws Error when the draft does not balance.
   */
  async post(tx: EntityManager, entry: EntryDraft): Promise<boolean> {
    checkDraft(entry);
    const kinds = entry.postings.map((posting) => posting.account);
    const partners = entry.postings.map((posting) => posting.partnerId ?? null);
    const currencies = entry.postings.map((posting) => posting.currency);
    const amounts = entry.postings.map((posting) => posting.amountMinor);
    const values = [uuidv7(), entry.kind, entry.reference, entry.occurredAt, kinds, partners, currencies, amounts];

    let outcome = await this.write(tx, values);
    if (outcome.account_missing) {
      await runNamed(tx, OPEN_ACCOUNTS, [kinds, partners, currencies]);
      outcome = await this.write(tx, values);
    }
    if (outcome.account_missing || outcome.wallet_missing) {
      throw new Error(`Ledger entry ${entry.kind} of ${entry.reference}: an account or a wallet cannot be seen`);
    }
    return outcome.posted;
  }

  private async write(tx: EntityManager, values: unknown[]): Promise<Outcome> {
    try {
      const [outcome] = await runNamed<Outcome & Record<string, unknown>>(tx, POST_ENTRY, values);
      if (!outcome) throw new Error('The ledger statement answered nothing');
      return outcome;
    } catch (error) {
      throw walletBalanceTooLow(error) ?? error;
    }
  }
}
