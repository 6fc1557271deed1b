import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** Explains why no route matches a method and a path. The text contains paths of the document and nothing of the request. */
export function routeHint(document: OpenAPIObject, method: string, path: string): string {
  const requestedPath = path.replace(/\/$/, '');
  const matching = operationsOf(document).filter((operation) => patternOf(operation.path).test(requestedPath));
  const [first] = matching;
  if (!first) return 'No endpoint has this path. All that there are stand in the reference, /docs/reference.';
  if (matching.some((operation) => operation.method === method)) return `The path ${first.path} has an id that is not known.`;
  return `The path ${first.path} takes ${matching.map((operation) => operation.method).join(' and ')}, not ${method}.`;
}

const patternOf = (template: string): RegExp => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i');
