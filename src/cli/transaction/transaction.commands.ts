import { InvalidArgumentError } from 'commander';
import { command, noun } from '../command.js';
import { argument } from '../inputs.js';
import { partsResult } from '../output/result.js';
import type { ProductTransactions } from '../products/product.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { UserError } from '../user-error.js';
import { find } from './find.command.js';
import { unmatched } from './unmatched.command.js';

/** An id as the user entered it, and the products that may have it, each with its own form of the id. */
interface EnteredId {
  text: string;
  candidates: { transactions: ProductTransactions; id: string }[];
}

const EXAMPLES = CLI_PRODUCTS.map(({ transactions }) => `transaction show ${transactions.exampleId}`);
const EXAMPLE_IDS = CLI_PRODUCTS.map(({ title, transactions }) => `${title} such as ${transactions.exampleId}`);

const show = command({
  description: 'show a transaction with its history, ledger postings, notifications and callbacks',
  takes: { entered: argument('<id>', `transaction id: ${EXAMPLE_IDS.join(', ')}`, parseId) },
  notes: 'The output has the payer’s phone number and texts of the payer and the partner: treat it as personal data.',
  examples: [...EXAMPLES, `${EXAMPLES[0]} --json`],
  async run({ app, session }, { entered: { text, candidates } }) {
    for (const { transactions, id } of candidates) {
      const parts = await transactions.show(app, session, id);
      if (parts) return partsResult(parts);
    }
    const hints = new Set(candidates.map(({ transactions }) => transactions.idHint));
    throw new UserError(`There is no transaction ${text}. ${[...hints].join(' ')}`);
  },
});

function parseId(input: string): EnteredId {
  const text = input.trim();
  const candidates = CLI_PRODUCTS.flatMap(({ transactions }) => {
    const id = transactions.readId(text);
    return id === null ? [] : [{ transactions, id }];
  });
  if (candidates.length > 0) return { text, candidates };
  throw new InvalidArgumentError(
    `It must be an id such as ${CLI_PRODUCTS.map(({ transactions }) => transactions.exampleId).join(' or ')}.`,
  );
}

export const transaction = noun({
  examples: ['transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', 'transaction show 42', 'transaction find --control order-1'],
  commands: { show, find, unmatched },
});
