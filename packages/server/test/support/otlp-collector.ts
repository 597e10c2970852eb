import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The published definitions of OTLP, compiled by its project. */
const { opentelemetry } = createRequire(import.meta.url)('otlp-definitions/build/src/generated/root.js') as {
  opentelemetry: { proto: { collector: Record<string, { v1: Record<string, Decoder> }> } }
}

interface Decoder {
  decode(bytes: Uint8Array): object
  toObject(message: object, options: { bytes: StringConstructor; longs: NumberConstructor }): never
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean }
}

/** A span, with ids in base64. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes?: readonly Attribute[]
}

interface ReceivedMetric {
  readonly name: string
  readonly gauge?: { readonly dataPoints?: readonly Point[] }
  readonly sum?: { readonly dataPoints?: readonly Point[]; readonly isMonotonic: boolean }
  readonly histogram?: { readonly dataPoints?: readonly { readonly bucketCounts: number[]; readonly count: number }[] }
}

interface Point {
  readonly asDouble: number
  readonly attributes?: readonly Attribute[]
}

interface ReceivedLog {
  readonly body?: { readonly stringValue?: string }
  readonly traceId?: string
  readonly attributes?: readonly Attribute[]
}

interface Batch {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: ReceivedSpan[] }[] }[]
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: ReceivedMetric[] }[] }[]
  readonly resourceLogs?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeLogs: readonly { readonly logRecords: ReceivedLog[] }[]
  }[]
}

/** Requests that a collector takes: message and service of each path. */
const SERVICES: Readonly<Record<string, readonly [string, string]>> = {
  '/v1/traces': ['trace', 'ExportTraceServiceRequest'],
  '/v1/metrics': ['metrics', 'ExportMetricsServiceRequest'],
  '/v1/logs': ['logs', 'ExportLogsServiceRequest'],
}

/** A collector that keeps what it receives by OTLP over HTTP. */
export class OtlpCollector implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = []
  readonly logs: ReceivedLog[] = []
  readonly resource = new Map<string, string | undefined>()
  readonly headers: IncomingHttpHeaders[] = []
  /** The metrics that came last. */
  metrics: readonly ReceivedMetric[] = []
  readonly #server = createServer(async (request, response) => {
    const [kind = '', message = ''] = SERVICES[request.url ?? ''] ?? []
    const decoder = opentelemetry.proto.collector[kind]?.v1[message]
    const bytes = await buffer(request)
    this.headers.push(request.headers)
    if (decoder) this.#take(decoder.toObject(decoder.decode(bytes), { bytes: String, longs: Number }))
    response.writeHead(decoder ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end()
  })

  static async open(): Promise<OtlpCollector> {
    const collector = new OtlpCollector()
    await once(collector.#server.listen(0, '127.0.0.1'), 'listening')
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #take({ resourceSpans = [], resourceMetrics = [], resourceLogs = [] }: Batch): void {
    this.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
    if (metrics.length > 0) this.metrics = metrics
    this.logs.push(...resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)))
    for (const { key, value } of resourceLogs.flatMap(({ resource }) => resource.attributes))
      this.resource.set(key, value.stringValue)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
