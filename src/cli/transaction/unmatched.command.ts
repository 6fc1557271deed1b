import type { INestApplicationContext } from '@nestjs/common';
import { BusinessClock } from '../../common/time/clocks.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CliCommand } from '../cli-command.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import type { PollTarget, MatchedRecord, UnmatchedCallback } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import type { Session } from '../session.js';
import { type Moment, parseSince } from '../values/times.js';
import { recommend, shouldPoll } from './recommendation.js';
import { type UnmatchedRecord, unmatchedRecords } from './unmatched-records.js';

interface Line extends UnmatchedRecord {
  asked: string | null;
  advice: string;
}

const UNKNOWN = viewOf<Line>()({
  at: 'at',
  party: 'party',
  kind: 'kind',
  reference: 'reference',
  outcome: 'outcome',
  amount: money('amountMinor'),
  currency: 'currency',
  told_by: 'toldBy',
  asked: 'asked',
  advice: 'advice',
});

const NOTES = `
All reports since that time, and lines of settlement files (settlement import) whose period ends after it. Each thing is shown with its latest
state. Operators' reports have no amounts, their files do.

A line here alone is no reason to give money back: the gateway may know the payment, or it never existed. With --poll each party is polled by
the gateway's reference, which changes nothing. The advice says what to do:

the party confirms it   its money was taken and is in no account here. Give it back: "directbilling reverse-unknown", or a refund at the
                        acquirer; or keep it: enter it with "ledger adjust", from platform:clearing:<party>
give nothing back       the party has no such money, does not know yet, or cannot be asked by program: clear it up with its staff
unusable: …             the report was refused once, for example because of an amount below zero: look it up at the party
it is here              the gateway does the rest by itself; a settlement file is compared again after "settlement undo"`;

interface Options {
  since: Moment;
  poll?: true;
  csv?: true;
}

export function addTransactionUnmatched(transaction: CliCommand): void {
  transaction
    .command('unknown')
    .description('list what operators and acquirers know and this gateway does not, for example after restoring a backup, oldest first')
    .requiredOption('--since <when>', 'date, time, or how long ago', parseSince)
    .option('--poll', 'poll each party for the outcome')
    .option('--csv', 'for a spreadsheet')
    .addHelpText('after', NOTES)
    .examples('transaction unknown --since 2026-11-21', 'transaction unknown --since 2d --poll --csv')
    .withApplication(async ({ app, session }, { since: moment, poll, csv: asCsv }: Options) => {
      const since = moment(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
      const reports: UnmatchedCallback[] = [];
      for (const { transactions } of PRODUCTS) reports.push(...((await transactions.unmatched?.(app, since)) ?? []));
      const records = unmatchedRecords(reports, await app.get(SettlementFilesQuery).missingHere(since));
      const matches = await matchedRecords(app, records);
      const answers = poll ? await pollEach(app, session, records, matches) : new Map<UnmatchedRecord, string>();
      const lines = records.map((record) => {
        const asked = answers.get(record) ?? null;
        return { ...record, asked, advice: recommend(record, matchOf(record, matches), asked) };
      });
      const answer = listResult(session, UNKNOWN, lines, `Nothing unknown since ${session.timestamp(since)}.`);
      return asCsv ? { ...answer, text: (UNKNOWN.csvHeading + UNKNOWN.csv(lines, session)).trimEnd() } : answer;
    });
}

const BATCH_SIZE = 1_000;
const NO_CONNECTOR = 'no_connector';

/** The records that the database has by now, by the references in callbacks and files. */
async function matchedRecords(app: INestApplicationContext, records: readonly UnmatchedRecord[]): Promise<Map<string, MatchedRecord>> {
  const names = [...new Set(records.flatMap(({ reference, own }) => [reference, own]).filter((name) => name !== null))];
  const found = new Map<string, MatchedRecord>();
  for (let from = 0; from < names.length; from += BATCH_SIZE)
    for (const { transactions } of PRODUCTS)
      for (const match of (await transactions.matched?.(app, names.slice(from, from + BATCH_SIZE))) ?? []) found.set(match.name, match);
  return found;
}

const matchOf = ({ reference, own }: UnmatchedRecord, matches: ReadonlyMap<string, MatchedRecord>): MatchedRecord | null =>
  matches.get(reference ?? '') ?? matches.get(own ?? '') ?? null;

/** Polls the providers one after the other. @returns the outcome of each poll. */
async function pollEach(
  app: INestApplicationContext,
  session: Session,
  records: readonly UnmatchedRecord[],
  matches: ReadonlyMap<string, MatchedRecord>,
): Promise<Map<UnmatchedRecord, string>> {
  const answers = new Map<UnmatchedRecord, string>();
  await session.withProgress('asked', async (report) => {
    for (const [index, record] of records.entries()) {
      report(index, records.length);
      if (!shouldPoll(record, matchOf(record, matches))) continue;
      const { party, own, amountMinor, currency } = record;
      const target = { party, reference: own ?? record.reference ?? '', amountMinor, currency };
      answers.set(record, await pollOne(app, target));
    }
  });
  return answers;
}

/** Only one product has a connector for the provider. */
async function pollOne(app: INestApplicationContext, target: PollTarget): Promise<string> {
  for (const { transactions } of PRODUCTS) {
    const answer = (await transactions.poll?.(app, target)) ?? NO_CONNECTOR;
    if (answer !== NO_CONNECTOR) return answer;
  }
  return NO_CONNECTOR;
}
