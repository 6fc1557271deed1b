import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/** Every PromQL expression in a rules file or a dashboard (JSON is YAML as well). */
export function expressionsOf(text: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'expr' && typeof inner === 'string') found.push(inner);
      else walk(inner);
    }
  };
  walk(parse(text));
  return found;
}

/** Names of the metrics an expression reads, by Prometheus' own grammar. */
export function metricsNamed(expression: string): string[] {
  const names: string[] = [];
  const text = expression.replaceAll('$__rate_interval', '5m'); // what Grafana puts in
  parser.parse(text).iterate({
    enter: ({ type, node, from, to }) => {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(text.slice(from, to));
    },
  });
  return names;
}
