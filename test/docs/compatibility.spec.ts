import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { RESPONSE_RULES, REQUEST_RULES } from '../../src/compatibility/rules.js';
import { OLDER_CLIENTS } from '../compatibility/clients/all.js';
import { areaOf, type OlderClient } from '../compatibility/support/older-client.js';
import { PUBLIC_VERIFIERS } from '../../src/sandbox/inbox/public-verifiers.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const AREAS = ['directbilling', 'sms', 'payment', 'ip'];

const recognitionOf = ({ headers, token }: OlderClient): string => {
  const headerNames = Object.keys(headers('')).map((name) => name.toLowerCase());
  if (headerNames.includes('x-sim-key')) return 'B: key and password';
  if (headerNames.some((name) => name.startsWith('x-sim-'))) return 'A: its headers';
  return token ? `${token}: a token with \`--compatibility ${token}\`` : 'not recognized';
};

const tokenOf = ({ headers, token }: OlderClient): string => {
  if (token) return `\`--compatibility ${token}\``;
  return Object.keys(headers('')).some((name) => name.toLowerCase() === 'x-sim-key') ? 'any, as its password' : 'any';
};

const workingCallsIn = ({ calls }: OlderClient, area: string): string =>
  [...new Set(calls.filter((call) => areaOf(call) === area && call.brokenBecause === undefined).map(({ name }) => name))].join(', ') || '–';

const brokenCallsOf = ({ calls }: OlderClient): string => {
  const brokenCalls = calls.filter((call) => call.brokenBecause !== undefined);
  const reasons = [...new Set(brokenCalls.map((call) => call.brokenBecause))];
  const namesOf = (reason: string | undefined): string =>
    [...new Set(brokenCalls.filter((call) => call.brokenBecause === reason).map(({ name }) => name))].join(', ');
  return reasons.map((reason) => `${namesOf(reason)}: ${reason}`).join('; ') || '–';
};

describe('docs/compatibility.md', () => {
  it('begins with the setup of each client and the place of its base URL', () => {
    const rows = OLDER_CLIENTS.map((client) =>
      [
        `${client.name} ${client.version}`,
        tokenOf(client),
        client.notificationOptions,
        client.baseUrlLocation,
        client.userWarning ?? '–',
      ].join(' | '),
    );
    const head = [
      '| client | token | notification options of its service | place of the base URL | known problems |',
      '|---|---|---|---|---|',
    ];
    checkGeneratedSection('docs/compatibility.md', 'setup', [...head, ...rows.map((row) => `| ${row} |`)].join('\n'));
  });

  it('lists for each client which calls work (npm run docs writes the table)', () => {
    const rows = OLDER_CLIENTS.map((client) =>
      [
        `${client.name} ${client.version}`,
        recognitionOf(client),
        ...AREAS.slice(0, 3).map((area) => workingCallsIn(client, area)),
        brokenCallsOf(client),
      ].join(' | '),
    );
    const head = [
      '| client | recognized by | DirectBilling | SMS | online payments | calls that do not work |',
      '|---|---|---|---|---|---|',
    ];
    checkGeneratedSection('docs/compatibility.md', 'clients', [...head, ...rows.map((row) => `| ${row} |`)].join('\n'));
  });

  it('lists the verifiers of the sandbox inbox by their names', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/compatibility.md'), 'utf8');
    const [, table = ''] = text.split('| verifier | accepts |\n|---|---|\n');
    const documented = table
      .split('\n\n')[0]!
      .split('\n')
      .map((row) => row.split(' | ')[0]!.slice(2));
    expect(documented).toEqual(PUBLIC_VERIFIERS.map(({ name }) => name));
  });

  it('covers the area of every call of a client', () => {
    expect(OLDER_CLIENTS.flatMap(({ calls }) => calls.map(areaOf)).filter((area) => !AREAS.includes(area))).toEqual([]);
  });

  it('contains the table of rules', () => {
    const tableRow = (kind: string) => (rule: (typeof RESPONSE_RULES)[number] | (typeof REQUEST_RULES)[number]) =>
      `| ${rule.row} | ${rule.tier} | ${kind} | ${rule.calls.map((call) => `\`${call}\``).join(', ')} | ${rule.why} |`;
    const rows = [...RESPONSE_RULES.map(tableRow('response')), ...REQUEST_RULES.map(tableRow('request'))];
    checkGeneratedSection(
      'docs/compatibility.md',
      'rules',
      ['| row | tier | of | calls | why |', '|---|---|---|---|---|', ...rows].join('\n'),
    );
  });
});
