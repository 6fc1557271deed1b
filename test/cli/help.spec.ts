import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { runCommandWith } from './cli-world.js';

const UUID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

/** Names of the commands that a help text lists. */
function commandsIn(help: string): string[] {
  const [, block = ''] = /\nCommands:\n([\s\S]*?)(\n\n|$)/.exec(help) ?? [];
  return [...block.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

/** No database listens at this port. Therefore a valid call ends with exit code 1. An invalid call ends with 2 before it connects. */
const WITHOUT_DATABASE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ENCRYPTION_KEYS };

/** The arguments of every call of the command line in a text, split like in a shell. */
function callsIn(text: string): string[][] {
  return [...text.matchAll(/^ *npm run (?:-s |--silent )?gateway -- (.+)$/gm)].map(([, call = '']) =>
    [...call.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? ''),
  );
}

describe('--help', () => {
  const helps = new Map<string, string>();
  beforeAll(async () => {
    const visit = async (path: string[]): Promise<void> => {
      const { code, out, err } = await runCommandWith(WITHOUT_DATABASE, [...path, '--help']);
      if (code !== 0 || err !== '') throw new Error(`${path.join(' ')} --help ended with ${code}: ${err}`);
      helps.set(path.join(' '), out);
      for (const command of commandsIn(out)) await visit([...path, command]);
    };
    await visit([]);
  });

  it('works on every level, with examples', () => {
    expect([...helps.keys()]).toEqual(
      expect.arrayContaining(['', 'migrate', 'service', 'service rotate-key', 'token revoke', 'transaction show']),
    );
    for (const [path, help] of helps) {
      expect(help).toContain(`Usage: npm run gateway -- ${path}`.trimEnd());
      expect(help).toMatch(/\nExamples?:\n {2}npm run gateway -- /);
      expect(help).toContain('--json');
    }
  });

  it('has only valid examples, and so do the documents', async () => {
    const pages = ['README.md', 'docs/command-line.md', 'docs/guides/sms.md', 'docs/guides/recurring-payments.md'];
    const documents = pages
      .map((page) => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'))
      .join('\n')
      .replaceAll(/<(partner|service)Id>|--service <id>/g, '--help');
    const calls = [
      ...[...helps.values()].flatMap(callsIn),
      ...callsIn(documents.replaceAll(/<id>|\$ID\b/g, UUID).replaceAll('$PAYMENT', '0f3a9c21')),
    ];
    expect(calls.length).toBeGreaterThan(30);
    for (const call of calls) {
      const { code, err } = await runCommandWith(WITHOUT_DATABASE, call);
      const needsNoDatabase = call.includes('--help') || call[0] === 'completion';
      expect({ call, code, err }).toEqual({
        call,
        code: needsNoDatabase ? 0 : 1,
        err: needsNoDatabase ? '' : expect.stringContaining('ECONNREFUSED'),
      });
    }
  });

  it('marks mandatory options', () => {
    expect(helps.get('token create')).toMatch(/--partner <id> +whose token it is \(required\)/);
  });
});
