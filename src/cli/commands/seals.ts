import { readFile } from 'node:fs/promises';
import type { Type } from '@nestjs/common';
import type { InconsistentRow } from '../../platform/checks/check.js';
import type { SealHead } from '../../platform/seals/seal-chain.js';
import type { TrustedHead } from '../../platform/seals/verify-seals.js';
import { command } from '../command.js';
import { option } from '../inputs.js';
import { type CommandResult, recordResult } from '../output/result.js';
import { EXIT, UserError } from '../user-error.js';

/** The nouns whose rows are sealed. */
type Chain = 'ledger' | 'audit';

interface Seals {
  batch(): Promise<boolean>;
  head(): Promise<SealHead | null>;
}

/** The command `head` of a chain of seals. */
export const headCommand = (seals: Type<Seals>, help: { notes?: string; examples: readonly string[] }) =>
  command({
    description: 'seal all committed entries and print the last seal, to be kept outside the database',
    ...help,
    async run({ app, session }) {
      const chain = app.get(seals);
      while (await chain.batch()) session.throwIfInterrupted();
      const head = await chain.head();
      if (!head) throw new UserError('There is no entry to seal yet.');
      const { seal, hash, entries, sealedAt } = head;
      return recordResult({ seal, hash, entries, sealed_at: session.timestamp(sealedAt) });
    },
  });

/** The option with which a verification gets a stored head. */
export const headOption = (chain: Chain) =>
  option('--head <file>', `a head stored earlier (${chain} head --json), which the ${chain} must still contain`);

/** @returns null without a file. @throws UserError for anything but the output of `<chain> head --json`. */
export async function readHead(file: string | undefined, chain: Chain): Promise<TrustedHead | null> {
  if (file === undefined) return null;
  try {
    const { seal, hash } = JSON.parse(await readFile(file, 'utf8')) as Partial<Record<string, unknown>>;
    if (typeof seal === 'number' && Number.isSafeInteger(seal) && seal > 0 && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
      return { seal, hash };
  } catch {
    // An unreadable file and malformed JSON lead to the error below.
  }
  throw new UserError(`${file} is not a head that "${chain} head --json" has written.`);
}

/** @param counts numbers of verified rows, for the JSON. @param consistent the sentence for a verification that found nothing. */
export function verificationResult(name: string, counts: object, broken: InconsistentRow | null, consistent: string): CommandResult {
  const json = { sound: broken === null, ...counts, broken };
  if (!broken) return { json, text: `The ${name} is consistent: ${consistent}` };
  const { table, id, reason } = broken;
  const text = `The ${name} is inconsistent. The first inconsistent row is in ${table}, ${id}: ${reason}.`;
  return { json, text, exitCode: EXIT.failed };
}
