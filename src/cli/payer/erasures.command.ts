import { type Command, Option } from 'commander';
import { type Erasure, Erasures } from '../../platform/personal-data/erasures.js';
import type { PayerIdentifier } from '../../platform/personal-data/payer-identifier.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';
import type { Session } from '../session.js';
import { parsePayerIdentifier } from '../values/identifiers.js';
import { parseRowLimit } from '../values/row-limit.js';

const COLUMNS = ['id', 'started_at', 'finished_at', 'author', 'rows', 'not_yet'] as const;

export function addPayerErasures(payer: Command, runner: CommandRunner): void {
  payer
    .command('erasures')
    .description('list when payers were erased, newest first; whose they were is known only to whoever names the payer')
    .argument('[identifier]', 'phone number or e-mail address: only those of this payer', parsePayerIdentifier)
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(50))
    .addHelpText('after', '\nA payer is known again by a fingerprint, while ENCRYPTION_KEYS holds the key it was made with.')
    .addHelpText('after', examples('payer erasures', 'payer erasures jan@example.com --json'))
    .action(
      runner.action(async (session, identifier: PayerIdentifier | undefined, { limit }: { limit: number }) => {
        const app = await session.application();
        const erasures = await app.get(Erasures).list(identifier ?? null, limit + 1);
        return listAnswer(
          erasures.map((erasure) => view(erasure, session)),
          COLUMNS,
          identifier ? 'This payer was never erased.' : 'No payer was erased.',
          limit,
        );
      }),
    );
}

function view({ id, startedAt, finishedAt, author, erased, waiting }: Erasure, session: Session) {
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, count) => all + count, 0);
  return {
    id,
    started_at: session.timestamp(startedAt),
    finished_at: session.timestamp(finishedAt),
    author,
    rows: sum(erased),
    not_yet: sum(waiting),
  };
}
