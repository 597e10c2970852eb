import type { Event } from './event.ts'
import type { Mailer } from './mailer.ts'
import type { Outgoing } from './outgoing.ts'
import type { Units } from './units.ts'

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

/** Returns units of work of which each one is a span. */
export function tracedUnits(units: Units, traces: Traces): Units {
  const work = (writes: boolean) => ({ kind: 'internal', facts: { 'guildhall.writes': writes } }) as const
  return {
    write: (actor, run, holds) => asSpan(traces, 'unit of work', work(true), () => units.write(actor, run, holds)),
    read: (actor, run) => asSpan(traces, 'unit of work', work(false), () => units.read(actor, run)),
  }
}

/** Returns requests to servers of applications of which each one is a span. */
export function tracedOutgoing(outgoing: Outgoing, traces: Traces | null): Outgoing {
  if (traces === null) return outgoing
  return {
    ...outgoing,
    post(post, take) {
      const { kind, applicationId } = post.purpose
      const facts = { 'guildhall.application_id': String(applicationId) }
      return asSpan(traces, `deliver ${kind}`, { kind: 'client', facts }, () => outgoing.post(post, take))
    },
  }
}

/** Returns a mailer of which each mail is a span. */
export function tracedMailer(mailer: Mailer, traces: Traces | null): Mailer {
  if (traces === null) return mailer
  return { send: (mail, url) => asSpan(traces, 'deliver mail', { kind: 'client' }, () => mailer.send(mail, url)) }
}
