import { Durations } from '../../kernel/metrics.ts'

/** One line of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Text of metrics in the format of Prometheus, version 0.0.4. */
export class Exposition {
  readonly #lines: string[] = []

  /** Adds a metric. A value that is not known is left out. */
  add(kind: 'counter' | 'gauge', name: string, help: string, samples: number | readonly Sample[] | null): void {
    if (samples === null) return
    const list = typeof samples === 'number' ? [{ value: samples }] : samples
    this.#head(kind, name, help)
    for (const { labels = {}, value } of list) this.#lines.push(`${name}${labelsOf(labels)} ${value}`)
  }

  /** Adds a histogram of durations in seconds. */
  durations(name: string, help: string, { counts, sumSeconds }: Durations): void {
    this.#head('histogram', name, help)
    let count = 0
    for (const [step, bound] of [...Durations.bounds, '+Inf'].entries()) {
      count += counts[step] ?? 0
      this.#lines.push(`${name}_bucket{le="${bound}"} ${count}`)
    }
    this.#lines.push(`${name}_sum ${sumSeconds}`, `${name}_count ${count}`)
  }

  #head(kind: string, name: string, help: string): void {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`)
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
