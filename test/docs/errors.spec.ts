import { describe, it } from '@jest/globals';
import { type ErrorCode, HTTP_STATUS_OF } from '../../src/common/errors/error-codes.js';
import { ERROR_DESCRIPTIONS } from '../../src/common/errors/error-descriptions.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const MEMBERS: Partial<Record<number, string>> = { 400: '`message`', 409: '`message`', 422: '`errors`', 500: '`errorId`' };

describe('docs/errors.md', () => {
  it('lists every error code (npm run docs writes the list)', () => {
    const codes = (Object.keys(HTTP_STATUS_OF) as ErrorCode[]).sort((a, b) => HTTP_STATUS_OF[a] - HTTP_STATUS_OF[b]);
    const rows = codes.map(
      (code) => `| ${HTTP_STATUS_OF[code]} | \`${code}\` | ${MEMBERS[HTTP_STATUS_OF[code]] ?? ''} | ${ERROR_DESCRIPTIONS[code]} |`,
    );
    const head = [
      '# Errors',
      '',
      'For partners’ developers: every code, what it means and what to do.',
      '',
      'Every error is JSON with `success: false` and `errorCode`; some statuses add a member. Every answer carries `X-Request-Id`. One of 4xx has a header',
      '`Link` to the place of its code on this page, and in the sandbox `X-Error-Hint` with one sentence about what to mend.',
      'Requests are refused in this order: an unknown route (404); 429 for an address that asks too often; 401, or 429 for an address that brought',
      'too many wrong tokens; 403 for the address, then for the ability; 429 for a token that asks too often; only then the body is read: 413, 415,',
      'malformed JSON (400); 404 for ids in the path; 422; 404 for ids in the body; 400 and 409. [Limits](guides/calling-the-api.md#limits) are a page of their own.',
      '',
      '| status | errorCode | also | meaning |',
      '|---|---|---|---|',
    ];
    checkGeneratedFile('docs/errors.md', `${[...head, ...rows].join('\n')}\n`);
  });
});
