import { InvalidArgumentError } from 'commander';
import type { CliCommand } from '../cli-command.js';
import { sections } from '../output/layout.js';
import type { ProductTransactions } from '../products/product.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { UserError } from '../user-error.js';
import { addTransactionFind } from './find.command.js';
import { addTransactionUnmatched } from './unmatched.command.js';

export function addTransactionCommands(transaction: CliCommand): void {
  transaction.examples(
    'transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c',
    'transaction show 42',
    'transaction find --control order-1',
  );
  addTransactionShow(transaction);
  addTransactionFind(transaction);
  addTransactionUnmatched(transaction);
}

/** An id as the user entered it, and the products that may have it, each with its own form of the id. */
interface EnteredId {
  text: string;
  candidates: { transactions: ProductTransactions; id: string }[];
}

const EXAMPLES = CLI_PRODUCTS.map(({ transactions }) => `transaction show ${transactions.exampleId}`);

function addTransactionShow(transaction: CliCommand): void {
  transaction
    .command('show')
    .description('show a transaction with its history, ledger postings, notifications and callbacks')
    .argument(
      '<id>',
      `transaction id: ${CLI_PRODUCTS.map(({ title, transactions }) => `${title} such as ${transactions.exampleId}`).join(', ')}`,
      parseId,
    )
    .notes('The output has the payer’s phone number and texts of the payer and the partner: treat it as personal data.')
    .examples(...EXAMPLES, `${EXAMPLES[0]} --json`)
    .withApplication(async ({ app, session }, { text, candidates }: EnteredId) => {
      for (const { transactions, id } of candidates) {
        const record = await transactions.show(app, session, id);
        if (record) return { json: record.json, text: sections(record.blocks) };
      }
      const hints = new Set(candidates.map(({ transactions }) => transactions.idHint));
      throw new UserError(`There is no transaction ${text}. ${[...hints].join(' ')}`);
    });
}

function parseId(input: string): EnteredId {
  const text = input.trim();
  const candidates = CLI_PRODUCTS.flatMap(({ transactions }) => {
    const id = transactions.readId(text);
    return id === null ? [] : [{ transactions, id }];
  });
  if (candidates.length === 0)
    throw new InvalidArgumentError(
      `It must be an id such as ${CLI_PRODUCTS.map(({ transactions }) => transactions.exampleId).join(' or ')}.`,
    );
  return { text, candidates };
}
