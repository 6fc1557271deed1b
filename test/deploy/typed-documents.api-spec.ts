import { describe, expect, it } from '@jest/globals';
import { readDeployed } from './support/deployed-files.js';
import { kubernetesManifests } from './support/kubernetes-manifests.js';
import { typeProblems } from './support/type-problems.js';

/** These checks have a suite of their own because the compiler is slow. kubernetes.spec.ts and dashboard.spec.ts check the content. */
describe('documents whose types are published', () => {
  it('the Kubernetes manifests have the fields that Kubernetes knows and needs, and no others', () => {
    const documents = kubernetesManifests().map((value) => ({
      module: `kubernetes-types/${value.apiVersion === 'v1' ? 'core/v1' : value.apiVersion.replace('.k8s.io/', '/')}`,
      type: value.kind,
      value,
    }));
    expect(documents.length).toBeGreaterThan(0);
    expect(typeProblems(documents)).toEqual([]);
  });

  it('the dashboard has the fields that Grafana knows and needs, and no others', () => {
    const value: unknown = JSON.parse(readDeployed('deploy/grafana/payment-gateway.json'));
    expect(typeProblems([{ module: '@grafana/schema', type: 'Dashboard', value }])).toEqual([]);
  });
});
