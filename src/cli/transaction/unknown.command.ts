import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { BusinessClock } from '../../common/time/clocks.js';
import { formatAmount } from '../../common/money/amount.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { csv } from '../output/csv.js';
import { listAnswer } from '../output/list-answer.js';
import type { KnownThing } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import type { Session } from '../session.js';
import { type Moment, parseSince } from '../values/times.js';
import { adviceOf, isWorthAsking } from './advice.js';
import { type UnknownThing, unknownThings } from './unknown-things.js';

const COLUMNS = ['at', 'party', 'kind', 'reference', 'outcome', 'amount', 'currency', 'told_by', 'asked', 'advice'] as const;
const AT_ONCE = 1_000;

const NOTES = `
Reports that came in since, and lines of settlement files whose period ends after it (settlement import), all of them. Of each the latest
word is shown. Operators do not say in their reports how much it was: their files do.

What is listed here is no reason to give money back: it may be a payment that is here, or that never was. With --ask each party is asked
what became of it, by the gateway's reference; nothing changes by that. The advice says what is left to do:

the party confirms it   its money was taken and is in no account here. Give it back: "directbilling reverse-unknown", or a refund at the
                        acquirer; or keep it: enter it with "ledger adjust", from platform:clearing:<party>
give nothing back       the party has no such money, does not know yet, or cannot be asked by program: clear it up with its staff
it is here              what becomes of it the gateway does by itself; a settlement file is compared anew after "settlement undo"`;

interface Options {
  since: Moment;
  ask?: true;
  csv?: true;
}

export function addTransactionUnknown(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('unknown')
    .description('list what operators and acquirers know of and nothing here does, as after a return to an earlier moment, oldest first')
    .addOption(new Option('--since <when>', 'date, time, or how long ago').argParser(parseSince).makeOptionMandatory())
    .option('--ask', 'ask each party what became of it')
    .option('--csv', 'for a spreadsheet')
    .addHelpText('after', NOTES)
    .addHelpText('after', examples('transaction unknown --since 2026-11-21', 'transaction unknown --since 2d --ask --csv'))
    .action(
      runner.action(async (session, { since: moment, ask, csv: asCsv }: Options) => {
        const app = await session.application();
        const since = moment(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
        const reports = await Promise.all(PRODUCTS.map(({ transactions }) => transactions.unknown?.(app, since) ?? []));
        const things = unknownThings(reports.flat(), await app.get(SettlementFilesQuery).missingHere(since));
        const here = await knownOf(app, things);
        const answers = ask ? await answersTo(app, session, things, here) : new Map<UnknownThing, string>();
        const rows = things.map((thing) => {
          const { at, party, kind, reference, outcome, amountMinor, currency, toldBy: told_by } = thing;
          const asked = answers.get(thing) ?? null;
          const amount = amountMinor === null ? null : formatAmount(amountMinor);
          const advice = adviceOf(thing, hereOf(thing, here), asked);
          return { at: session.timestamp(at), party, kind, reference, outcome, amount, currency, told_by, asked, advice };
        });
        if (asCsv) return { text: csv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]).trimEnd(), json: rows };
        return listAnswer(rows, COLUMNS, `Nothing unknown since ${session.timestamp(since)}.`);
      }),
    );
}

/** What has come to be known since it was told of, by the name that it was told with. */
async function knownOf(app: INestApplicationContext, things: readonly UnknownThing[]): Promise<Map<string, KnownThing>> {
  const names = [...new Set(things.flatMap(({ reference, own }) => [reference, own]).filter((name) => name !== null))];
  const known = new Map<string, KnownThing>();
  for (let from = 0; from < names.length; from += AT_ONCE)
    for (const { transactions } of PRODUCTS)
      for (const thing of (await transactions.known?.(app, names.slice(from, from + AT_ONCE))) ?? []) known.set(thing.name, thing);
  return known;
}

const hereOf = ({ reference, own }: UnknownThing, here: ReadonlyMap<string, KnownThing>): KnownThing | null =>
  here.get(reference ?? '') ?? here.get(own ?? '') ?? null;

/** One after the other: nobody is asked by more than one call at a time. */
async function answersTo(
  app: INestApplicationContext,
  session: Session,
  things: readonly UnknownThing[],
  here: ReadonlyMap<string, KnownThing>,
): Promise<Map<UnknownThing, string>> {
  const answers = new Map<UnknownThing, string>();
  const progress = session.startProgress('asked');
  try {
    for (const [index, thing] of things.entries()) {
      session.throwIfInterrupted();
      progress.update(index, things.length);
      if (!isWorthAsking(thing, hereOf(thing, here))) continue;
      const { party, own, amountMinor, currency } = thing;
      const asked = { party, reference: own ?? thing.reference ?? '', amountMinor, currency };
      for (const { transactions } of PRODUCTS) {
        const answer = await transactions.ask?.(app, asked);
        if (answer) answers.set(thing, answer);
      }
      if (!answers.has(thing)) answers.set(thing, 'no_connector'); // such as the SMS gateway
    }
  } finally {
    progress.stop();
  }
  return answers;
}
