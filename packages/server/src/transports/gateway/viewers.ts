import type { Changes, Instant } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import { Viewer } from '../../kernel/viewer.ts'
import type { Session } from './session.ts'

/** The platform date and its dated changes, on which visibility depends besides the guild. */
export interface ViewerRules {
  readonly obfuscationForAll: () => boolean
  readonly now: () => Instant
}

/** Returns the rules of a platform. */
export function viewerRulesOf({ changes, clock }: { changes: Changes; clock: Clock }): ViewerRules {
  return {
    obfuscationForAll: () => changes.inEffect('channel_obfuscation_for_all', clock.now()),
    now: () => clock.now(),
  }
}

/** Returns the viewer that represents one session, in a guild or (with null) for events of its user. */
export function viewerOf(session: Session, view: GuildView | null, rules: ViewerRules): Viewer {
  return new Viewer(optionsOfViewer(session, view, rules))
}

/** Returns what makes the viewer of one session. */
export function optionsOfViewer(
  session: Session,
  view: GuildView | null,
  rules: ViewerRules,
): ConstructorParameters<typeof Viewer>[0] {
  return {
    ...shared(session, view, rules),
    userId: session.userId,
    applicationId: session.identity.application?.id ?? null,
    sessionId: session.id,
    member: () => view?.member(session.userId),
  }
}

/** Returns the viewer that represents a whole group of sessions. It has no user, so no rule can single one out. */
export function groupViewerOf(session: Session, view: GuildView, rules: ViewerRules): Viewer {
  return new Viewer({
    ...shared(session, view, rules),
    userId: 0n,
    applicationId: null,
    member: () => undefined,
  })
}

/** Returns the viewer that represents sessions of a game with equal intents and scopes, in a lobby of the game. */
export function lobbyViewerOf(session: Session, rules: ViewerRules): Viewer {
  return new Viewer({
    ...shared(session, null, rules),
    userId: 0n,
    applicationId: session.identity.application?.id ?? null,
    member: () => undefined,
  })
}

function shared(session: Session, view: GuildView | null, { obfuscationForAll, now }: ViewerRules) {
  return {
    kind: session.kind,
    scopes: session.identity.scopes,
    intents: session.intents,
    capabilities: session.capabilities,
    view,
    roleIds: view?.member(session.userId)?.roles ?? [],
    obfuscationOptIn: session.identity.application?.channel_obfuscation_opt_in ?? false,
    obfuscationForAll,
    now,
  }
}

/** Returns whether a viewer has one of the intents. People's sessions need none; neither do events without intents. */
export function hasIntents(viewer: Pick<Viewer, 'kind' | 'intents'>, intents: number): boolean {
  return viewer.kind === 'person' || intents === 0 || (viewer.intents & intents) !== 0
}
