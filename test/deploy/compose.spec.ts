import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DCLinter } from 'dclint';
import { parse } from 'yaml';
import { readDeployed, ROOT, unknownSettings } from './support/deployed-files.js';

interface Service {
  image: string;
  user?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  ports?: string[];
}

const { services } = parse(readDeployed('compose.yaml'), { merge: true }) as { services: Record<string, Service> };

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

  it('sets only variables that the gateway knows', () => {
    for (const name of ['api', 'worker', 'migrate']) {
      const names = Object.keys(services[name]?.environment ?? {});
      expect(names).toContain('DATABASE_URL');
      expect(unknownSettings(names)).toEqual([]);
    }
  });

  it('publishes the API alone', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['api']);
  });
});
