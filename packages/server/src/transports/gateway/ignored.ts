import type { Logger } from 'pino'
import type { Session } from './session.ts'

/** Logs a command that the protocol ignores without a response, so that a developer can see the reason. */
export function logIgnored(
  log: Logger,
  op: number,
  session: Session,
  reason: string,
  ids: Record<string, bigint> = {},
): void {
  if (!log.isLevelEnabled('info')) return
  const named = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toString()]))
  log.info(
    { op, session: session.id.slice(0, 8), user: session.userId.toString(), reason, ...named },
    'gateway command ignored',
  )
}
