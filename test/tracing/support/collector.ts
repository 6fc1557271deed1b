import { Receiver } from '../../support/receiver.js';
import { until } from '../../support/until.js';

type AttributeValue = string | number | boolean | undefined;

export interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKindName;
  attributes: Record<string, AttributeValue>;
  failed: boolean;
  /** Ids of the linked spans. */
  links: string[];
  resource: Record<string, AttributeValue>;
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
type SpanKindName = (typeof KINDS)[number];
const STATUS_ERROR = 2;

/** The parts of OTLP in JSON that the tests read. */
interface Payload {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: RawSpan[] }[] }[];
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean };
}
interface RawSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
  links?: { spanId: string }[];
}

/** An OpenTelemetry collector on loopback that stores all received spans. */
export class Collector {
  private constructor(readonly receiver: Receiver) {}

  static async start(): Promise<Collector> {
    const receiver = await Receiver.start();
    receiver.setResponses({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
    return new Collector(receiver);
  }

  /** Settings with which a gateway process exports to this collector, without waiting long for a batch. */
  get settings(): NodeJS.ProcessEnv {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.receiver.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
  }

  /** The text of all received requests, including headers. */
  get everything(): string {
    return this.receiver.requests.map(({ path, headers, body }) => JSON.stringify([path, headers]) + body).join('\n');
  }

  spans(): ExportedSpan[] {
    return this.receiver.bodies<Payload>().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const resourceValues = valuesOf(resource.attributes);
        return scopeSpans.flatMap(({ spans }) => spans.map((span) => exportedSpan(span, resourceValues)));
      }),
    );
  }

  /** Waits until `count` matching spans have arrived. */
  async spansWhere(matches: (span: ExportedSpan) => boolean, count = 1): Promise<ExportedSpan[]> {
    const matching = (): ExportedSpan[] => this.spans().filter(matches);
    return until(matching, (spans) => spans.length >= count).catch((error: unknown) => {
      const exportedSpans = this.spans().map(({ traceId, name }) => `${traceId} ${name}`);
      throw new Error(`${String(error)}\nExported spans:\n${exportedSpans.join('\n')}`);
    });
  }

  /** Waits for the only matching span. @throws Error when several spans match. */
  async spanWhere(matches: (span: ExportedSpan) => boolean): Promise<ExportedSpan> {
    const [span, ...more] = await this.spansWhere(matches);
    if (!span || more.length > 0)
      throw new Error(`Expected one span, but several match: ${[span, ...more].map((each) => each?.name).join(', ')}`);
    return span;
  }

  close(): Promise<void> {
    return this.receiver.close();
  }
}

function exportedSpan(
  { traceId, spanId, parentSpanId, name, kind, attributes, status, links = [] }: RawSpan,
  resource: ExportedSpan['resource'],
) {
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    kind: KINDS[kind] ?? 'unspecified',
    attributes: valuesOf(attributes),
    failed: status.code === STATUS_ERROR,
    links: links.map((link) => link.spanId),
    resource,
  };
}

function valuesOf(attributes: Attribute[]): Record<string, AttributeValue> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );
}
