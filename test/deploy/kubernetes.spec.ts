import { describe, expect, it } from '@jest/globals';
import type { PodSpec } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicySpec } from 'kubernetes-types/networking/v1.js';
import { parse } from 'yaml';
import { readDeployed, unknownSettings } from './support/deployed-files.js';
import { kubernetesManifests, type Manifest } from './support/kubernetes-manifests.js';

type Labels = Record<string, string>;

const manifests = kubernetesManifests();
const pods = manifests.flatMap(({ kind, spec }): [string, PodSpec][] => {
  const pod = spec?.template?.spec;
  return pod ? [[`${kind} ${spec.template?.metadata?.labels?.['app.kubernetes.io/component']}`, pod]] : [];
});
const stays = pods.filter(([name]) => name.startsWith('Deployment'));

/** That they have the fields which Kubernetes knows is proved in typed-documents.api-spec.ts. */
describe('the Kubernetes manifests', () => {
  it('run an api, a worker and the migration', () =>
    expect(pods.map(([name]) => name).sort()).toEqual(['Deployment api', 'Deployment worker', 'Job migrate']));

  it.each(pods)('%s runs without rights and within limits', (_name, pod) => {
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
  });

  it.each(stays)('%s is asked whether it is alive and ready, on a port it has', (_name, { containers }) => {
    for (const { startupProbe, livenessProbe, readinessProbe, ports = [] } of containers) {
      const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
      expect(asked.map((get) => get?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
      for (const get of asked) expect(ports.map(({ name }) => name)).toContain(get?.port);
    }
  });

  it('select the pods they make', () => {
    const selected = Object.fromEntries(
      manifests.flatMap(({ kind, metadata, spec }) =>
        selectorOf(spec) ? [[`${kind} ${metadata.name}`, podsWith(selectorOf(spec) as Labels)]] : [],
      ),
    );
    expect(selected).toEqual({
      'Deployment payment-gateway-api': ['api'],
      'Deployment payment-gateway-worker': ['worker'],
      'NetworkPolicy payment-gateway': ['api', 'worker'],
      'PodDisruptionBudget payment-gateway-api': ['api'],
      'Service payment-gateway': ['api'],
      'Service payment-gateway-metrics': ['api', 'worker'],
    });
  });

  it('lead Prometheus to every pod that serves, ready or not', () => {
    const { scrape_configs } = parse(readDeployed('deploy/prometheus/kubernetes.yaml')) as {
      scrape_configs: { dns_sd_configs: unknown }[];
    };
    const headless = manifests.find(({ metadata }) => metadata.name === 'payment-gateway-metrics')?.spec as Record<string, unknown>;
    expect(headless).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
    const [metricsPort] = manifests.flatMap(({ data }) => data?.['METRICS_PORT'] ?? []);
    expect(scrape_configs).toEqual([
      {
        job_name: 'payment-gateway',
        dns_sd_configs: [
          {
            names: ['payment-gateway-metrics.default.svc.cluster.local'],
            type: 'A',
            port: Number(metricsPort),
            refresh_interval: '15s',
          },
        ],
      },
    ]);
  });

  it('let callers come through the ingress controller alone, and believe nobody about them before its address is filled in', () => {
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy')?.spec as unknown as NetworkPolicySpec;
    expect(policy.policyTypes).toEqual(['Ingress']);
    const allowed = (policy.ingress ?? []).map(({ from = [], ports = [] }) => [from, ports.map(({ port }) => port)]);
    const inNamespace = (name: string) => [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }];
    expect(allowed).toEqual([
      [inNamespace('ingress-nginx'), ['http']],
      [inNamespace('monitoring'), ['metrics']],
    ]);
    // One address out of the block that is for documentation: a range of the cluster's would let any pod say who it is.
    expect(manifests.flatMap(({ data }) => data?.['TRUST_PROXY'] ?? [])).toEqual(['192.0.2.10']);
  });

  it('give the owner of the schema to the migration alone', () => {
    const secretsOf = ({ containers }: PodSpec) =>
      containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []));
    const known = Object.fromEntries(pods.map(([name, pod]) => [name, secretsOf(pod)]));
    expect(known).toEqual({
      'Deployment api': ['payment-gateway'],
      'Deployment worker': ['payment-gateway'],
      'Job migrate': ['payment-gateway', 'payment-gateway-owner'],
    });
    // What to put into each secret is said in the comment that makes them.
    const [, first = '', second = ''] = readDeployed('deploy/kubernetes/gateway.yaml').split(/kubectl create secret generic /);
    expect(first).toMatch(/^payment-gateway \\/);
    expect(first).not.toContain('OWNER');
    expect(second).toMatch(/^payment-gateway-owner \\\n.*DATABASE_OWNER_URL/);
  });

  it.each(stays)('%s may finish after it has waited for the endpoints to forget it', (_name, pod) => {
    const [grace] = manifests.flatMap(({ data }) => data?.['SHUTDOWN_GRACE_MS'] ?? []);
    expect(Number(grace)).toBeGreaterThanOrEqual(5_000);
    expect((pod.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(Number(grace) + 15_000);
  });

  it('set only variables that the gateway knows', () => {
    const names = [
      ...manifests.flatMap(({ data }) => Object.keys(data ?? {})),
      ...pods.flatMap(([, { containers }]) => containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
    ];
    expect(names).toContain('METRICS_PORT');
    expect(unknownSettings(names)).toEqual([]);
  });
});

function selectorOf(spec: Manifest['spec']): Record<string, unknown> | undefined {
  const selector = spec?.selector ?? spec?.podSelector;
  return (selector?.['matchLabels'] as Record<string, unknown> | undefined) ?? selector;
}

/** Components whose pods have these labels. */
function podsWith(wanted: Labels): string[] {
  const labelled = manifests.flatMap(({ spec }) => (spec?.template?.metadata?.labels ? [spec.template.metadata.labels] : []));
  const found = labelled.filter((labels) => Object.entries(wanted).every(([key, value]) => labels[key] === value));
  return found.map((labels) => labels['app.kubernetes.io/component'] ?? '').sort();
}
