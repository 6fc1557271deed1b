import { expect, it } from '@jest/globals';
import { TAMPERS } from '../ledger/tampering/all-tampers.js';
import { UNDETECTED } from '../ledger/tampering/undetected.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const FILE = 'docs/ledger-verification.md';
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === '---' ? cell : ` ${cell} `)).join('|')}|`)
    .join('\n');
/** Names in braces are placeholders for ids, which differ in each run. */
const quoted = (reason: string): string => `“… ${reason.replaceAll(/\{\w+\}/g, '…')} …”`;

it('docs/ledger-verification.md lists each tampering with the row and the reason that a check names', () => {
  const rows = TAMPERS.map(({ what, names, because }) => [what, `\`${names}\``, quoted(because)]);
  checkGeneratedSection(FILE, 'tampers', table(['change', 'table of the named row', 'reason'], rows));
  expect(new Set(TAMPERS.map(({ names, what }) => `${names} ${what}`)).size).toBe(TAMPERS.length);
});

it('docs/ledger-verification.md lists the tampering that no check can find, with the reasons', () => {
  checkGeneratedSection(
    FILE,
    'unnoticed',
    table(
      ['change', 'why it is not found'],
      UNDETECTED.map(({ what, why }) => [what, why]),
    ),
  );
});
