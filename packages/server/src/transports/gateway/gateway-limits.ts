import type { Changes } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { NodeQuestions } from '../../kernel/node-questions.ts'
import type { Units } from '../../kernel/units.ts'
import { MemoryUses } from '../../kernel/uses.ts'
import { GamePlaces } from './game-places.ts'
import { GameSessions, type GameSessionsParts } from './game-sessions.ts'
import { IdentifyLimits } from './identify-limits.ts'
import { MemberRequests } from './member-requests.ts'
import { SharedUses } from './shared-uses.ts'

type GatewayLimitsParts = Omit<GameSessionsParts, 'uses' | 'places'> & {
  readonly units: Units
  readonly clock: Clock
  readonly changes: Changes
  readonly log: Logger
  readonly questions: NodeQuestions | null
}

/** Returns the parts of a gateway that have limits of whole bots and players. Several nodes count in rows. */
export function gatewayLimits(parts: GatewayLimitsParts, node: NodeLife | null) {
  const uses = node === null ? new MemoryUses(parts.clock) : new SharedUses(parts)
  const places = node && new GamePlaces(parts, node)
  return {
    memberRequests: new MemberRequests({ ...parts, uses }),
    identifyLimits: new IdentifyLimits(uses, parts.rateLimits),
    gameSessions: new GameSessions({ ...parts, uses, places }),
  }
}
