import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Metrics } from '../../runtime/metrics/metrics.js';
import { GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { CertificateGauges } from './certificate-gauges.js';
import type { ExpiringCertificate, PeerCertificates } from './peer-certificates.js';

const ENDS_AT = new Date('2031-02-03T04:05:06Z');

describe('the gauge of expiring certificates', () => {
  it('has the expiry in Unix time, for at most 20 services', async () => {
    const many = Array.from({ length: 30 }, (_, index): ExpiringCertificate => ({
      serviceId: `s${index}`,
      host: 'shop.example',
      endsAt: ENDS_AT,
    }));
    const certificates = { expiringFirst: (limit: number) => many.slice(0, limit) } as PeerCertificates;
    const metrics = new Metrics();
    const gauges = new GaugeCollector(metrics, pino({ level: 'silent' }));
    new CertificateGauges(gauges, certificates).onModuleInit();
    await gauges.read();
    const collected = await metrics.registry.getMetricsAsJSON();
    const gauge = collected.find(({ name }) => name === 'gateway_endpoint_certificate_expiry_timestamp_seconds');
    expect(gauge?.help).toMatch(/^When the certificate of a service's endpoint expires, in Unix time: the 20 that expire first/);
    expect(gauge?.values).toHaveLength(20);
    expect(gauge?.values[0]).toEqual({ labels: { service: 's0', host: 'shop.example' }, value: 1_927_857_906 });
    expect(await metrics.registry.getSingleMetricAsString('gateway_metrics_source_up')).toContain('{source="certificates"} 1');
  });
});
