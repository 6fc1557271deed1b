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
  it('is valid and passes the Compose linter', () => {
    // compose.yaml lists services in the order in which they start, and settings in the order that explains them best.
    const style = { 'services-alphabetical-order': 0, 'service-keys-order': 0, 'top-level-properties-order': 0 };
    const linter = new DCLinter({ rules: style, quiet: false, debug: false, exclude: [] });
    const [result, ...others] = linter.lintFiles([join(ROOT, 'compose.yaml')], false);
    expect(others).toEqual([]);
    expect(result?.messages.map(({ line, message }: { line: number; message: string }) => `${line}: ${message}`)).toEqual([]);
  });

  it('has only dependencies on existing services, and on health only where there is a health check', () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(name);
        if (condition === 'service_healthy') expect(services[name]?.healthcheck).toBeDefined();
      }
    }
  });

  it('publishes only the port of the api', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['api']);
  });

  it.each(GATEWAY)('gives %s only settings that the gateway knows', (name) => {
    const nonEmpty = Object.entries(environmentOf(name, SECRETS)).filter(([, value]) => value !== '');
    expect(unknownSettings(nonEmpty.map(([variable]) => variable))).toEqual([]);
  });

  it('accepts every setting of the gateway in .env', () => {
    const dotEnv = Object.fromEntries(SETTINGS.map((name) => [name, `given for ${name}`]));
    const missing = (service: string) => {
      const environment = environmentOf(service, { ...SECRETS, ...dotEnv });
      return SETTINGS.filter((name) => environment[name] !== dotEnv[name]);
    };
    // compose.yaml sets METRICS_HOST, PORT and ROLE itself. Only the migration gets DATABASE_OWNER_URL, because only it is the owner.
    for (const service of SERVING) expect(missing(service).sort()).toEqual(['DATABASE_OWNER_URL', 'METRICS_HOST', 'PORT', 'ROLE']);
    expect(missing('migrate')).not.toContain('DATABASE_OWNER_URL');
  });

  it.each(Object.keys(SECRETS))('does not start without %s', (name) => {
    const others = Object.fromEntries(Object.entries(SECRETS).filter(([secret]) => secret !== name));
    expect(() => [...GATEWAY, 'postgres', 'redis'].map((service) => environmentOf(service, others))).toThrow(name);
  });

  it('protects the queue with a password', () => {
    expect(services['redis']?.command).toEqual(expect.arrayContaining(['--requirepass']));
    for (const service of SERVING) expect(environmentOf(service, SECRETS)['REDIS_URL']).toBe('redis://:of-the-queue@redis:6379');
  });

  it.each([
    ['built by compose.yaml', {}],
    ['set in .env', { DATABASE_OWNER_URL: 'postgresql://owner:of-the-owner@elsewhere/gateway' }],
  ])('gives the URL of the schema owner, %s, only to the migration', (_how, extra) => {
    const environmentText = (service: string) => JSON.stringify(environmentOf(service, { ...SECRETS, ...extra }));
    for (const service of SERVING) expect(environmentText(service)).not.toMatch(/of-the-(owner|superuser)/);
    expect(environmentText('migrate')).toContain('of-the-owner');
    expect(environmentText('migrate')).not.toContain('of-the-superuser');
  });

  it('gives a process at least 15 seconds to finish after its shutdown grace period', () => {
    for (const service of SERVING) {
      const grace = Number(environmentOf(service, SECRETS)['SHUTDOWN_GRACE_MS']);
      expect(grace).toBeGreaterThanOrEqual(5_000);
      expect(Number.parseInt(services[service]?.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(grace + 15_000);
    }
  });
});
