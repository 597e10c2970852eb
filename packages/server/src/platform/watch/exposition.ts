import { Durations } from '../../kernel/metrics.ts'

/** One line of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with its present values. */
export type Metric = { readonly name: string; readonly help: string } & (
  | { readonly kind: 'counter' | 'gauge'; readonly samples: readonly Sample[] }
  | { readonly kind: 'histogram'; readonly durations: Durations }
)

/** Metrics in the order in which they were added. */
export class Exposition {
  readonly metrics: Metric[] = []

  /** Adds a metric. A value that is not known is left out. */
  add(kind: 'counter' | 'gauge', name: string, help: string, samples: number | readonly Sample[] | null): void {
    if (samples === null) return
    this.metrics.push({ kind, name, help, samples: typeof samples === 'number' ? [{ value: samples }] : samples })
  }

  /** Adds a histogram of durations in seconds. */
  durations(name: string, help: string, durations: Durations): void {
    this.metrics.push({ kind: 'histogram', name, help, durations })
  }
}

/** Returns metrics as text in the format of Prometheus, version 0.0.4. */
export function textOf(metrics: readonly Metric[]): string {
  return `${metrics.flatMap(linesOf).join('\n')}\n`
}

function linesOf(metric: Metric): string[] {
  const { kind, name, help } = metric
  const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]
  if (kind === 'histogram') return [...head, ...stepsOf(name, metric.durations)]
  return [...head, ...metric.samples.map(({ labels = {}, value }) => `${name}${labelsOf(labels)} ${value}`)]
}

function stepsOf(name: string, { counts, sumSeconds }: Durations): string[] {
  let count = 0
  const steps = [...Durations.bounds, '+Inf'].map((bound, step) => {
    count += counts[step] ?? 0
    return `${name}_bucket{le="${bound}"} ${count}`
  })
  return [...steps, `${name}_sum ${sumSeconds}`, `${name}_count ${count}`]
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
