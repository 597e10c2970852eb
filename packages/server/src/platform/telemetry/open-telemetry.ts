import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { HrTime } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { VERSION } from '../package-folder.ts'
import type { Metric } from '../watch/exposition.ts'
import { logRecords } from './log-records.ts'
import { metricData } from './metric-data.ts'
import { tracesOf } from './spans.ts'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

const NAME = 'guildhall'
/** Longest wait for a collector at the end of the process. */
const CLOSE_MAX_MS = 5_000

/** An exporter, as far as its results are watched. */
interface Exporter<Items> {
  export(items: Items, done: (result: { readonly code: number; readonly error?: Error }) => void): void
}

/** Opens what sends to a collector. This module loads the SDK of OpenTelemetry. */
export function openTelemetry({ endpoint, sampled, metricsEveryMs }: TelemetryOptions): Telemetry {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({ 'service.name': NAME, 'service.version': VERSION, 'service.instance.id': randomUUID() }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const reports = new Reports()
  const at = (signal: string) => ({ url: `${endpoint.replace(/\/$/, '')}/v1/${signal}` })
  const spans = new BatchSpanProcessor({ exporter: reports.of('traces', new OTLPTraceExporter(at('traces'))) })
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) })
  const tracers = new TracerProvider({ resource, sampler, spanProcessors: [spans] })
  const lines = new BatchLogRecordProcessor({ exporter: reports.of('logs', new OTLPLogExporter(at('logs'))) })
  const loggers = new LoggerProvider({ resource, processors: [lines] })
  let meters: MeterProvider | null = null
  return {
    traces: tracesOf(tracers.getTracer(NAME, VERSION)),
    logLines: logRecords(loggers.getLogger(NAME, VERSION)),
    reportTo: (log) => reports.to(log),
    watch(read) {
      const exporter = reports.of('metrics', new OTLPMetricExporter(at('metrics')))
      const reader = new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: metricsEveryMs,
        exportTimeoutMillis: Math.min(metricsEveryMs, CLOSE_MAX_MS),
        metricProducers: [producerOf(read)],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    async close() {
      const ended = Promise.allSettled([meters?.shutdown(), tracers.shutdown(), loggers.shutdown()])
      await Promise.race([ended, pause(CLOSE_MAX_MS, undefined, { ref: false })])
    },
  }
}

function producerOf(read: () => Promise<readonly Metric[]>) {
  const startedAt = timeOf(performance.timeOrigin)
  return {
    async collect() {
      const metrics = metricData(await read(), startedAt, timeOf(Date.now()))
      const scopeMetrics = [{ scope: { name: NAME, version: VERSION }, metrics }]
      return { resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics }, errors: [] }
    },
  }
}

function timeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)]
}

/** Tells the log when a signal is not taken, and when it is taken again. */
class Reports {
  readonly #failing = new Set<string>()
  #log: Logger | null = null

  to(log: Logger): void {
    this.#log = log
  }

  /** Returns an exporter whose results are watched. */
  of<Items, E extends Exporter<Items>>(signal: string, exporter: E & Exporter<Items>): E {
    const send = exporter.export.bind(exporter)
    exporter.export = (items, done) =>
      send(items, (result) => {
        this.#note(signal, result.code === 0 ? null : (result.error ?? new Error('not taken')))
        done(result)
      })
    return exporter
  }

  #note(signal: string, error: Error | null): void {
    const failed = this.#failing.has(signal)
    if (error === null && failed) {
      this.#failing.delete(signal)
      this.#log?.warn(`the collector takes ${signal} again`)
    } else if (error !== null && !failed) {
      this.#failing.add(signal)
      this.#log?.warn({ reason: error.message }, `the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take ${signal}`)
    }
  }
}
