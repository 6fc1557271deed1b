import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { BusinessClock } from '../../common/time/clocks.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/answer.js';
import { money, viewOf } from '../output/view.js';
import type { AskedThing, KnownThing, UnknownReport } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import type { Session } from '../session.js';
import { type Moment, parseSince } from '../values/times.js';
import { adviceOf, isWorthAsking } from './advice.js';
import { type UnknownThing, unknownThings } from './unknown-things.js';

interface Line extends UnknownThing {
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
All reports that came in since, and lines of settlement files (settlement import) whose period ends after it. Of each thing the latest
state is shown. Operators' reports have no amounts: their files do.

What is listed here is no reason to give money back: it may be a payment that is here, or that never was. With --ask each party is asked
what became of it, by the gateway's reference; nothing changes by that. The advice says what is left to do:

the party confirms it   its money was taken and is in no account here. Give it back: "directbilling reverse-unknown", or a refund at the
                        acquirer; or keep it: enter it with "ledger adjust", from platform:clearing:<party>
give nothing back       the party has no such money, does not know yet, or cannot be asked by program: clear it up with its staff
unusable: …             it says what cannot be, such as an amount below zero, and was refused once: look it up at the party
it is here              the gateway does the rest by itself; a settlement file is compared anew after "settlement undo"`;

interface Options {
  since: Moment;
  ask?: true;
  csv?: true;
}

export function addTransactionUnknown(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('unknown')
    .description('list what operators and acquirers know and this gateway does not, as after restoring a backup, oldest first')
    .requiredOption('--since <when>', 'date, time, or how long ago', parseSince)
    .option('--ask', 'ask each party what became of it')
    .option('--csv', 'for a spreadsheet')
    .addHelpText('after', NOTES)
    .addHelpText('after', examples('transaction unknown --since 2026-11-21', 'transaction unknown --since 2d --ask --csv'))
    .action(
      runner.action(async (session, { since: moment, ask, csv: asCsv }: Options) => {
        const app = await session.application();
        const since = moment(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
        const reports: UnknownReport[] = [];
        for (const { transactions } of PRODUCTS) reports.push(...((await transactions.unknown?.(app, since)) ?? []));
        const things = unknownThings(reports, await app.get(SettlementFilesQuery).missingHere(since));
        const here = await knownOf(app, things);
        const answers = ask ? await answersTo(app, session, things, here) : new Map<UnknownThing, string>();
        const lines = things.map((thing) => {
          const asked = answers.get(thing) ?? null;
          return { ...thing, asked, advice: adviceOf(thing, hereOf(thing, here), asked) };
        });
        const answer = listAnswer(session, UNKNOWN, lines, `Nothing unknown since ${session.timestamp(since)}.`);
        return asCsv ? { ...answer, text: (UNKNOWN.csvHeading + UNKNOWN.csv(lines, session)).trimEnd() } : answer;
      }),
    );
}

const AT_ONCE = 1_000;
const NO_CONNECTOR = 'no_connector';

/** What is here by now of the things that were reported, by the names in the reports. */
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

/** The parties' answers. They are asked one call at a time. */
async function answersTo(
  app: INestApplicationContext,
  session: Session,
  things: readonly UnknownThing[],
  here: ReadonlyMap<string, KnownThing>,
): Promise<Map<UnknownThing, string>> {
  const answers = new Map<UnknownThing, string>();
  await session.withProgress('asked', async (report) => {
    for (const [index, thing] of things.entries()) {
      report(index, things.length);
      if (!isWorthAsking(thing, hereOf(thing, here))) continue;
      const { party, own, amountMinor, currency } = thing;
      const asked = { party, reference: own ?? thing.reference ?? '', amountMinor, currency };
      answers.set(thing, await askedOf(app, asked));
    }
  });
  return answers;
}

/** The party is of one product; others have no connector for it. */
async function askedOf(app: INestApplicationContext, thing: AskedThing): Promise<string> {
  for (const { transactions } of PRODUCTS) {
    const answer = (await transactions.ask?.(app, thing)) ?? NO_CONNECTOR;
    if (answer !== NO_CONNECTOR) return answer;
  }
  return NO_CONNECTOR;
}
