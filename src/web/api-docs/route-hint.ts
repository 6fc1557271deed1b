import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** What is wrong with a method and a path that lead nowhere. It names paths of the document and repeats nothing of the request. */
export function routeHint(document: OpenAPIObject, method: string, path: string): string {
  const asked = path.replace(/\/$/, '');
  const here = operationsOf(document).filter((operation) => patternOf(operation.path).test(asked));
  const [first] = here;
  if (!first) return 'No endpoint has this path. All that there are stand in the reference, /docs/reference.';
  if (here.some((operation) => operation.method === method)) return `The path ${first.path} has an id that is not known.`;
  return `The path ${first.path} takes ${here.map((operation) => operation.method).join(' and ')}, not ${method}.`;
}

const patternOf = (template: string): RegExp => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i');
