import type { Logger } from 'pino'
import type { Traces } from '../../kernel/traces.ts'
import type { Metric } from '../watch/exposition.ts'

/** Collector of a platform's traces, metrics and log. The libraries of OpenTelemetry read the rest from variables. */
export interface TelemetryOptions {
  /** Address of the collector, such as `http://127.0.0.1:4318`. */
  readonly endpoint: string
  /** Share of the traces that is sent, from 0 to 1. */
  readonly sampled: number
  /** Time between two sendings of metrics. */
  readonly metricsEveryMs: number
}

/** Sender of traces, metrics and the log to a collector. */
export interface Telemetry {
  readonly traces: Traces
  /** Receives each line of the log. */
  readonly logLines: { write(line: string): void }
  /** Tells a log when the collector does not take what is sent. */
  reportTo(log: Logger): void
  /** Sends metrics from now on. */
  watch(read: () => Promise<readonly Metric[]>): void
  /** Sends what waits. */
  close(): Promise<void>
}
