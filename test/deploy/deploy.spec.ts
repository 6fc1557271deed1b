import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { NAMESPACES } from '../../src/config/environment.js';
import { variablesOf } from '../../src/config/variable.js';
import { expressionsOf, metricsNamed } from './support/prometheus-files.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const KNOWN = new Set(NAMESPACES.flatMap((namespace) => variablesOf(namespace)).map(({ name }) => name));

interface Container {
  name: string;
  image: string;
  env?: { name: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  ports?: { name: string }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } };
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Pod {
  securityContext: { runAsNonRoot: boolean; runAsUser: number };
  automountServiceAccountToken: boolean;
  containers: Container[];
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { selector?: { matchLabels?: Record<string, string> }; template?: { metadata: { labels: Record<string, string> }; spec: Pod } };
}

const manifests = readdirSync(join(ROOT, 'deploy/kubernetes')).flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const pods = manifests.flatMap(({ kind, spec }) => (spec?.template ? [{ kind, ...spec.template.spec }] : []));

describe('the Dockerfile', () => {
  it('passes the Dockerfile linter', () => expect(validate(read('Dockerfile'))).toEqual([]));

  it('ends as a user without rights, with a health check and the command as a list', () => {
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^CMD \["node"/m);
  });
});

describe('the Kubernetes manifests', () => {
  it('are read whole', () => expect(pods).toHaveLength(3));

  it.each(pods.map((pod) => [`${pod.kind} ${pod.containers[0]?.name}`, pod] as const))(
    '%s runs without rights and within limits',
    (_name, pod) => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: expect.any(Number) });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext, resources, image } of pod.containers) {
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
        expect(resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
        expect(image).toMatch(/:\d/);
      }
    },
  );

  it('ask each process that stays whether it is alive and ready, on a port it has', () => {
    for (const { containers } of pods.filter(({ kind }) => kind === 'Deployment')) {
      for (const { startupProbe, livenessProbe, readinessProbe, ports = [] } of containers) {
        expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)).toEqual([
          '/healthz',
          '/healthz',
          '/readyz',
        ]);
        expect(ports.map(({ name }) => name)).toEqual(expect.arrayContaining([startupProbe?.httpGet.port]));
      }
    }
  });

  it('select the pods they make', () => {
    for (const { spec } of manifests) {
      if (spec?.selector?.matchLabels)
        expect(manifests.some((other) => isWithin(spec.selector?.matchLabels ?? {}, other.spec?.template?.metadata.labels))).toBe(true);
    }
  });

  it('set only variables that the gateway knows', () => {
    const names = [
      ...manifests.flatMap(({ data }) => Object.keys(data ?? {})),
      ...pods.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
    ];
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        image: string;
        environment?: Record<string, string>;
        depends_on?: Record<string, { condition: string }>;
        healthcheck?: unknown;
        ports?: string[];
      }
    >;
  };

  it('depends only on services it has, and on their health where they have one', () => {
    for (const { depends_on = {} } of Object.values(compose.services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(compose.services)).toContain(name);
        if (condition === 'service_healthy') expect(compose.services[name]?.healthcheck).toBeDefined();
      }
    }
  });

  it('sets only variables that the gateway knows, and publishes the API alone', () => {
    for (const name of ['api', 'worker', 'migrate'])
      expect(Object.keys(compose.services[name]?.environment ?? {}).filter((key) => !KNOWN.has(key))).toEqual([]);
    expect(
      Object.entries(compose.services)
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
    ).toEqual(['api']);
  });
});

describe('the alerts', () => {
  interface Rule {
    alert: string;
    expr: string;
    for: string;
    labels: { severity: string };
    annotations: { summary: string; runbook_url: string };
  }
  const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] };
  const rules = groups.flatMap(({ rules }) => rules);
  const sections = new Set([...read('docs/runbooks.md').matchAll(/^## (\S+)$/gm)].map(([, title = '']) => title.toLowerCase()));

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s is a rule Prometheus can read, with a runbook', (_name, rule) => {
    expect(Object.keys(rule).sort()).toEqual(['alert', 'annotations', 'expr', 'for', 'labels']);
    expect(metricsNamed(rule.expr).length).toBeGreaterThan(0);
    expect(rule.for).toMatch(/^\d+[smhd]$/);
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    const [file, anchor = ''] = rule.annotations.runbook_url.split('#');
    expect(file).toBe('docs/runbooks.md');
    expect(sections).toContain(anchor);
  });

  it('have names of their own, and no runbook is left over', () =>
    expect(sections).toEqual(new Set(rules.map(({ alert }) => alert.toLowerCase()))));
});

describe('the dashboard', () => {
  it('asks only what Prometheus can read', () => {
    const expressions = expressionsOf(read('deploy/grafana/payment-gateway.json'));
    expect(expressions.length).toBeGreaterThan(10);
    for (const expression of expressions) expect(metricsNamed(expression).length).toBeGreaterThan(0);
  });
});

function isWithin(wanted: Record<string, string>, labels: Record<string, string> = {}): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}
