import { formatAmount } from '../model/amounts.js';
import { digits } from '../model/digits.js';
import { firstState, isAllowedTransition } from '../model/state-tables.js';
import type { World } from '../world/world.js';
import { adoptRows, type NewRows, newRows } from './adopt-rows.js';
import { checkMandates } from './check-mandates.js';
import { WRONG_COUNTERS, BALANCES, CONFLICTING, SNAPSHOT_XMAX, WALLETS } from './check-statements.js';
import { ignoredCallbacks } from './ignored-callbacks.js';
import { linesOf } from './entry-lines.js';
import { expectedEntry } from './expected-entry.js';
import { codeEventUnjustified, isCodeEvent } from './code-events.js';
import { mandateTransition } from './mandate-transition.js';
import { attemptUnjustified, chargeUnjustified, refundUnjustified } from './justified.js';
import { missingEntries } from './missing-entries.js';
import { type EntryRow, type EventRow, type HistoryRow, type ObservedRows, Observations } from './observations.js';
import { readAtOnce } from './read-at-once.js';

/** Subjects with events for partners. */
const TOLD = ['direct_billing_transaction', 'payment_transaction', 'payment_refund', 'payment_alias', 'payment_subscription'];

interface Subject {
  type: string;
  state: string;
  /** States of which the partner has to be notified, in order. */
  toNotify: string[];
  notified: number;
}

/** Everything that is read after a step. */
interface Read extends NewRows, ObservedRows {
  balances: { account: string; test: boolean; sum: number }[];
  wallets: { account: string; test: boolean; minor: number }[];
  counters: { list: string; status: string; counted: number; due: number }[];
  contradicted: { reference: string }[];
}

/** Compares what the gateway wrote in each step with what the outside world knows. */
export class StepCheck {
  private readonly observations = new Observations();
  private readonly subjects = new Map<string, Subject>();
  private lastWritten = '';

  constructor(private readonly world: World) {}

  async run(): Promise<void> {
    const [{ at } = { at: '' }] = (await this.world.admin.query<{ at: string }>(SNAPSHOT_XMAX)).rows;
    if (at === this.lastWritten && this.world.model.acknowledgedCallbacks.length === 0) return;
    this.lastWritten = at;
    const read = await this.read();
    adoptRows(this.world, read);
    const { history, events, entries } = this.observations.news(read);
    for (const row of history) this.history(row);
    for (const row of events) this.event(row);
    for (const [id, { notified, toNotify }] of this.subjects)
      if (notified < toNotify.length)
        this.found('every change is notified', `there is no event of ${this.nameOf(id)} becoming ${toNotify[notified]}`);
    this.world.model.ledger.beginStep();
    for (const entry of entries) await this.entry(entry);
    this.unentered();
    this.balance(read);
    this.wallets(read);
    this.counters(read);
    checkMandates(this.world, read);
    for (const why of ignoredCallbacks(this.world.model, new Set(read.contradicted.map(({ reference }) => digits(reference)))))
      this.found('no report about money is dropped', why);
  }

  private async read(): Promise<Read> {
    const readings = {
      ...newRows(this.world.model),
      ...this.observations.readings,
      balances: { text: BALANCES, values: [] },
      wallets: { text: WALLETS, values: [] },
      counters: { text: WRONG_COUNTERS, values: [] },
      contradicted: { text: CONFLICTING, values: [] },
    };
    return (await readAtOnce(this.world.admin, 'simulation_step', readings)) as unknown as Read;
  }

  /** Ids of sales, in digits, with the number of events that their partner must get. */
  get toNotify(): [id: string, events: number][] {
    const codes = (id: string): number => this.world.model.onlinePayment(this.nameOf(id))?.notifiedCodeOutcomes.length ?? 0;
    return [...this.subjects].filter(([, { type }]) => TOLD.includes(type)).map(([id, { toNotify }]) => [id, toNotify.length + codes(id)]);
  }

  private history(row: HistoryRow): void {
    const { type, id, from, to, reason } = row;
    const name = this.nameOf(id);
    const subject = this.subjects.get(digits(id)) ?? { type, state: firstState(type), toNotify: [], notified: 0 };
    this.subjects.set(digits(id), subject);
    this.world.transcript.tell(`${name}: ${short(from)} → ${short(to)} (${reason})`);
    if (from !== subject.state) this.found('no state goes backwards', `${name} is said to have been ${from}, and was ${subject.state}`);
    if (!isAllowedTransition(type, from, to)) this.found('no state goes backwards', `${name} went from ${from} to ${to}`);
    const { model } = this.world;
    const [charge, attempt, refund] = [model.charge(id), model.attempt(id), model.refund(id)];
    const why =
      (charge && chargeUnjustified(charge, row)) ??
      (attempt && attemptUnjustified(attempt, row)) ??
      (refund && refundUnjustified(refund, row));
    const whyNot = why ?? mandateTransition(this.world, row);
    if (whyNot) this.found('nothing moves without a report', `${name} is ${to}, and ${whyNot}`);
    subject.state = to;
    for (const thing of [charge, attempt, refund]) if (thing) thing.state = to;
    if (TOLD.includes(type)) subject.toNotify.push(to);
  }

