import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import { Viewer } from '../../kernel/viewer.ts'
import type { Session } from './session.ts'

/** The viewer that a session is; as `userId` 0 the viewer of all who see alike. */
export function viewerOf(
  session: Session,
  view: GuildView | null,
  userId: Snowflake,
  obfuscationForAll: () => boolean,
): Viewer {
  const { application } = session.identity
  return new Viewer({
    kind: session.kind,
    userId,
    applicationId: application?.id ?? null,
    intents: session.intents,
    capabilities: session.capabilities,
    view,
    roleIds: view?.member(session.userId)?.roles ?? [],
    obfuscationOptIn: application?.channel_obfuscation_opt_in ?? false,
    obfuscationForAll,
  })
}
