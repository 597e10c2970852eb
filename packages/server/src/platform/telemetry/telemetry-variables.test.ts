import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTelemetry } from './telemetry-variables.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'

test('nothing is sent by OTLP without an endpoint, or where the SDK is disabled', () => {
  assert.equal(readTelemetry({}), null)
  assert.equal(readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), null)
  assert.equal(readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }), null)
})

test('variables of OpenTelemetry give the share of traces and the time between metrics', () => {
  const given = { endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, sampled: 1, metricsEveryMs: 60_000 }
  assert.deepEqual(readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT }), given)
  const ratio = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  assert.deepEqual(readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT, ...ratio, OTEL_METRIC_EXPORT_INTERVAL: '500' }), {
    ...given,
    sampled: 0.1,
    metricsEveryMs: 500,
  })
})

test('a faulty variable of OpenTelemetry is named', () => {
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_METRIC_EXPORT_INTERVAL', 'often'],
  ] as const) {
    const fault = readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })
    assert.ok(typeof fault === 'string' && fault.startsWith(`${name} must be `), name)
  }
  const faulty = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }
  assert.match(String(readTelemetry(faulty)), /^OTEL_TRACES_SAMPLER_ARG must be /)
})