  private event({ subject: id, body }: EventRow): void {
    if (isCodeEvent(body)) return this.codeEvent(id, body);
    const subject = this.subjects.get(digits(id));
    const { data, status: own } = JSON.parse(body) as { status?: string; data?: { status: string } };
    const status = data?.status ?? own ?? '';
    const expected = subject?.toNotify[subject.notified];
    if (subject) subject.notified += 1;
    if (status !== expected)
      this.found('every change is notified', `the next event of ${this.nameOf(id)} says ${status}, but it became ${expected ?? 'nothing'}`);
  }

  /** An event about a code follows from no change of state. */
  private codeEvent(id: string, body: string): void {
    const payment = this.world.model.onlinePayment(this.nameOf(id));
    const why = payment ? codeEventUnjustified(payment, body) : 'there is no such payment';
    if (why !== null) this.found('every change is notified', `the partner gets an event about a code for ${this.nameOf(id)}, but ${why}`);
  }

  private async entry(entry: EntryRow): Promise<void> {
    const names = entry.kind === 'sms.received' ? await this.messageNames() : new Map<string, string>();
    const expected = expectedEntry(this.world.model, entry, (id) => names.get(id) ?? null);
    const posted = linesOf(entry);
    const of = `${entry.kind} of ${entry.reference
      .split(':')
      .map((part) => names.get(part) ?? this.nameOf(part))
      .join('/')}`;
    this.world.transcript.tell(
      `entered: ${of}: ${Object.entries(posted)
        .map(([account, minor]) => `${account.replace(/ .*/, '')} ${formatAmount(minor)}`)
        .join(', ')}`,
    );
    const sum = entry.postings.reduce((all, { minor }) => all + minor, 0);
    if (sum !== 0 || entry.postings.length < 2) this.found('entries balance', `${of} sums to ${sum}`);
    if ('why' in expected) return this.found('only what was taken and given is entered', `${of}: ${expected.why}`);
    if (entry.test !== expected.test || entry.postings.some(({ test }) => test !== expected.test))
      this.found('test money stands apart', `${of} is ${expected.test ? '' : 'not '}a test`);
    const same = Object.keys({ ...posted, ...expected.lines }).every((account) => posted[account] === expected.lines[account]);
    if (!same) this.found('entries say what happened', `${of}: ${JSON.stringify(posted)} instead of ${JSON.stringify(expected.lines)}`);
    if (entry.postings.some(({ currency }) => currency !== 'PLN')) this.found('entries say what happened', `${of} is not of PLN`);
    if (!this.world.times.has(entry.at.getTime()))
      this.found('entries say what happened', `${of} is said to be of ${entry.at.toISOString()}`);
    this.world.model.ledger.enter({ kind: entry.kind, at: entry.at.getTime(), test: entry.test, postings: posted });
  }

  /** What has happened must be in the ledger at once. */
  private unentered(): void {
    const { model } = this.world;
    for (const why of missingEntries(model)) this.found('what happened is entered', why);
  }

  private async messageNames(): Promise<Map<string, string>> {
    const { rows } = await this.world.admin.query<{ id: string; message_id: string }>('SELECT id, message_id FROM sms_transaction');
    return new Map(rows.map(({ id, message_id }) => [id, message_id]));
  }

  private balance({ balances }: Read): void {
    for (const { account, test, sum } of balances) {
      const known = this.world.model.ledger.balance(account, test);
      if (sum !== known) this.found('entries stay as they are', `${account} is ${sum}, and was ${known}`);
    }
  }

  private wallets({ wallets }: Read): void {
    for (const { account, test, minor } of wallets) {
      const entered = -this.world.model.ledger.balance(account, test);
      if (minor < 0 && !account.startsWith('partner:receivable')) this.found('no part of a wallet is negative', `${account} is ${minor}`);
      if (minor !== entered) this.found('wallets follow from entries', `${account} is ${minor}, and ${entered} was entered`);
    }
  }

  private counters({ counters: [wrong] }: Read): void {
    if (wrong) this.found('counters are the numbers of rows', `${wrong.status} of ${wrong.list}: ${wrong.counted} instead of ${wrong.due}`);
  }

  private nameOf(id: string): string {
    return this.world.model.nameOf(id) ?? id;
  }

  private found(invariant: string, what: string): void {
    this.world.found(invariant, what);
  }
}

function short(state: string): string {
  return state.replace(/^transaction_(db_)?/, '');
}
