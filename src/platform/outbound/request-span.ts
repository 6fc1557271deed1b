import { type Attributes, SpanKind } from '@opentelemetry/api';
import { parseUrl } from '../../common/parse-url.js';
import { inChildSpan, markFailed } from '../../runtime/tracing/spans.js';
import { currentTracer } from '../../runtime/tracing/tracer.js';
import type { OutboundResponse } from './outbound-message.js';

/** Sends the request in a span. The span has only host and port of the URL, because the partner's path and query may contain a key. */
export function inRequestSpan(url: string, send: () => Promise<OutboundResponse>): Promise<OutboundResponse> {
  if (!currentTracer()) return send();
  return inChildSpan(
    'POST',
    { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'POST', ...hostAttributes(url) } },
    async (span) => {
      const response = await send();
      if (response.httpStatus !== null) span.setAttribute('http.response.status_code', response.httpStatus);
      if (response.errorCode !== null) markFailed(span, response.errorCode);
      else if (response.httpStatus !== null && response.httpStatus >= 400) markFailed(span, String(response.httpStatus));
      return response;
    },
  );
}

function hostAttributes(url: string): Attributes {
  const parsed = parseUrl(url);
  if (!parsed) return {};
  const { protocol, hostname, port } = parsed;
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) };
}
