import type { INestApplicationContext } from '@nestjs/common';
import { BusinessClock } from '../../common/time/clocks.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import { command } from '../command.js';
import { flag, requiredOption } from '../inputs.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import type { MatchedRecord, UnmatchedCallback } from '../products/product.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { parseSince } from '../values/times.js';
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

export const unmatched = command({
  description:
    'list records of operators and acquirers for which this gateway has none, for example after restoring a backup, oldest first',
  takes: {
    moment: requiredOption('--since <when>', 'date, time, or how long ago', parseSince),
    poll: flag('--poll', 'poll each provider for the outcome'),
    csv: flag('--csv', 'for a spreadsheet'),
  },
  notes: `All unmatched callbacks since that time, and unmatched lines of settlement files (settlement import) whose period ends after it. Each record is
shown with its latest outcome. Callbacks of operators have no amounts. Their files do.

Do not refund a record only because it is in this list. It may be matched by now, or the payment never existed. With --poll the command polls each
provider by the gateway's reference, and changes nothing. The recommendation says what to do:

confirmed by the provider   the provider took money that is in no account. Reverse it with "directbilling reverse-unmatched", refund it at the
                            acquirer, or enter it with "ledger adjust", from platform:clearing:<provider>
do not refund               the provider has no such money, has no outcome yet, or cannot be polled: ask its staff
unusable: …                 the callback was rejected, for example because of an amount below zero: look it up at the provider
already recorded            the gateway handles the payment. After "settlement undo" the settlement file can be compared again`,
  examples: ['transaction unmatched --since 2026-11-21', 'transaction unmatched --since 2d --poll --csv'],
  async run({ app, session }, { moment, poll, csv }) {
    const since = moment(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
    const callbacks: UnmatchedCallback[] = [];
    for (const { transactions } of CLI_PRODUCTS) callbacks.push(...((await transactions.unmatched?.(app, since)) ?? []));
    const records = mergeUnmatchedRecords(callbacks, await app.get(SettlementFilesQuery).listUnmatchedLines(since));
    const matchOf = await findMatches(app, records);
    const outcomes = new Map<UnmatchedRecord, string>();
    if (poll)
      await session.withProgress('polled', async (report) => {
        for (const [index, record] of records.entries()) {
          report(index, records.length);
          if (shouldPoll(record, matchOf(record))) outcomes.set(record, await pollFor(app, record));
        }
      });
    const lines = records.map((record) => {
      const polled = outcomes.get(record) ?? null;
      return { ...record, polled, recommendation: recommend(record, matchOf(record), polled) };
    });
    const result = listResult(session, UNMATCHED, lines, `Nothing unmatched since ${session.timestamp(since)}.`);
    return csv ? { ...result, text: (UNMATCHED.csvHeading + UNMATCHED.csv(lines, session)).trimEnd() } : result;
  },
});

const BATCH_SIZE = 1_000;
const NO_CONNECTOR = 'no_connector';

/** Finds what the database has meanwhile, by the references in callbacks and files. @returns the match of a record, if any. */
async function findMatches(
  app: INestApplicationContext,
  records: readonly UnmatchedRecord[],
): Promise<(record: UnmatchedRecord) => MatchedRecord | null> {
  const namesOf = ({ reference, gatewayReference }: UnmatchedRecord) => [reference, gatewayReference].filter((name) => name !== null);
  const names = [...new Set(records.flatMap(namesOf))];
  const matches = new Map<string, MatchedRecord>();
  for (let from = 0; from < names.length; from += BATCH_SIZE)
    for (const { transactions } of CLI_PRODUCTS)
      for (const match of (await transactions.matched?.(app, names.slice(from, from + BATCH_SIZE))) ?? [])
        matches.set(match.reference, match);
  return ({ reference, gatewayReference }) => matches.get(reference ?? '') ?? matches.get(gatewayReference ?? '') ?? null;
}

/** Lets each product try to poll, because only one of them has a connector for the provider. @returns the outcome. */
async function pollFor(app: INestApplicationContext, record: UnmatchedRecord): Promise<string> {
  const { provider, amountMinor, currency } = record;
  const target = { provider, reference: record.gatewayReference ?? record.reference ?? '', amountMinor, currency };
  for (const { transactions } of CLI_PRODUCTS) {
    const outcome = (await transactions.poll?.(app, target)) ?? NO_CONNECTOR;
    if (outcome !== NO_CONNECTOR) return outcome;
  }
  return NO_CONNECTOR;
}
