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
const deployments = pods.filter(([name]) => name.startsWith('Deployment'));

/** typed-documents.api-spec.ts checks that Kubernetes knows the fields of the manifests. */
describe('the Kubernetes manifests', () => {
  it('run an api, a worker and the migration', () =>
    expect(pods.map(([name]) => name).sort()).toEqual(['Deployment api', 'Deployment worker', 'Job migrate']));

  it.each(pods)('%s runs unprivileged and with limited resources', (_name, pod) => {
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

  it.each(deployments)('%s has health probes on a port that it declares', (_name, { containers }) => {
    for (const { startupProbe, livenessProbe, readinessProbe, ports = [] } of containers) {
      const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
      expect(probes.map((get) => get?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
      for (const get of probes) expect(ports.map(({ name }) => name)).toContain(get?.port);
    }
  });

  it('select the intended pods', () => {
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

  it('let Prometheus find all pods of api and worker, ready or not', () => {
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

  it('accept API requests only from the ingress controller, and trust only an example address as a proxy', () => {
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy')?.spec as unknown as NetworkPolicySpec;
    expect(policy.policyTypes).toEqual(['Ingress']);
    const allowed = (policy.ingress ?? []).map(({ from = [], ports = [] }) => [from, ports.map(({ port }) => port)]);
    const inNamespace = (name: string) => [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }];
    expect(allowed).toEqual([
      [inNamespace('ingress-nginx'), ['http']],
      [inNamespace('monitoring'), ['metrics']],
    ]);
    // An example address of RFC 5737. With a range of the cluster every pod could forge the address of a client.
    expect(manifests.flatMap(({ data }) => data?.['TRUST_PROXY'] ?? [])).toEqual(['192.0.2.10']);
  });

  it('give the secret of the schema owner only to the migration', () => {
    const secretsOf = ({ containers }: PodSpec) =>
      containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []));
    const secretsOfPods = Object.fromEntries(pods.map(([name, pod]) => [name, secretsOf(pod)]));
    expect(secretsOfPods).toEqual({
      'Deployment api': ['payment-gateway'],
      'Deployment worker': ['payment-gateway'],
      'Job migrate': ['payment-gateway', 'payment-gateway-owner'],
    });
    // A comment of the manifest has the commands that create the secrets.
    const [, first = '', second = ''] = readDeployed('deploy/kubernetes/gateway.yaml').split(/kubectl create secret generic /);
    expect(first).toMatch(/^payment-gateway \\/);
    expect(first).not.toContain('OWNER');
    expect(second).toMatch(/^payment-gateway-owner \\\n.*DATABASE_OWNER_URL/);
  });

  it.each(deployments)('%s has more than 15 seconds to finish after its shutdown grace period', (_name, pod) => {
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
function podsWith(selector: Labels): string[] {
  const labelled = manifests.flatMap(({ spec }) => (spec?.template?.metadata?.labels ? [spec.template.metadata.labels] : []));
  const matching = labelled.filter((labels) => Object.entries(selector).every(([key, value]) => labels[key] === value));
  return matching.map((labels) => labels['app.kubernetes.io/component'] ?? '').sort();
}
