import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Event } from '../../kernel/event.ts'
import type { Span, Traces } from '../../kernel/traces.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
} as const

const idsOf = ({ traceId, spanId }: SpanContext) => ({ trace_id: traceId, span_id: spanId })

/** Returns traces whose spans a tracer of OpenTelemetry receives. */
export function tracesOf(tracer: Tracer): Traces {
  const running = new AsyncLocalStorage<OtelSpan>()
  // An event is sent after its unit of work, often in the commit of another one.
  const sources = new WeakMap<Event, SpanContext>()
  const below = (parent: SpanContext | undefined) => parent && trace.setSpanContext(ROOT_CONTEXT, parent)
  return {
    begin(name, kind, facts): Span {
      const parent = below(running.getStore()?.spanContext())
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent ?? ROOT_CONTEXT)
      return {
        ids: idsOf(span.spanContext()),
        run: (task) => running.run(span, task),
        end(facts, failure) {
          span.setAttributes(facts)
          if (failure !== null) {
            span.setAttribute('error.type', failure)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
    current() {
      const context = running.getStore()?.spanContext()
      return context === undefined ? null : idsOf(context)
    },
    emitted(event) {
      const context = running.getStore()?.spanContext()
      if (context !== undefined) sources.set(event, context)
    },
    dispatched(event, publishedAt) {
      const context = sources.get(event)
      if (context === undefined || event.type.name === '') return
      const attributes = { 'guildhall.event': event.type.name }
      const options = { kind: SpanKind.PRODUCER, attributes, startTime: publishedAt }
      tracer.startSpan('dispatch', options, below(context)).end()
    },
  }
}
