import type { Event } from './event.ts'

/** Facts of a span. They come from lists of this program, or are ids: no text of users. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Part of a platform's work that a span is about, in the words of OpenTelemetry. */
type SpanKind = 'server' | 'client' | 'producer' | 'internal'

/** Ids of a span, with the names that they have in the log. */
export interface SpanIds {
  readonly trace_id: string
  readonly span_id: string
}

/** A part of a trace that has begun. */
export interface Span {
  readonly ids: SpanIds
  /** Runs a task inside of the span: what begins in it is below the span. */
  run<T>(task: () => T): T
  /** Ends the span. `failure` is the kind of error; null for none. */
  end(facts: Facts, failure: string | null): void
}

/** Traces of requests through units of work to dispatches and deliveries. There are none unless an operator asks. */
export interface Traces {
  /** Begins a span below the one that runs; without one it begins a trace. */
  begin(name: string, kind: SpanKind, facts: Facts): Span
  /** Returns the ids of the span that runs; null outside of all. */
  current(): SpanIds | null
  /** Notes the span that an event comes from. */
  emitted(event: Event): void
  /** Notes that an event was sent to sessions, with the wall-clock time of its publication. */
  dispatched(event: Event, publishedAt: number): void
}

/** Runs a task as a span; without traces it runs the task. */
export function asSpan<T>(
  traces: Traces | null,
  name: string,
  { kind, facts = {} }: { readonly kind: SpanKind; readonly facts?: Facts },
  task: () => Promise<T>,
): Promise<T> {
  if (traces === null) return task()
  const span = traces.begin(name, kind, facts)
  return span.run(task).then(
    (result) => {
      span.end({}, null)
      return result
    },
    (error: unknown) => {
      span.end({}, error instanceof Error ? error.name : 'Error')
      throw error
    },
  )
}
