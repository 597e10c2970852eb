import type { Mailer } from './mailer.ts'
import type { Outgoing } from './outgoing.ts'
import { asSpan, type Traces } from './traces.ts'
import type { Units } from './units.ts'

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
