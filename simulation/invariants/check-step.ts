import { formatAmount } from '../model/amounts.js';
import { withoutDashes } from '../model/uuid-dashes.js';
import { firstState, isAllowedTransition } from '../model/state-tables.js';
import type { World } from '../world/world.js';
import { loadRowsIntoModel, type NewRows, newRowQueries } from './load-rows-into-model.js';
import { checkMandates } from './check-mandates.js';
import { WRONG_COUNTERS_SQL, BALANCES_SQL, CONFLICTING_SQL, SNAPSHOT_XMAX, WALLETS_SQL } from './check-queries.js';
import { ignoredCallbacks } from './ignored-callbacks.js';
import { postingsByAccount } from './expected-postings.js';
import { consumeExpectedEntry } from './expected-entry.js';
import { recordCodeEvent, isCodeEvent } from './code-events.js';
import { applyMandateTransition } from './mandate-transition.js';
import { attemptTransitionProblem, chargeTransitionProblem, refundTransitionProblem } from './transition-problems.js';
import { missingEntries } from './missing-entries.js';
import { type EntryRow, type EventRow, type HistoryRow, type ObservedRows, Observations } from './observations.js';
import { readInOneStatement } from './read-in-one-statement.js';

/** Types of rows whose changes of state partners are notified of. */
const NOTIFIED_TYPES = ['direct_billing_transaction', 'payment_transaction', 'payment_refund', 'payment_alias', 'payment_subscription'];

/** A row with states, by the gateway's history. */
interface Subject {
  type: string;
  state: string;
  /** States of which the partner must be notified, in order. */
  notifiableStates: string[];
  /** The number of notifiable states that have an event. */
  notifiedCount: number;
}

/** The rows that are read after a step. */
interface StepRows extends NewRows, ObservedRows {
  balances: { account: string; test: boolean; sum: number }[];
  wallets: { account: string; test: boolean; minor: number }[];
  counters: { list: string; status: string; counted: number; due: number }[];
  conflicting: { reference: string }[];
}

/** Compares the rows that the gateway wrote in each step with the model and with earlier rows. */
export class StepCheck {
  private readonly observations = new Observations();
  private readonly subjects = new Map<string, Subject>();
  private lastXmax = '';

  constructor(private readonly world: World) {}

  async run(): Promise<void> {
    const [{ at: xmax } = { at: '' }] = (await this.world.admin.query<{ at: string }>(SNAPSHOT_XMAX)).rows;
    if (xmax === this.lastXmax && this.world.model.acknowledgedCallbacks.length === 0) return;
    this.lastXmax = xmax;
    const rows = await this.readRows();
    loadRowsIntoModel(this.world, rows);
    const { history, events, entries } = this.observations.takeNewRows(rows);
    for (const row of history) this.checkTransition(row);
    for (const row of events) this.checkEvent(row);
    for (const [id, { notifiedCount, notifiableStates }] of this.subjects)
      if (notifiedCount < notifiableStates.length)
        this.found('every state change is notified', `${this.nameOf(id)} became ${notifiableStates[notifiedCount]}, which has no event`);
    this.world.model.ledger.beginStep();
    for (const entry of entries) await this.checkEntry(entry);
    this.checkMissingEntries();
    this.checkBalances(rows);
    this.checkWallets(rows);
    this.checkCounters(rows);
    checkMandates(this.world, rows);
    for (const message of ignoredCallbacks(this.world.model, new Set(rows.conflicting.map(({ reference }) => withoutDashes(reference)))))
      this.found('no conflict is dropped', message);
  }

  private async readRows(): Promise<StepRows> {
    const queries = {
      ...newRowQueries(this.world.model),
      ...this.observations.queries,
      balances: { text: BALANCES_SQL, values: [] },
      wallets: { text: WALLETS_SQL, values: [] },
      counters: { text: WRONG_COUNTERS_SQL, values: [] },
      conflicting: { text: CONFLICTING_SQL, values: [] },
    };
    return (await readInOneStatement(this.world.admin, 'simulation_step', queries)) as unknown as StepRows;
  }

  /** Ids, without dashes, of the rows whose changes of state partners are notified of, with the number of events about each. */
  get expectedEventCounts(): [id: string, events: number][] {
    const codeEventCount = (id: string): number => this.world.model.onlinePayment(this.nameOf(id))?.notifiedCodeOutcomes.length ?? 0;
    return [...this.subjects]
      .filter(([, { type }]) => NOTIFIED_TYPES.includes(type))
      .map(([id, { notifiableStates }]) => [id, notifiableStates.length + codeEventCount(id)]);
  }

  private checkTransition(row: HistoryRow): void {
    const { type, id, from, to, reason } = row;
    const name = this.nameOf(id);
    const subject = this.subjects.get(withoutDashes(id)) ?? { type, state: firstState(type), notifiableStates: [], notifiedCount: 0 };
    this.subjects.set(withoutDashes(id), subject);
    this.world.transcript.add(`${name}: ${shortState(from)} → ${shortState(to)} (${reason})`);
    if (from !== subject.state)
      this.found('state changes are allowed', `the history of ${name} continues from ${from}, but the last state was ${subject.state}`);
    if (!isAllowedTransition(type, from, to)) this.found('state changes are allowed', `${name} went from ${from} to ${to}`);
    const { model } = this.world;
    const [charge, attempt, refund] = [model.charge(id), model.attempt(id), model.refund(id)];
    const providerProblem =
      (charge && chargeTransitionProblem(charge, row)) ??
      (attempt && attemptTransitionProblem(attempt, row)) ??
      (refund && refundTransitionProblem(refund, row));
    const problem = providerProblem ?? applyMandateTransition(this.world, row);
    if (problem) this.found('state changes have a cause', `${name} is ${to}, but ${problem}`);
    subject.state = to;
    for (const record of [charge, attempt, refund]) if (record) record.gatewayState = to;
    if (NOTIFIED_TYPES.includes(type)) subject.notifiableStates.push(to);
  }

