import type { TelemetryOptions } from './telemetry.ts'

type Variables = Readonly<Record<string, string | undefined>>

const METRICS_EVERY_MS = 60_000
const METRICS_EVERY_MIN_MS = 100
const PROTOCOL = 'http/protobuf'

/**
 * Reads the variables of OpenTelemetry that turn sending by OTLP on. Its libraries read the others by themselves, such
 * as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`. Returns null where nothing is sent, and the first
 * fault as text. An empty variable counts as absent.
 */
export function readTelemetry(env: Variables): TelemetryOptions | null | string {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT || null
  if (endpoint === null || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  if (!URL.canParse(endpoint) || !/^https?:\/\//i.test(endpoint))
    return 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://127.0.0.1:4318'
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL || PROTOCOL
  if (protocol !== PROTOCOL)
    return `OTEL_EXPORTER_OTLP_PROTOCOL must be ${PROTOCOL}, not ${JSON.stringify(protocol)}; collectors take it at port 4318`
  const sampled = shareOf(env)
  if (sampled === null) return 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'
  const metricsEveryMs = Number(env.OTEL_METRIC_EXPORT_INTERVAL || METRICS_EVERY_MS)
  if (!(metricsEveryMs >= METRICS_EVERY_MIN_MS))
    return `OTEL_METRIC_EXPORT_INTERVAL must be a number of milliseconds from ${METRICS_EVERY_MIN_MS} on`
  return { endpoint, sampled, metricsEveryMs }
}

/** Returns the share of traces that a sampler takes; null for a faulty one. */
function shareOf(env: Variables): number | null {
  const sampler = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  if (sampler.endsWith('always_off')) return 0
  if (!sampler.endsWith('traceidratio')) return 1
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  return share >= 0 && share <= 1 ? share : null
}
