import { type HrTime, ValueType } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import { Durations } from '../../kernel/metrics.ts'
import type { Metric } from '../watch/exposition.ts'

/** Returns metrics in the form of OpenTelemetry, with the names and labels that they have as text. */
export function metricData(metrics: readonly Metric[], startTime: HrTime, endTime: HrTime): MetricData[] {
  return metrics.map((metric): MetricData => {
    const { kind, name, help } = metric
    const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE }
    const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
    const times = { startTime, endTime }
    if (kind === 'histogram') {
      const { counts, sumSeconds } = metric.durations
      const buckets = { boundaries: [...Durations.bounds], counts: [...counts] }
      const count = buckets.counts.reduce((sum, next) => sum + next, 0)
      const value = { buckets, sum: sumSeconds, count }
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: [{ ...times, attributes: {}, value }] }
    }
    const dataPoints = metric.samples.map(({ labels = {}, value }) => ({ ...times, attributes: labels, value }))
    if (kind === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
    return { ...base, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
  })
}