  private checkEvent({ subject: id, body }: EventRow): void {
    if (isCodeEvent(body)) return this.checkCodeEvent(id, body);
    const subject = this.subjects.get(withoutDashes(id));
    const { data, status: topLevelStatus } = JSON.parse(body) as { status?: string; data?: { status: string } };
    const status = data?.status ?? topLevelStatus ?? '';
    const expected = subject?.notifiableStates[subject.notifiedCount];
    if (subject) subject.notifiedCount += 1;
    if (status !== expected)
      this.found(
        'every state change is notified',
        `the next event of ${this.nameOf(id)} has the status ${status} instead of ${expected ?? 'none'}`,
      );
  }

  /** An event about a BLIK code does not follow from a change of state. */
  private checkCodeEvent(id: string, body: string): void {
    const payment = this.world.model.onlinePayment(this.nameOf(id));
    const problem = payment ? recordCodeEvent(payment, body) : 'there is no such payment';
    if (problem !== null)
      this.found('every state change is notified', `the partner gets an event about a code for ${this.nameOf(id)}, but ${problem}`);
  }

  private async checkEntry(entry: EntryRow): Promise<void> {
    const names = entry.kind === 'sms.received' ? await this.messageNames() : new Map<string, string>();
    const expected = consumeExpectedEntry(this.world.model, entry, (id) => names.get(id) ?? null);
    const postedMinor = postingsByAccount(entry);
    const title = `${entry.kind} of ${entry.reference
      .split(':')
      .map((part) => names.get(part) ?? this.nameOf(part))
      .join('/')}`;
    this.world.transcript.add(
      `posted: ${title}: ${Object.entries(postedMinor)
        .map(([account, minor]) => `${account.replace(/ .*/, '')} ${formatAmount(minor)}`)
        .join(', ')}`,
    );
    const balance = entry.postings.reduce((total, { minor }) => total + minor, 0);
    if (balance !== 0 || entry.postings.length < 2) this.found('entries balance', `${title} sums to ${balance}`);
    if ('problem' in expected) return this.found('every entry has a cause', `${title}: ${expected.problem}`);
    if (entry.test !== expected.test || entry.postings.some(({ test }) => test !== expected.test))
      this.found('test money is separate', `${title} is ${expected.test ? '' : 'not '}test money`);
    const isExpected = Object.keys({ ...postedMinor, ...expected.postings }).every(
      (account) => postedMinor[account] === expected.postings[account],
    );
    if (!isExpected)
      this.found(
        'entries have the expected postings',
        `${title}: ${JSON.stringify(postedMinor)} instead of ${JSON.stringify(expected.postings)}`,
      );
    if (entry.postings.some(({ currency }) => currency !== 'PLN'))
      this.found('entries have the expected postings', `${title} is not in PLN`);
    if (!this.world.businessTimes.has(entry.at.getTime()))
      this.found(
        'entries have the expected postings',
        `${title} has the time ${entry.at.toISOString()}, which is no business time of this step`,
      );
    this.world.model.ledger.post({ kind: entry.kind, occurredAt: entry.at.getTime(), test: entry.test, postings: postedMinor });
  }

  /** Each movement of money must be posted in the step in which it happened. */
  private checkMissingEntries(): void {
    const { model } = this.world;
    for (const message of missingEntries(model)) this.found('no entry is missing', message);
  }

  /** Names of the sales of messages, by the ids of their rows. */
  private async messageNames(): Promise<Map<string, string>> {
    const { rows } = await this.world.admin.query<{ id: string; message_id: string }>('SELECT id, message_id FROM sms_transaction');
    return new Map(rows.map(({ id, message_id }) => [id, message_id]));
  }

  private checkBalances({ balances }: StepRows): void {
    for (const { account, test, sum } of balances) {
      const expected = this.world.model.ledger.balance(account, test);
      if (sum !== expected)
        this.found('entries do not change', `${account} is ${sum}, but its entries summed to ${expected} when they were read`);
    }
  }

  private checkWallets({ wallets }: StepRows): void {
    for (const { account, test, minor } of wallets) {
      const expectedMinor = -this.world.model.ledger.balance(account, test);
      if (minor < 0 && !account.startsWith('partner:receivable')) this.found('no wallet balance is negative', `${account} is ${minor}`);
      if (minor !== expectedMinor) this.found('wallets match their entries', `${account} is ${minor}, but ${expectedMinor} is posted`);
    }
  }

  private checkCounters({ counters: [difference] }: StepRows): void {
    if (!difference) return;
    const { list, status, counted, due } = difference;
    this.found('counters match the rows', `${status} of ${list}: ${counted} instead of ${due}`);
  }

  private nameOf(id: string): string {
    return this.world.model.nameOf(id) ?? id;
  }

  private found(invariant: string, message: string): void {
    this.world.found(invariant, message);
  }
}

/** Returns the state for the transcript, without the prefix that all states of transactions have. */
function shortState(state: string): string {
  return state.replace(/^transaction_(db_)?/, '');
}
