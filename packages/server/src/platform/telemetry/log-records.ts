import { type Logger, ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from '@opentelemetry/api'

/** Levels of the log, as OpenTelemetry counts them. */
const SEVERITIES: Readonly<Record<number, { severityNumber: SeverityNumber; severityText: string }>> = {
  10: { severityNumber: SeverityNumber.TRACE, severityText: 'TRACE' },
  20: { severityNumber: SeverityNumber.DEBUG, severityText: 'DEBUG' },
  30: { severityNumber: SeverityNumber.INFO, severityText: 'INFO' },
  40: { severityNumber: SeverityNumber.WARN, severityText: 'WARN' },
  50: { severityNumber: SeverityNumber.ERROR, severityText: 'ERROR' },
  60: { severityNumber: SeverityNumber.FATAL, severityText: 'FATAL' },
}

/** Returns a stream that hands each line of the log to a logger of OpenTelemetry. */
export function logRecords(logger: Logger): { write(line: string): void } {
  return {
    write(line) {
      const { level, time, msg, pid: _pid, hostname: _host, trace_id, span_id, ...rest } = JSON.parse(line)
      const isInSpan = typeof trace_id === 'string' && typeof span_id === 'string'
      logger.emit({
        timestamp: time,
        ...SEVERITIES[level],
        body: msg ?? '',
        attributes: rest,
        context: isInSpan
          ? trace.setSpanContext(ROOT_CONTEXT, { traceId: trace_id, spanId: span_id, traceFlags: TraceFlags.SAMPLED })
          : ROOT_CONTEXT,
      })
    },
  }
}
