import type { Command } from 'commander';
import {
  type CounterVerification,
  VerifyCountersService,
  type WrongCounter,
} from '../../platform/listing/verification/verify-counters.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { EXIT } from '../exit-codes.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';

export function addCountersVerify(counters: Command, runner: CommandRunner): void {
  counters
    .command('verify')
    .description('prove the counters of all lists against their rows')
    .option('--repair', 'set right those that are wrong')
    .addHelpText('after', '\nWorks in batches beside a running gateway: nobody waits, and what is written meanwhile counts.')
    .addHelpText('after', '\nExit code 1 when a counter is wrong and was not repaired.')
    .addHelpText('after', examples('counters verify', 'counters verify --json', 'counters verify --repair'))
    .action(
      runner.action(async (session, { repair = false }: { repair?: boolean }) => {
        const app = await session.application();
        const progress = session.startProgress('rows');
        try {
          const found = await app.get(VerifyCountersService).run({
            repair,
            onProgress({ rowsDone, rowsTotal }) {
              session.throwIfInterrupted();
              progress.update(rowsDone, rowsTotal);
            },
          });
          return verificationAnswer(found, repair, session);
        } finally {
          progress.stop();
        }
      }),
    );
}

function verificationAnswer(found: CounterVerification, repaired: boolean, session: Session): Answer {
  const { lists, rows, wrong, undeclared } = found;
  const examples = found.examples.map((counter) => counterView(counter, session));
  const json = { sound: wrong === 0 && undeclared.length === 0, lists, rows, wrong, repaired: repaired ? wrong : 0, examples, undeclared };
  const left = (repaired ? 0 : wrong) + undeclared.length;
  const blocks = [
    `${verdict(wrong, repaired)} They were compared with the ${rows} rows of ${lists} ${lists === 1 ? 'list' : 'lists'}.`,
    ...(wrong > examples.length ? [`The first ${examples.length}:`] : []),
    ...(examples.length > 0 ? [table(examples, COLUMNS)] : []),
    ...(undeclared.length > 0 ? [`No product has these lists, so nobody can prove their counters:\n${undeclared.join('\n')}`] : []),
  ];
  return { json, text: blocks.join('\n\n'), ...(left > 0 && { exitCode: EXIT.failed }) };
}

function verdict(wrong: number, repaired: boolean): string {
  if (wrong === 0) return 'All counters are right.';
  const counters = wrong === 1 ? 'counter was' : 'counters were';
  return repaired ? `${wrong} ${counters} wrong and ${wrong === 1 ? 'is' : 'are'} right now.` : `${wrong} ${counters} wrong.`;
}

const COLUMNS = ['list', 'of', 'since', 'status', 'off'] as const;

function counterView({ list, of, status, since, off }: WrongCounter, session: Session) {
  return { list, of, since: of === 'list' ? null : session.timestamp(since), status, off };
}
