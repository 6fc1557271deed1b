import type { INestApplicationContext } from '@nestjs/common';
import { BusinessClock } from '../../common/time/clocks.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CliCommand } from '../cli-command.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import type { PollTarget, MatchedRecord, UnmatchedCallback } from '../products/product.js';
import { CLI_PRODUCTS } from '../products/products.js';
import type { Session } from '../session.js';
import { type Moment, parseSince } from '../values/times.js';
import { recommend, shouldPoll } from './recommendation.js';
import { type UnmatchedRecord, mergeUnmatchedRecords } from './unmatched-records.js';

interface UnmatchedLine extends UnmatchedRecord {
  polled: string | null;
  recommendation: string;
}

const UNMATCHED = viewOf<UnmatchedLine>()({
  at: 'at',
  provider: 'provider',
  kind: 'kind',
  reference: 'reference',
  outcome: 'outcome',
  amount: money('amountMinor'),
  currency: 'currency',
  source: 'source',
  polled: 'polled',
  recommendation: 'recommendation',
});

const NOTES = `
All unmatched callbacks since that time, and unmatched lines of settlement files (settlement import) whose period ends after it. Each record is
shown with its latest outcome. Callbacks of operators have no amounts. Their files do.

Do not refund a record only because it is in this list. It may be matched by now, or the payment never existed. With --poll the command polls each
provider by the gateway's reference, and changes nothing. The recommendation says what to do:

confirmed by the provider   the provider took money that is in no account. Reverse it with "directbilling reverse-unmatched", refund it at the
                            acquirer, or enter it with "ledger adjust", from platform:clearing:<provider>
do not refund               the provider has no such money, has no outcome yet, or cannot be polled: ask its staff
unusable: …                 the callback was rejected, for example because of an amount below zero: look it up at the provider
already recorded            the gateway handles the payment. After "settlement undo" the settlement file can be compared again`;

interface Options {
  since: Moment;
  poll?: true;
  csv?: true;
}

export function addTransactionUnmatched(transaction: CliCommand): void {
  transaction
    .command('unmatched')
    .description(
      'list records of operators and acquirers for which this gateway has none, for example after restoring a backup, oldest first',
    )
    .requiredOption('--since <when>', 'date, time, or how long ago', parseSince)
    .option('--poll', 'poll each provider for the outcome')
    .option('--csv', 'for a spreadsheet')
    .addHelpText('after', NOTES)
    .examples('transaction unmatched --since 2026-11-21', 'transaction unmatched --since 2d --poll --csv')
    .withApplication(async ({ app, session }, { since: sinceOption, poll, csv: asCsv }: Options) => {
      const since = sinceOption(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
      const callbacks: UnmatchedCallback[] = [];
      for (const { transactions } of CLI_PRODUCTS) callbacks.push(...((await transactions.unmatched?.(app, since)) ?? []));
      const records = mergeUnmatchedRecords(callbacks, await app.get(SettlementFilesQuery).listUnmatchedLines(since));
      const matches = await matchedRecords(app, records);
      const outcomes = poll ? await pollEach(app, session, records, matches) : new Map<UnmatchedRecord, string>();
      const lines = records.map((record) => {
        const polled = outcomes.get(record) ?? null;
        return { ...record, polled, recommendation: recommend(record, matchOf(record, matches), polled) };
      });
      const result = listResult(session, UNMATCHED, lines, `Nothing unmatched since ${session.timestamp(since)}.`);
      return asCsv ? { ...result, text: (UNMATCHED.csvHeading + UNMATCHED.csv(lines, session)).trimEnd() } : result;
    });
}

const BATCH_SIZE = 1_000;
const NO_CONNECTOR = 'no_connector';

/** The records that the database has meanwhile, by the references in callbacks and files. */
async function matchedRecords(app: INestApplicationContext, records: readonly UnmatchedRecord[]): Promise<Map<string, MatchedRecord>> {
  const names = [
    ...new Set(records.flatMap(({ reference, gatewayReference }) => [reference, gatewayReference]).filter((name) => name !== null)),
  ];
  const matches = new Map<string, MatchedRecord>();
  for (let from = 0; from < names.length; from += BATCH_SIZE)
    for (const { transactions } of CLI_PRODUCTS)
      for (const match of (await transactions.matched?.(app, names.slice(from, from + BATCH_SIZE))) ?? [])
        matches.set(match.reference, match);
  return matches;
}

const matchOf = ({ reference, gatewayReference }: UnmatchedRecord, matches: ReadonlyMap<string, MatchedRecord>): MatchedRecord | null =>
  matches.get(reference ?? '') ?? matches.get(gatewayReference ?? '') ?? null;

/** Polls the providers one after the other. @returns the outcome of each poll. */
async function pollEach(
  app: INestApplicationContext,
  session: Session,
  records: readonly UnmatchedRecord[],
  matches: ReadonlyMap<string, MatchedRecord>,
): Promise<Map<UnmatchedRecord, string>> {
  const outcomes = new Map<UnmatchedRecord, string>();
  await session.withProgress('polled', async (report) => {
    for (const [index, record] of records.entries()) {
      report(index, records.length);
      if (!shouldPoll(record, matchOf(record, matches))) continue;
      const { provider, gatewayReference, amountMinor, currency } = record;
      const target = { provider, reference: gatewayReference ?? record.reference ?? '', amountMinor, currency };
      outcomes.set(record, await pollOne(app, target));
    }
  });
  return outcomes;
}

/** Lets each product try to poll, because only one of them has a connector for the provider. */
async function pollOne(app: INestApplicationContext, target: PollTarget): Promise<string> {
  for (const { transactions } of CLI_PRODUCTS) {
    const outcome = (await transactions.poll?.(app, target)) ?? NO_CONNECTOR;
    if (outcome !== NO_CONNECTOR) return outcome;
  }
  return NO_CONNECTOR;
}
