import { FIXED_CODE, MAGIC_VALUES } from './magic-values.js';

/** The magic values as a Markdown table, for the document. */
export function magicValuesTable(): string {
  const rows = MAGIC_VALUES.map(({ ending, outcome }) => `| ${ending === null ? 'anything else' : `…${ending}`} | ${outcome} |`);
  return [
    '| phone number ends in | what the operator does |',
    '|---|---|',
    ...rows,
    '',
    `The code by SMS is always \`${FIXED_CODE.code}\` for numbers that start with ${FIXED_CODE.prefix}, and six random digits otherwise. The outcome does not depend`,
    'on the amount or the operator. Times are business time, so the sandbox’s clock moves them.',
  ].join('\n');
}
