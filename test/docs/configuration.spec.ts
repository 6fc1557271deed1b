import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, NAMESPACES, readEnvironment } from '../../src/runtime/config/environment.js';
import { variablesOf } from '../../src/runtime/config/variable.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

describe('the README’s configuration table', () => {
  it('lists every variable with its default and meaning', () => {
    const rows = NAMESPACES.flatMap((namespace) => variablesOf(namespace)).map(
      ({ name, default: fallback, description }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${description} |`,
    );
    checkGeneratedSection('README.md', 'configuration', ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n'));
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

describe('the configuration', () => {
  it('needs nothing at all to run embedded', () => {
    const environment = readEnvironment({});
    expect(environment).toMatchObject({
      embedded: true,
      host: '127.0.0.1',
      seedDemo: true,
      sandbox: { enabled: true, port: 3001, url: 'http://localhost:3001' },
    });
    expect(environment.webhook.allowedNetworks).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('starts nothing embedded and simulates nothing once there is a database', () => {
    const environment = readEnvironment({ DATABASE_URL: 'postgres://a@b/c' });
    expect(environment).toMatchObject({ embedded: false, host: '0.0.0.0', seedDemo: false, sandbox: { enabled: false } });
    expect(environment.webhook.allowedNetworks).toEqual([]);
  });

  it('names every problem in one sentence, all at once', () => {
    expect(
      problemsOf({ PORT: 'abc', ROLE: 'boss', DISPLAY_TIME_ZONE: 'Mars/Base', TRUST_PROXY: 'localhost', DATABASE_URL: 'mysql://x' }),
    ).toEqual([
      'ROLE must be one of api, worker, all.',
      'DISPLAY_TIME_ZONE must be an IANA time zone such as Europe/Warsaw.',
      'PORT must be a port number from 0 to 65535.',
      'TRUST_PROXY must be a comma-separated list of IP addresses or CIDRs.',
      'DATABASE_URL must be a postgres:// or postgresql:// URL.',
    ]);
  });

  it('keeps attempts for a year unless told otherwise, and knows months in whole numbers only', () => {
    expect(readEnvironment({}).webhook.attemptRetentionMonths).toBe(12);
    expect(readEnvironment({ WEBHOOK_ATTEMPT_RETENTION_MONTHS: '0' }).webhook.attemptRetentionMonths).toBe(0);
    for (const wrong of ['-1', '1.5', '121', 'never']) {
      expect(problemsOf({ WEBHOOK_ATTEMPT_RETENTION_MONTHS: wrong })).toEqual([
        'WEBHOOK_ATTEMPT_RETENTION_MONTHS must be a whole number from 0 to 120.',
      ]);
    }
  });

  it('refuses two places for the queue', () => {
    expect(problemsOf({ REDIS_URL: 'redis://a', REDIS_SENTINELS: 'a:1' })).toEqual([
      'Only one of REDIS_URL, REDIS_SENTINELS and REDIS_CLUSTER_NODES may be set.',
    ]);
  });

  it('refuses the demo’s key and partner in production, and keys of the wrong length anywhere', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@b/c' };
    expect(problemsOf(production)[0]).toMatch(/^ENCRYPTION_KEYS must be set in production/);
    const key = `1:${Buffer.alloc(32, 7).toString('base64')}`;
    expect(problemsOf({ ...production, ENCRYPTION_KEYS: key })).toEqual([]);
    expect(problemsOf({ ...production, ENCRYPTION_KEYS: key, SEED_DEMO: 'on' })).toEqual([
      'SEED_DEMO must be off in production: the demo partner’s token is printed at start.',
    ]);
    for (const wrong of ['1:c2hvcnQ=', key.slice(2), `${key},${key}`, `${key},`.replace(/^1/, 'x')])
      expect(problemsOf({ ENCRYPTION_KEYS: wrong })).toHaveLength(1);
  });
});
