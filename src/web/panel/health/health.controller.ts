import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ConnectorMetrics } from '../../../connectors/metrics/connector-metrics.js';
import { StoredVerifications } from '../../../platform/ledger/verification/stored-verifications.js';
import { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import type { PanelRequest } from '../shell/panel-request.js';
import { formatDuration, formatGauges, HEALTH_GAUGES } from './health-gauges.js';

const MAX_VERIFICATIONS = 10;

/** For staff: results of the ledger checks, waiting work, and the response times and errors of operators and acquirers. */
@Controller('health')
export class HealthScreenController {
  constructor(
    private readonly verifications: StoredVerifications,
    private readonly gauges: GaugeCollector,
    private readonly connectorMetrics: ConnectorMetrics,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.health')
  async show(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const verifications = await this.verifications.latest(MAX_VERIFICATIONS);
    const values = await this.gauges.readGauges(['restored', ...HEALTH_GAUGES.map(({ gauge }) => gauge)]);
    const { since, connectors } = this.connectorMetrics.summary();
    this.page.show(request, response, (t) => ({
      template: 'health/templates/health',
      title: t.screens.health,
      data: {
        isRestored: values.get('restored')?.some(({ value }) => value > 0) ?? false,
        verifications: verifications.map(({ tookMs, ...verification }) => ({ ...verification, took: formatDuration(tookMs / 1000) })),
        gauges: formatGauges(values, t),
        since,
        connectors: connectors.map((connector) => ({ ...connector, kindName: t.health.kinds[connector.kind] })),
      },
    }));
  }
}
