import { type Command, Option } from 'commander';
import { BusinessClock } from '../../common/time/clocks.js';
import { formatAmount } from '../../common/money/amount.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { csv } from '../output/csv.js';
import { listAnswer } from '../output/list-answer.js';
import type { UnknownReport } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import { type Moment, parseSince } from '../values/times.js';
import { adviceOf } from './advice.js';
import { answersTo, hereOf, knownOf } from './ask-parties.js';
import { type UnknownThing, unknownThings } from './unknown-things.js';

const COLUMNS = ['at', 'party', 'kind', 'reference', 'outcome', 'amount', 'currency', 'told_by', 'asked', 'advice'] as const;

const NOTES = `
Reports that came in since, and lines of settlement files whose period ends after it (settlement import), all of them. Of each the latest
word is shown. Operators do not say in their reports how much it was: their files do.

What is listed here is no reason to give money back: it may be a payment that is here, or that never was. With --ask each party is asked
what became of it, by the gateway's reference; nothing changes by that. The advice says what is left to do:

the party confirms it   its money was taken and is in no account here. Give it back: "directbilling reverse-unknown", or a refund at the
                        acquirer; or keep it: enter it with "ledger adjust", from platform:clearing:<party>
give nothing back       the party has no such money, does not know yet, or cannot be asked by program: clear it up with its staff
unusable: …             it says what cannot be, such as an amount below zero, and was refused once: look it up at the party
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
        const reports: UnknownReport[] = [];
        for (const { transactions } of PRODUCTS) reports.push(...((await transactions.unknown?.(app, since)) ?? []));
        const things = unknownThings(reports, await app.get(SettlementFilesQuery).missingHere(since));
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
