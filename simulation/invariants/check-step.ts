import { shown } from '../books/amounts.js';
import { digits } from '../books/books.js';
import { firstState, mayFollow } from '../books/state-tables.js';
import type { World } from '../world/world.js';
import { adoptRows } from './adopt-rows.js';
import { WRONG_COUNTERS, BALANCES, LAST_WRITTEN, WALLETS } from './check-statements.js';
import { expectedEntry } from './expected-entry.js';
import { attemptUnjustified, chargeUnjustified, refundUnjustified } from './justified.js';
import { type EntryRow, type EventRow, type HistoryRow, Observations } from './observations.js';

/** Subjects that partners are told of. */
const TOLD = ['direct_billing_transaction', 'payment_transaction', 'payment_refund'];

interface Subject {
  type: string;
  state: string;
  /** States that partners have to be told of, in their order. */
  toTell: string[];
  told: number;
}

/** Looks at what the gateway has written with each step, and compares it with what the world outside knows. */
export class StepCheck {
  private readonly observations: Observations;
  private readonly subjects = new Map<string, Subject>();
  /** Sums of all entries that were right, by account, partner, whether it is a test, and currency. */
  private readonly balances = new Map<string, number>();

  private lastWritten = '';

  constructor(private readonly world: World) {
    this.observations = new Observations(world.admin);
  }

  async run(): Promise<void> {
    const [{ at } = { at: '' }] = (await this.world.admin.query<{ at: string }>(LAST_WRITTEN)).rows;
    if (at === this.lastWritten) return;
    this.lastWritten = at;
    await adoptRows(this.world);
    const { history, events, entries } = await this.observations.news();
    for (const row of history) this.history(row);
    for (const row of events) this.event(row);
    for (const [id, { told, toTell }] of this.subjects)
      if (told < toTell.length) this.found('every change is told', `there is no event of ${this.nameOf(id)} becoming ${toTell[told]}`);
    for (const entry of entries) await this.entry(entry);
    await this.balance();
    await this.wallets();
    await this.counters();
  }

  /** Sales, by the digits of their ids, of which partners have to be told something, and how much. */
  get toTell(): [id: string, events: number][] {
    return [...this.subjects].filter(([, { type }]) => TOLD.includes(type)).map(([id, { toTell }]) => [id, toTell.length]);
  }

  balanceOf(account: string, test: boolean): number {
    return this.balances.get(`${account}  ${test} PLN`) ?? 0;
  }

  private history(row: HistoryRow): void {
    const { type, id, from, to, reason } = row;
    const name = this.nameOf(id);
    const subject = this.subjects.get(digits(id)) ?? { type, state: firstState(type), toTell: [], told: 0 };
    this.subjects.set(digits(id), subject);
    this.world.story.tell(`${name}: ${short(from)} → ${short(to)} (${reason})`);
    if (from !== subject.state) this.found('no state goes backwards', `${name} is said to have been ${from}, and was ${subject.state}`);
    if (!mayFollow(type, from, to)) this.found('no state goes backwards', `${name} went from ${from} to ${to}`);
    const { books } = this.world;
    const [charge, attempt, refund] = [books.charge(id), books.attempt(id), books.refund(id)];
    const why =
      (charge && chargeUnjustified(charge, row)) ??
      (attempt && attemptUnjustified(attempt, row)) ??
      (refund && refundUnjustified(refund, row));
    if (why) this.found('nothing moves without a word', `${name} is ${to}, and ${why}`);
    subject.state = to;
    if (TOLD.includes(type)) subject.toTell.push(to);
  }

  private event({ subject: id, body }: EventRow): void {
    const subject = this.subjects.get(digits(id));
    const { data, status: own } = JSON.parse(body) as { status?: string; data?: { status: string } };
    const status = data?.status ?? own ?? '';
    const expected = subject?.toTell[subject.told];
    if (subject) subject.told += 1;
    if (status !== expected)
      this.found('every change is told', `the next event of ${this.nameOf(id)} says ${status}, and it became ${expected ?? 'nothing'}`);
  }

  private async entry(entry: EntryRow): Promise<void> {
    const names = entry.kind === 'sms.received' ? await this.messageNames() : new Map<string, string>();
    const expected = expectedEntry(this.world.books, entry, (id) => names.get(id) ?? null);
    const posted = Object.fromEntries(entry.postings.map(({ account, partner, minor }) => [[account, partner].join(' ').trim(), minor]));
    const of = `${entry.kind} of ${entry.reference
      .split(':')
      .map((part) => names.get(part) ?? this.nameOf(part))
      .join('/')}`;
    this.world.story.tell(
      `entered: ${of}: ${Object.entries(posted)
        .map(([account, minor]) => `${account.replace(/ .*/, '')} ${shown(minor)}`)
        .join(', ')}`,
    );
    const sum = entry.postings.reduce((all, { minor }) => all + minor, 0);
    if (sum !== 0 || entry.postings.length < 2) this.found('entries balance', `${of} sums to ${sum}`);
    if ('why' in expected) return this.found('only what was taken and given is entered', `${of}: ${expected.why}`);
    if (entry.test !== expected.test || entry.postings.some(({ test }) => test !== expected.test))
      this.found('test money stands apart', `${of} is ${expected.test ? '' : 'not '}a test`);
    const same = Object.keys({ ...posted, ...expected.lines }).every((account) => posted[account] === expected.lines[account]);
    if (!same) this.found('entries say what happened', `${of}: ${JSON.stringify(posted)} instead of ${JSON.stringify(expected.lines)}`);
    for (const { account, partner, test, currency, minor } of entry.postings) {
      const key = `${account} ${partner ?? ''} ${test} ${currency}`;
      this.balances.set(key, (this.balances.get(key) ?? 0) + minor);
    }
  }

  private async messageNames(): Promise<Map<string, string>> {
    const { rows } = await this.world.admin.query<{ id: string; message_id: string }>('SELECT id, message_id FROM sms_transaction');
    return new Map(rows.map(({ id, message_id }) => [id, message_id]));
  }

  private async balance(): Promise<void> {
    const { rows } = await this.world.admin.query<{ key: string; sum: string }>(BALANCES);
    for (const { key, sum } of rows)
      if (Number(sum) !== this.balances.get(key))
        this.found('entries stay as they are', `${key} is ${sum}, and was ${this.balances.get(key)}`);
  }

  private async wallets(): Promise<void> {
    const { rows } = await this.world.admin.query<{ part: string; partner: string; test: boolean; currency: string; minor: string }>(
      WALLETS,
    );
    for (const { part, partner, test, currency, minor } of rows) {
      const entered = -(this.balances.get(`partner:${part} ${partner} ${test} ${currency}`) ?? 0);
      if (Number(minor) < 0) this.found('no part of a wallet is negative', `${part} is ${minor}`);
      if (Number(minor) !== entered) this.found('wallets follow from entries', `${part} is ${minor}, and ${entered} was entered`);
    }
  }

  private async counters(): Promise<void> {
    const { rows } = await this.world.admin.query<{ list: string; status: string; counted: string; due: string }>(WRONG_COUNTERS);
    const [wrong] = rows;
    if (wrong) this.found('counters are the numbers of rows', `${wrong.status} of ${wrong.list}: ${wrong.counted} instead of ${wrong.due}`);
  }

  private nameOf(id: string): string {
    return this.world.books.nameOf(id) ?? id;
  }

  private found(invariant: string, what: string): void {
    this.world.found(invariant, what);
  }
}

function short(state: string): string {
  return state.replace(/^transaction_(db_)?/, '');
}
