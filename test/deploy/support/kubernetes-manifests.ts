import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1.js';
import { parseAllDocuments } from 'yaml';
import { readDeployed, ROOT } from './deployed-files.js';

export interface Manifest {
  apiVersion: string;
  kind: string;
  data?: Record<string, string>;
  metadata: { name: string };
  spec?: { selector?: Record<string, unknown>; podSelector?: Record<string, unknown>; template?: PodTemplateSpec };
}

/** All manifests in deploy/kubernetes. @throws if one is not valid YAML. */
export function kubernetesManifests(): Manifest[] {
  return readdirSync(join(ROOT, 'deploy/kubernetes')).flatMap((file) =>
    parseAllDocuments(readDeployed(`deploy/kubernetes/${file}`)).map((document) => {
      const [problem] = [...document.errors, ...document.warnings];
      if (problem) throw new Error(`deploy/kubernetes/${file}: ${problem.message}`);
      return document.toJS() as Manifest;
    }),
  );
}
