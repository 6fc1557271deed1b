import { describe, it } from '@jest/globals';
import { ERRORS } from '../../src/common/errors/error-codes.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const MEMBERS: Partial<Record<number, string>> = { 400: '`message`', 409: '`message`', 422: '`errors`', 500: '`errorId`' };

describe('docs/errors.md', () => {
  it('lists every error code (npm run docs writes the list)', () => {
    const rows = Object.entries(ERRORS)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(([code, { status, description }]) => `| ${status} | \`${code}\` | ${MEMBERS[status] ?? ''} | ${description} |`);
    const head = [
      '# Errors',
      '',
      'For partners’ developers: every code, what it means and what to do.',
      '',
      'Every error is JSON with `success: false` and `errorCode`. The column *also* names a further member. Every response has `X-Request-Id`. Every 4xx',
      'response has a header `Link` with the place of its code on this page. In the sandbox, `X-Error-Hint` says in one sentence how to correct the request.',
      '',
      'The gateway makes these checks in this order, and the first error is the response:',
      '',
      '1. the route (404), then the rate limit of the address (429);',
      '2. the token (401, or 429 for an address that sent too many wrong tokens), the allowed addresses and the ability (403), the rate limit of the token (429);',
      '3. the body: its size (413), its type (415) and its JSON (400);',
      '4. ids in the path (404), the fields (422), ids in the body (404), and all other rules (400 and 409).',
      '',
      '[Limits](guides/calling-the-api.md#limits) lists the rate limits.',
      '',
      '| status | errorCode | also | meaning |',
      '|---|---|---|---|',
    ];
    checkGeneratedFile('docs/errors.md', `${[...head, ...rows].join('\n')}\n`);
  });
});
