import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_SETTINGS, ConfigurationError, readEnvironment } from '../../src/runtime/config/environment.js';
import type { SettingValue } from '../../src/runtime/config/setting.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

/** A default as an operator would write it. */
const textOf = (value: SettingValue): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? ''));

describe('the configuration table', () => {
  it('lists every variable with its default and meaning', () => {
    const rows = ALL_SETTINGS.map(({ name, default: value, description, secret }) => {
      const text = textOf(value);
      return `| \`${name}\`${secret ? ', `_FILE`' : ''} | ${text && `\`${text}\``} | ${description} |`;
    });
    checkGeneratedSection(
      'docs/configuration.md',
      'configuration',
      ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n'),
    );
  });

  it('has only defaults that could also be given', () => {
    const problems: string[] = [];
    for (const setting of ALL_SETTINGS.filter(({ default: value }) => value !== undefined))
      expect(setting.read(textOf(setting.default), problems)).toEqual(setting.default);
    expect(problems).toEqual([]);
  });

  it('has no variable that tests inherit from the shell of a developer, except NODE_ENV', async () => {
    const file = resolve(import.meta.dirname, '../../scripts/tests-environment.mjs');
    const { testsEnvironment } = (await import(pathToFileURL(file).href)) as { testsEnvironment: (variables: object) => object };
    const settings = ALL_SETTINGS.map(({ name }) => [name, 'given']);
    const variables = { ...Object.fromEntries(settings), PGHOST: 'given', PATH: '/bin', HOSTNAME: 'here' } as object;
    // The scripts that start tests or the simulation set NODE_ENV themselves.
    expect(testsEnvironment(variables)).toEqual({ NODE_ENV: 'given', PATH: '/bin', HOSTNAME: 'here' });
  });
});

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readEnvironment(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

describe('the environment', () => {
  it('needs no setting for the embedded mode', () => {
    const environment = readEnvironment({});
    expect(environment).toMatchObject({
      embedded: true,
      host: '127.0.0.1',
      seedDemo: true,
      sandbox: { enabled: true, port: 3001, url: 'http://localhost:3001' },
    });
    expect(environment.webhook.allowedNetworks).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('starts nothing embedded and no sandbox once a database is set', () => {
    const environment = readEnvironment({ DATABASE_URL: 'postgres://a@b/c', ENCRYPTION_KEYS });
    expect(environment).toMatchObject({ embedded: false, host: '0.0.0.0', seedDemo: false, sandbox: { enabled: false } });
    expect(environment.webhook.allowedNetworks).toEqual([]);
  });

  it('is rejected with a list that has one sentence for each problem', () => {
    expect(
      problemsOf({
        PORT: 'abc',
        ROLE: 'boss',
        DISPLAY_TIME_ZONE: 'Mars/Base',
        TRUST_PROXY: 'localhost',
        DATABASE_URL: 'mysql://x',
        ENCRYPTION_KEYS,
      }),
    ).toEqual([
      'ROLE must be one of api, worker, all, sandbox.',
      'DISPLAY_TIME_ZONE must be an IANA time zone such as Europe/Warsaw.',
      'PORT must be a port number from 0 to 65535.',
      'TRUST_PROXY must be a comma-separated list of IP addresses or CIDRs.',
      'DATABASE_URL must be a postgres:// or postgresql:// URL.',
    ]);
  });

  it('keeps delivery attempts for 12 months by default, and accepts only whole months', () => {
    expect(readEnvironment({}).webhook.attemptRetentionMonths).toBe(12);
    expect(readEnvironment({ WEBHOOK_ATTEMPT_RETENTION_MONTHS: '0' }).webhook.attemptRetentionMonths).toBe(0);
    for (const wrong of ['-1', '1.5', '121', 'never']) {
      expect(problemsOf({ WEBHOOK_ATTEMPT_RETENTION_MONTHS: wrong })).toEqual([
        'WEBHOOK_ATTEMPT_RETENTION_MONTHS must be a whole number from 0 to 120.',
      ]);
    }
  });

  describe('a secret in a file', () => {
    let folder: string;
    const secretFile = (text: string): string => {
      const path = join(folder, 'secret');
      writeFileSync(path, text);
      return path;
    };
    beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'gateway-secret-'))));
    afterEach(() => rmSync(folder, { recursive: true }));

    it('is read like the variable, without the end of the line', () => {
      const environment = readEnvironment({ ENCRYPTION_KEYS, DATABASE_URL_FILE: secretFile('postgres://a:b@c/d\n'), DATABASE_URL: '' });
      expect(environment).toMatchObject({ embedded: false, database: { url: 'postgres://a:b@c/d' } });
    });

    it.each([
      ['is missing', () => join(folder, 'none'), /^DATABASE_URL_FILE names a file that cannot be read: ENOENT/],
      ['is empty', () => secretFile(' \n'), /^DATABASE_URL_FILE names an empty file\.$/],
    ])('is rejected when the file %s, and nothing embedded is started instead', (_description, path, message) => {
      expect(problemsOf({ DATABASE_URL_FILE: path() })).toEqual([expect.stringMatching(message)]);
    });

    it('is rejected together with the variable', () =>
      expect(problemsOf({ DATABASE_URL: 'postgres://a@b/c', DATABASE_URL_FILE: secretFile('postgres://d@e/f'), ENCRYPTION_KEYS })).toEqual([
        'Only one of DATABASE_URL and DATABASE_URL_FILE may be set.',
      ]));

    it('is supported for secrets only', () => expect(readEnvironment({ PORT_FILE: secretFile('4000') }).http.port).toBe(3000));
  });

  it('rejects a Redis certificate authority that is no certificate', () => {
    expect(problemsOf({ REDIS_CA_FILE: 'package.json' })).toEqual(['REDIS_CA_FILE must name a file with a certificate in PEM.']);
    expect(problemsOf({ REDIS_CA_FILE: '/nowhere' })).toHaveLength(1);
  });

  it('rejects two settings for the location of the queue', () => {
    expect(problemsOf({ REDIS_URL: 'redis://a', REDIS_SENTINELS: 'a:1' })).toEqual([
      'Only one of REDIS_URL, REDIS_SENTINELS and REDIS_CLUSTER_NODES may be set.',
    ]);
  });

  it('rejects encryption keys that are too short, have no version or are listed twice, and a list without keys', () => {
    const key = ENCRYPTION_KEYS;
    for (const wrong of ['1:c2hvcnQ=', key.slice(2), `${key},${key}`, `${key},`.replace(/^0/, 'x'), ',', ' , '])
      expect(problemsOf({ ENCRYPTION_KEYS: wrong })).toEqual([expect.stringMatching(/^ENCRYPTION_KEYS must be a comma-separated list/)]);
  });

  it.each(['prod', 'staging', 'Production', 'dev'])('does not treat NODE_ENV=%s as development', (name) =>
    expect(problemsOf({ NODE_ENV: name })).toEqual(['NODE_ENV must be one of development, test, production.']),
  );

  const DEMO_KEY = 'ZGVtb25zdHJhdGlvbi1vbmx5LW5vdC1hLXNlY3JldCE=';
  const ZERO_KEY = Buffer.alloc(32).toString('base64');
  const DATABASE_SETTING = { DATABASE_URL: 'postgres://a@b/c' };
  const PRODUCTION = { ...DATABASE_SETTING, NODE_ENV: 'production' };
  const STRONG_SECRET = '4hGdXb6kqQ0tYw2zLr8uVn3mCs7pEa1f';

  it.each([
    ['not set, with a database of its own', DATABASE_SETTING, /^ENCRYPTION_KEYS must be set with DATABASE_URL/],
    ['the demo’s, with a database of its own', { ...DATABASE_SETTING, ENCRYPTION_KEYS: `0:${DEMO_KEY}` }, /with DATABASE_URL/],
    ['not set, in production', PRODUCTION, /^ENCRYPTION_KEYS must be set in production/],
    ['not set, in production without a database', { NODE_ENV: 'production' }, /^ENCRYPTION_KEYS must be set in production/],
    [
      'the demo’s, under another version',
      { ...PRODUCTION, ENCRYPTION_KEYS: `7:${DEMO_KEY}` },
      /^ENCRYPTION_KEYS must be set in production/,
    ],
    [
      'the demo’s, in addition to another',
      { ...PRODUCTION, ENCRYPTION_KEYS: `1:${ENCRYPTION_KEYS.slice(2)},0:${DEMO_KEY}` },
      /the demo key is public/,
    ],
    ['all zeros', { ...PRODUCTION, ENCRYPTION_KEYS: `1:${ZERO_KEY}` }, /^ENCRYPTION_KEYS must be random in production/],
  ])('rejects an encryption key that is %s', (_description, settings, message) => {
    expect(problemsOf(settings)).toEqual([expect.stringMatching(message)]);
  });

  it('rejects the same secret for real SMS and for those of the sandbox', () => {
    const secrets = { CONNECTOR_SECRET: 'one-secret-for-both', SMS_CONNECTOR_SECRET: 'one-secret-for-both' };
    expect(() => readEnvironment({ ...secrets, SANDBOX: 'on' })).toThrow('SMS_CONNECTOR_SECRET must differ from CONNECTOR_SECRET');
    expect(() => readEnvironment({ ...secrets, SANDBOX: 'off' })).not.toThrow();
    const withNewSecret = { CONNECTOR_SECRET: 'the-present-secret', SMS_CONNECTOR_SECRET: 'another-secret-of-it,the-present-secret' };
    expect(() => readEnvironment({ ...withNewSecret, SANDBOX: 'on' })).toThrow('must differ');
    expect(() => readEnvironment({ SMS_CONNECTOR_SECRET: 'demo-connector-secret', SANDBOX: 'on' })).toThrow('must differ');
  });

  it.each(['CONNECTOR_SECRET', 'SMS_CONNECTOR_SECRET'])('rejects a %s in production that can be guessed', (name) => {
    const problems = (secret: string) => problemsOf({ ...PRODUCTION, ENCRYPTION_KEYS, [name]: secret });
    expect(problems(STRONG_SECRET)).toEqual([]);
    expect(problems('demo-connector-secret')).toEqual([expect.stringContaining(`${name} must not be the demo's`)]);
    expect(problems(STRONG_SECRET.slice(0, 31))).toEqual([expect.stringContaining('at least 32 characters')]);
    expect(problems(`${STRONG_SECRET},${STRONG_SECRET.slice(0, 20)}`)).toEqual([expect.stringContaining('at least 32 characters')]);
    expect(problems('a'.repeat(40))).toEqual([expect.stringContaining(`${name} must be random`)]);
    expect(problemsOf({ ...DATABASE_SETTING, ENCRYPTION_KEYS, [name]: STRONG_SECRET.slice(0, 16) })).toEqual([]);
  });

  it('rejects the demo’s partner in production', () =>
    expect(problemsOf({ ...PRODUCTION, ENCRYPTION_KEYS, SEED_DEMO: 'on' })).toEqual([
      'SEED_DEMO must be off in production: the demo partner’s token is printed at start.',
    ]));
});
