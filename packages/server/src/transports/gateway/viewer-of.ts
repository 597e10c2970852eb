import type { Instant } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import { Viewer } from '../../kernel/viewer.ts'
import type { Session } from './session.ts'

/** What every viewer asks of the platform date. */
export interface ViewerRules {
  readonly obfuscationForAll: () => boolean
  readonly now: () => Instant
}

/** The viewer that a session is in a guild; with `alike` the viewer of all who see alike, which is nobody by name. */
export function viewerOf(
  session: Session,
  view: GuildView | null,
  { obfuscationForAll, now }: ViewerRules,
  alike?: 'alike',
): Viewer {
  const { application } = session.identity
  return new Viewer({
    kind: session.kind,
    userId: alike ? 0n : session.userId,
    applicationId: alike ? null : (application?.id ?? null),
    intents: session.intents,
    capabilities: session.capabilities,
    view,
    roleIds: view?.member(session.userId)?.roles ?? [],
    obfuscationOptIn: application?.channel_obfuscation_opt_in ?? false,
    obfuscationForAll,
    member: () => (alike ? undefined : view?.member(session.userId)),
    now,
  })
}
