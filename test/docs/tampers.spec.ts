import { expect, it } from '@jest/globals';
import { TAMPERS } from '../ledger/tampering/all-tampers.js';
import { UNDETECTED } from '../ledger/tampering/undetected.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const FILE = 'docs/ledger-verification.md';
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === '---' ? cell : ` ${cell} `)).join('|')}|`)
    .join('\n');
/** A name in braces stands for an id. */
const said = (reason: string): string => `“… ${reason.replaceAll(/\{\w+\}/g, '…')} …”`;

it('docs/ledger-verification.md says of each tamper which row is named, and why', () => {
  const rows = TAMPERS.map(({ what, names, because }) => [what, `\`${names}\``, said(because)]);
  checkGeneratedSection(FILE, 'tampers', table(['change', 'table of the named row', 'reason'], rows));
  expect(new Set(TAMPERS.map(({ names, what }) => `${names} ${what}`)).size).toBe(TAMPERS.length);
});

it('docs/ledger-verification.md says what cannot be noticed, and why', () => {
  checkGeneratedSection(
    FILE,
    'unnoticed',
    table(
      ['change', 'why it is not found'],
      UNDETECTED.map(({ what, why }) => [what, why]),
    ),
  );
});
