import { type CounterMismatch, type CounterVerification, VerifyCountersService } from '../../platform/counters/verify-counters.service.js';
import { changeCommand, noun } from '../command.js';
import { flag } from '../inputs.js';
import type { CommandResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { EXIT } from '../user-error.js';

const verify = changeCommand({
  description: 'verify the counters of all lists against their rows',
  takes: { repair: flag('--repair', 'correct wrong counters') },
  notes: `Works in batches while the gateway runs, and does not block it. Rows that are written meanwhile are included.

Exit code 1 when a counter is wrong and was not repaired.`,
  examples: ['counters verify', 'counters verify --json', 'counters verify --repair'],
  async run({ app, session }, { repair = false }) {
    const verification = await session.withProgress('rows', (report) =>
      app.get(VerifyCountersService).run({ repair, onProgress: ({ rowsDone, rowsTotal }) => report(rowsDone, rowsTotal) }),
    );
    return verificationResult(verification, repair, session);
  },
});

function verificationResult(verification: CounterVerification, repaired: boolean, session: Session): CommandResult {
  const { lists, rows, wrong, undeclared } = verification;
  const examples = verification.examples.map((counter) => MISMATCH.json(counter, session));
  const json = { sound: wrong === 0 && undeclared.length === 0, lists, rows, wrong, repaired: repaired ? wrong : 0, examples, undeclared };
  const remaining = (repaired ? 0 : wrong) + undeclared.length;
  const blocks = [
    `${verdict(wrong, repaired)} They were compared with the ${rows} rows of ${lists} ${lists === 1 ? 'list' : 'lists'}.`,
    ...(wrong > examples.length ? [`The first ${examples.length}:`] : []),
    ...(examples.length > 0 ? [MISMATCH.table(verification.examples, session)] : []),
    ...(undeclared.length > 0 ? [`No product has these lists, so their counters cannot be verified:\n${undeclared.join('\n')}`] : []),
  ];
  return { json, text: blocks.join('\n\n'), ...(remaining > 0 && { exitCode: EXIT.failed }) };
}

function verdict(wrong: number, repaired: boolean): string {
  if (wrong === 0) return 'All counters are correct.';
  const counters = wrong === 1 ? 'counter was' : 'counters were';
  return repaired ? `${wrong} ${counters} wrong and ${wrong === 1 ? 'is' : 'are'} corrected.` : `${wrong} ${counters} wrong.`;
}

const MISMATCH = viewOf<CounterMismatch>()({
  list: 'list',
  of: 'of',
  since: ({ of, since }) => (of === 'list' ? null : since),
  status: 'status',
  off: 'off',
});

export const counters = noun({ examples: ['counters verify'], commands: { verify } });
