import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AdjustService } from '../../src/platform/ledger/by-hand/adjust.service.js';
import { ADJUSTMENT_PROOF, PAYOUT_PROOF } from '../../src/platform/ledger/by-hand/by-hand-proofs.js';
import { PayOutService } from '../../src/platform/ledger/by-hand/pay-out.service.js';
import type { EntryDraft, PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import { EntryProofs } from '../../src/platform/ledger/entry-proof.js';
import { UUID_KEY } from '../../src/platform/ledger/rows/row-batches.js';
import { EntryQuery } from '../../src/platform/ledger/entry.query.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { type Sale, saleEntry } from '../../src/platform/ledger/sale-entry.js';
import { RowProofs } from '../../src/platform/ledger/rows/row-proof.js';
import { SealEntriesService } from '../../src/platform/ledger/seals/seal-entries.service.js';
import { SettleService } from '../../src/platform/ledger/settlement/settle.service.js';
import { SETTLEMENT_PROOF } from '../../src/platform/ledger/settlement/settlement-proof.js';
import { VerifyLedgerService } from '../../src/platform/ledger/verify-ledger.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { serverFacts } from '../support/server-facts.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

export type Login = 'app' | 'owner' | 'superuser';

/** The ledger on a database of its own, as the application's role with 20 connections. */
export class LedgerWorld {
  readonly ledger = new Ledger();
  readonly wallets: WalletQuery;
  readonly entries: EntryQuery;
  readonly verify: VerifyLedgerService;
  /** Proves what was settled, paid out and adjusted; the sales of these tests have no rows of a product. */
  readonly proofs = new EntryProofs();
  readonly rowProofs = new RowProofs();
  readonly settle: SettleService;
  readonly payOut: PayOutService;
  readonly adjust: AdjustService;
  readonly seals: SealEntriesService;
  /** Business time of whatever is done by hand. */
  now = new Date('2026-04-02T10:00:00Z');
  private readonly clients: Client[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly dataSource: DataSource,
  ) {
    this.wallets = new WalletQuery(dataSource);
    this.entries = new EntryQuery(dataSource);
    this.verify = new VerifyLedgerService(dataSource, this.proofs, this.rowProofs);
    const clock = { now: () => this.now };
    this.settle = new SettleService(dataSource, clock, this.ledger);
    this.payOut = new PayOutService(dataSource, clock, this.ledger, this.wallets);
    this.adjust = new AdjustService(dataSource, clock, this.ledger);
    this.seals = new SealEntriesService(dataSource, { register: () => undefined } as never);
  }

  static async open(): Promise<LedgerWorld> {
    const database = await createTestDatabase();
    return new LedgerWorld(database, await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 20 }).initialize());
  }

  /** Settings with which the command line finds this database. */
  get env(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.database.appUrl, DATABASE_OWNER_URL: this.database.ownerUrl, ENCRYPTION_KEYS };
  }

  async partner(name = 'Shop'): Promise<string> {
    const id = uuidv7();
    await this.dataSource.query('INSERT INTO partner (id, name, created_at) VALUES ($1, $2, now())', [id, name]);
    return id;
  }

  /** A connection for plain SQL, closed with the world. */
  async login(as: Login): Promise<Client> {
    const superuser = new URL(serverFacts().superuser);
    superuser.pathname = `/${this.database.name}`;
    const client = new Client({
      connectionString: { app: this.database.appUrl, owner: this.database.ownerUrl, superuser: superuser.href }[as],
    });
    await client.connect();
    this.clients.push(client);
    return client;
  }

  /** Posts in a transaction of its own. */
  post(entry: EntryDraft): Promise<boolean> {
    return this.dataSource.transaction((tx) => this.ledger.post(tx, entry));
  }

  /** From here on `verify` compares the entries with the rows behind them; sales are taken as they are. */
  proveByHand(): void {
    for (const proof of [SETTLEMENT_PROOF, PAYOUT_PROOF, ADJUSTMENT_PROOF]) this.proofs.add(proof);
    this.proofs.add({
      kinds: ['sale', 'test'],
      table: 'ledger_entry',
      key: { column: 'id', ...UUID_KEY },
      postings: `
        SELECT e.kind, e.reference COLLATE "default" AS reference, a.kind AS account, a.partner_id, a.test, p.currency, p.amount_minor
        FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
        WHERE e.kind IN ('sale', 'test') AND e.id >= $1 AND e.id < $2`,
    });
  }

  async count(table: string): Promise<number> {
    const [row] = await this.dataSource.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`);
    return row?.n ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
    await this.dataSource.destroy();
    await this.database.drop();
  }
}

/** An entry whose other side is VAT, which has no balance to fall below zero. */
export function entryOf(postings: PostingDraft[], reference: string = uuidv7(), kind = 'test'): EntryDraft {
  const currencies = [...new Set(postings.map((posting) => posting.currency))];
  const balancing = currencies.map((currency): PostingDraft => {
    const sum = postings.filter((posting) => posting.currency === currency).reduce((all, posting) => all + posting.amountMinor, 0);
    return { account: 'platform:vat', currency, amountMinor: -sum };
  });
  return {
    kind,
    reference,
    test: false,
    occurredAt: new Date('2026-03-01T12:00:00Z'),
    postings: [...postings, ...balancing.filter((posting) => posting.amountMinor !== 0)],
  };
}

/** Earns or, with a negative amount, takes back from the pending part. */
export function earned(partnerId: string, minor: number, reference?: string): EntryDraft {
  return entryOf([{ account: 'partner:pending', partnerId, currency: 'PLN', amountMinor: -minor }], reference);
}

/** A sale of 6.15 through a party, of which 2.50 are the partner's. */
export function sold(partnerId: string, sale: Partial<Sale> = {}): EntryDraft {
  return saleEntry({
    kind: 'sale',
    reference: uuidv7(),
    test: false,
    occurredAt: new Date('2026-03-01T12:00:00Z'),
    clearing: 'orange',
    partnerId,
    grossMinor: 615,
    netMinor: 500,
    partnerMinor: 250,
    ...sale,
  });
}
