import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DCLinter } from 'dclint';
import { environmentOf, services } from './support/compose-file.js';
import { ROOT, SETTINGS, unknownSettings } from './support/deployed-files.js';

const GATEWAY = ['api', 'worker', 'migrate'];
const SERVING = ['api', 'worker'];
const SECRETS = {
  POSTGRES_PASSWORD: 'of-the-superuser',
  OWNER_PASSWORD: 'of-the-owner',
  APP_PASSWORD: 'of-the-application',
  REDIS_PASSWORD: 'of-the-queue',
  TRUST_PROXY: '192.0.2.10',
  ENCRYPTION_KEYS: '1:key',
  PUBLIC_URL: 'https://pay.example.com',
};

describe('compose.yaml', () => {
  it('is what the Compose specification allows, and passes its linter', () => {
    // Services stand in the order in which they start, and a service's settings in the order in which they are understood.
    const style = { 'services-alphabetical-order': 0, 'service-keys-order': 0, 'top-level-properties-order': 0 };
    const linter = new DCLinter({ rules: style, quiet: false, debug: false, exclude: [] });
    const [result, ...others] = linter.lintFiles([join(ROOT, 'compose.yaml')], false);
    expect(others).toEqual([]);
    expect(result?.messages.map(({ line, message }: { line: number; message: string }) => `${line}: ${message}`)).toEqual([]);
  });

  it('depends only on services it has, and on their health where they have one', () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(name);
        if (condition === 'service_healthy') expect(services[name]?.healthcheck).toBeDefined();
      }
    }
  });

  it('publishes the API alone', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['api']);
  });

  it.each(GATEWAY)('gives %s nothing but what the gateway knows', (name) => {
    const given = Object.entries(environmentOf(name, SECRETS)).filter(([, value]) => value !== '');
    expect(unknownSettings(given.map(([variable]) => variable))).toEqual([]);
  });

  it('lets every setting of the gateway be given in .env', () => {
    const given = Object.fromEntries(SETTINGS.map((name) => [name, `given for ${name}`]));
    const missing = (service: string) => {
      const environment = environmentOf(service, { ...SECRETS, ...given });
      return SETTINGS.filter((name) => environment[name] !== given[name]);
    };
    // One service for each role, the port inside is not the one outside, the metrics stay inside, and the owner is the migration's alone.
    for (const service of SERVING) expect(missing(service).sort()).toEqual(['DATABASE_OWNER_URL', 'METRICS_HOST', 'PORT', 'ROLE']);
    expect(missing('migrate')).not.toContain('DATABASE_OWNER_URL');
  });

  it.each(Object.keys(SECRETS))('does not start before somebody has thought about %s', (name) => {
    const others = Object.fromEntries(Object.entries(SECRETS).filter(([known]) => known !== name));
    expect(() => [...GATEWAY, 'postgres', 'redis'].map((service) => environmentOf(service, others))).toThrow(name);
  });

  it('lets nobody use the queue who does not know its password', () => {
    expect(services['redis']?.command).toEqual(expect.arrayContaining(['--requirepass']));
    for (const service of SERVING) expect(environmentOf(service, SECRETS)['REDIS_URL']).toBe('redis://:of-the-queue@redis:6379');
  });

  it.each([
    ['put together by compose.yaml', {}],
    ['given in .env', { DATABASE_OWNER_URL: 'postgresql://owner:of-the-owner@elsewhere/gateway' }],
  ])('keeps the owner of the schema, %s, from the processes that serve', (_how, more) => {
    const told = (service: string) => JSON.stringify(environmentOf(service, { ...SECRETS, ...more }));
    for (const service of SERVING) expect(told(service)).not.toMatch(/of-the-(owner|superuser)/);
    expect(told('migrate')).toContain('of-the-owner');
    expect(told('migrate')).not.toContain('of-the-superuser');
  });

  it('lets a process finish after it has waited for a proxy to notice', () => {
    for (const service of SERVING) {
      const grace = Number(environmentOf(service, SECRETS)['SHUTDOWN_GRACE_MS']);
      expect(grace).toBeGreaterThanOrEqual(5_000);
      expect(Number.parseInt(services[service]?.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(grace + 15_000);
    }
  });
});
