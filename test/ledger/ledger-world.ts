import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ProposalExecutor } from '../../src/platform/ledger/approvals/proposal-executor.js';
import { DecideService } from '../../src/platform/ledger/approvals/decide.service.js';
import { ContinueSettlementsService } from '../../src/platform/ledger/approvals/continue-settlements.service.js';
import type { StaffMember } from '../../src/platform/ledger/approvals/proposal.js';
import { PROPOSAL_CHECK } from '../../src/platform/ledger/approvals/checks.js';
import { ProposalsQuery } from '../../src/platform/ledger/approvals/proposals.query.js';
import { ProposeService } from '../../src/platform/ledger/approvals/propose.service.js';
import { SettlementQueries } from '../../src/platform/ledger/settlement/settlement.queries.js';
import { CreateAdjustmentService } from '../../src/platform/ledger/manual/create-adjustment.service.js';
import { ADJUSTMENT_CHECK, PAYOUT_CHECK } from '../../src/platform/ledger/manual/checks.js';
import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import type { EntryDraft, PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import type { Check, ExpectedEntries } from '../../src/platform/checks/check.js';
import { ID_KEY } from '../../src/runtime/database/rows/row-batches.js';
import { EntryQuery } from '../../src/platform/ledger/entry.query.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { type LedgerSale, saleEntry } from '../../src/platform/ledger/sale-entry.js';
import { SealEntriesService } from '../../src/platform/ledger/seals/seal-entries.service.js';
import { SettleService } from '../../src/platform/ledger/settlement/settle.service.js';
import { SETTLEMENT_BATCH_CHECK } from '../../src/platform/ledger/settlement/checks.js';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { partsOf } from '../support/parts.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { testServerInfo } from '../support/test-server-info.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** The entries `e` of these kinds as they were posted. A check with them compares the entries with themselves. */
export const postedEntries = (kinds: readonly string[], joins = ''): ExpectedEntries => ({
  joins: `${joins} JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id`,
  partner: 'a.partner_id',
  test: 'a.test',
  currency: 'p.currency',
  list: kinds.map((kind) => ({
    kind,
    reference: 'e.reference COLLATE "default"',
    when: `e.kind = '${kind}'`,
    postings: [[{ sql: 'a.kind' }, 'p.amount_minor']],
  })),
});

export type Login = 'app' | 'owner' | 'superuser';

/** The ledger on a separate database, with a pool of 20 connections of the application's role. */
export class LedgerWorld {
  readonly ledger = new Ledger();
  readonly wallets: WalletQuery;
  readonly entries: EntryQuery;
  readonly verify: VerifyLedgerService;
  /** Empty before `verifyManualEntries`. The sales of these tests have no product rows. */
  readonly checks: Check[] = [];
  readonly settle: SettleService;
  readonly payOut: CreatePayoutService;
  readonly adjust: CreateAdjustmentService;
  readonly settlements: SettlementQueries;
  readonly propose: ProposeService;
  readonly proposals: ProposalsQuery;
  readonly decide: DecideService;
  readonly continueSettlements: ContinueSettlementsService;
  /** The amount in PLN that one member of staff may move alone in a day. */
  fourEyesAbove = 0;
  readonly seals: SealEntriesService;
  /** Business time of settlements, payouts and adjustments. */
  now = new Date('2026-04-02T10:00:00Z');

  /**
   * @param clients open connections for plain SQL
   * @param seededTables tables that have rows in a new database
   */
  private constructor(
    private readonly database: TestDatabase,
    readonly dataSource: DataSource,
    private readonly clients: Client[],
    private readonly seededTables: readonly string[],
  ) {
    this.wallets = new WalletQuery(dataSource);
    this.entries = new EntryQuery(dataSource);
    this.verify = new VerifyLedgerService(dataSource, partsOf({ checks: this.checks }));
    const clock = { now: () => this.now };
    this.settle = new SettleService(dataSource, clock, this.ledger);
    this.payOut = new CreatePayoutService(dataSource, clock, this.ledger, this.wallets);
    this.adjust = new CreateAdjustmentService(dataSource, clock, this.ledger);
    this.settlements = new SettlementQueries(dataSource);
    const executor = new ProposalExecutor(this.payOut, this.adjust, this.settle, this.settlements);
    const limit = (): number => this.fourEyesAbove;
    const environment = {
      panel: {
        get fourEyesAbove() {
          return limit();
        },
      },
    };
    this.propose = new ProposeService(dataSource, clock, this.wallets, executor, environment as never);
    this.proposals = new ProposalsQuery(dataSource);
    this.decide = new DecideService(dataSource, clock, executor);
    this.continueSettlements = new ContinueSettlementsService(dataSource, this.settle, { register: () => undefined } as never);
    this.seals = new SealEntriesService(dataSource, { register: () => undefined } as never);
  }

  static async open(): Promise<LedgerWorld> {
    const database = await createTestDatabase();
    const dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 20 }).initialize();
    return new LedgerWorld(database, dataSource, [], await tablesWithRows(dataSource));
  }

  /** Returns a world on the same database, without the rows of earlier tests. Creating a database for each test would take too long. */
  async withoutRows(): Promise<LedgerWorld> {
    await this.endClients();
    const superuser = await this.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    const tables = (await tablesWithRows(this.dataSource)).filter((table) => !this.seededTables.includes(table));
    for (const table of tables) await superuser.query(`DELETE FROM ${table}`);
    return new LedgerWorld(this.database, this.dataSource, this.clients, this.seededTables);
  }

  /** Settings with which the command line finds this database. */
  get env(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.database.appUrl, DATABASE_OWNER_URL: this.database.ownerUrl, ENCRYPTION_KEYS, ...TEST_TIMEOUT_SETTINGS };
  }

  async partner(name = 'Shop'): Promise<string> {
    const id = uuidv7();
    await this.dataSource.query('INSERT INTO partner (id, name, created_at) VALUES ($1, $2, now())', [id, name]);
    return id;
  }

  async createStaffMember(name: string): Promise<StaffMember> {
    const userId = uuidv7();
    await this.dataSource.query('INSERT INTO panel_user (id, email, name, created_at) VALUES ($1, $2, $3, now())', [
      userId,
      `${userId}@example.test`,
      name,
    ]);
    return { userId, author: name };
  }

  /** Opens a connection for plain SQL. `close` closes it. */
  async login(login: Login): Promise<Client> {
    const superuser = new URL(testServerInfo().superuser);
    superuser.pathname = `/${this.database.name}`;
    const client = new Client({
      connectionString: { app: this.database.appUrl, owner: this.database.ownerUrl, superuser: superuser.href }[login],
    });
    await client.connect();
    this.clients.push(client);
    return client;
  }

  /** Posts the entry in a separate database transaction. */
  post(entry: EntryDraft): Promise<boolean> {
    return this.dataSource.transaction((tx) => this.ledger.post(tx, entry));
  }

  /** Makes `verify` compare the entries with the rows that caused them. Sales have no rows, so each sale is compared with itself. */
  verifyManualEntries(): void {
    const sales: Check = { table: 'ledger_entry', as: 'e', key: ID_KEY, entries: postedEntries(['sale', 'test']) };
    this.checks.push(PROPOSAL_CHECK, SETTLEMENT_BATCH_CHECK, PAYOUT_CHECK, ADJUSTMENT_CHECK, sales);
  }

  async count(table: string): Promise<number> {
    const [row] = await this.dataSource.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`);
    return row?.n ?? 0;
  }

  async close(): Promise<void> {
    await this.endClients();
    await this.dataSource.destroy();
    await this.database.drop();
  }

  private async endClients(): Promise<void> {
    await Promise.all(this.clients.splice(0).map((client) => client.end()));
  }
}

/** Returns the tables with rows. A table whose rows were all deleted is returned too, because its file is not empty. */
async function tablesWithRows(dataSource: DataSource): Promise<string[]> {
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0`,
  );
  return tables.map(({ name }) => name);
}

/** Returns an entry with these postings. The VAT account balances the entry, because it may have any balance. */
export function balancedEntry(postings: PostingDraft[], reference: string = uuidv7(), kind = 'test'): EntryDraft {
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

/** Returns an entry that adds `minor` to the pending part of a wallet, or takes from that part when `minor` is negative. */
export function pendingEntry(partnerId: string, minor: number, reference?: string): EntryDraft {
  return balancedEntry([{ account: 'partner:pending', partnerId, currency: 'PLN', amountMinor: -minor }], reference);
}

/** Returns the entry of a sale. By default the price is 6.15 PLN and the partner's share 2.50 PLN. */
export function entryOfSale(partnerId: string, sale: Partial<LedgerSale> = {}): EntryDraft {
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
