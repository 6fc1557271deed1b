import { type Command, InvalidArgumentError } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { sections } from '../output/sections.js';
import type { ProductTransactions } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import { UserError } from '../user-error.js';

/** An id with the products that may have it, in which form each. */
interface Sought {
  typed: string;
  in: { transactions: ProductTransactions; id: string }[];
}

const EXAMPLES = PRODUCTS.map(({ transactions }) => `transaction show ${transactions.exampleId}`);

export function addTransactionShow(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('show')
    .description('show a transaction with its history, ledger postings, and what was told and asked about it')
    .argument(
      '<id>',
      `transaction id: ${PRODUCTS.map(({ title, transactions }) => `${title} such as ${transactions.exampleId}`).join(', ')}`,
      parseId,
    )
    .addHelpText('after', '\nThe answer holds the payer’s phone number and what payer and partner wrote: treat it as personal data.')
    .addHelpText('after', examples(...EXAMPLES, `${EXAMPLES[0]} --json`))
    .action(
      runner.action(async (session, sought: Sought) => {
        const app = await session.application();
        for (const { transactions, id } of sought.in) {
          const found = await transactions.show(app, session, id);
          if (found) return { json: found.json, text: sections(found.blocks) };
        }
        const hints = new Set(sought.in.map(({ transactions }) => transactions.whereIdsAre));
        throw new UserError(`There is no transaction ${sought.typed}. ${[...hints].join(' ')}`);
      }),
    );
}

function parseId(text: string): Sought {
  const typed = text.trim();
  const candidates = PRODUCTS.flatMap(({ transactions }) => {
    const id = transactions.readId(typed);
    return id === null ? [] : [{ transactions, id }];
  });
  if (candidates.length === 0)
    throw new InvalidArgumentError(`It must be an id such as ${PRODUCTS.map(({ transactions }) => transactions.exampleId).join(' or ')}.`);
  return { typed, in: candidates };
}
