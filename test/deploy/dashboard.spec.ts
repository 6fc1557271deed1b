import { describe, expect, it } from '@jest/globals';
import type { Dashboard } from '@grafana/schema';
import { readDeployed } from './support/deployed-files.js';

interface Panel {
  id: number;
  title: string;
  datasource: unknown;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit: string } };
  targets: { refId: string; datasource: unknown; expr: string; legendFormat: string }[];
}

const UNITS = ['reqps', 'ops', 's', 'bytes', 'short'];
const VARIABLE = { type: 'prometheus', uid: '${datasource}' };
const GRID_WIDTH = 24;

/** prometheus.services-spec.ts checks that each expression has data, typed-documents.api-spec.ts that Grafana knows the fields. */
describe('the dashboard', () => {
  const dashboard = JSON.parse(readDeployed('deploy/grafana/payment-gateway.json')) as Omit<Dashboard, 'panels'> & { panels: Panel[] };
  const panels = dashboard.panels.map((panel) => [panel.title, panel] as const);

  it('has a variable for the Prometheus server', () =>
    expect(dashboard.templating?.list).toMatchObject([{ name: 'datasource', type: 'datasource', query: 'prometheus' }]));

  it('has panels with unique ids and titles that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => (y + Math.floor(cell / w)) * GRID_WIDTH + x + (cell % w)),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(GRID_WIDTH);
  });

  it.each(panels)('%s queries the chosen Prometheus and has a unit', (_title, { datasource, fieldConfig, targets }) => {
    expect(UNITS).toContain(fieldConfig.defaults.unit);
    expect(targets.length).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const source of [datasource, ...targets.map((target) => target.datasource)]) expect(source).toEqual(VARIABLE);
    for (const { legendFormat } of targets) expect(legendFormat).not.toBe('');
  });
});
