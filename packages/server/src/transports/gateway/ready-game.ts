import type { Application } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { presentApplicationBrief } from '../../resources/applications/index.ts'
import { presentSelfFor } from '../../resources/users/index.ts'
import type { Fields } from './encoding.ts'
import type { Session } from './session.ts'

/**
 * Returns the `d` of READY for a game: what the scopes of its token allow, and no guilds. Lists whose scope is missing
 * are empty.
 */
export async function gameReadyData(
  _work: Work,
  session: Session,
  options: { version: number; resumeUrl: string },
): Promise<Fields> {
  const { application, scopes } = session.identity
  return {
    v: options.version,
    user: presentSelfFor(session.identity),
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: options.resumeUrl,
    ...(application ? { application: gameApplication(application) } : {}),
    scopes: [...scopes].sort(),
    relationships: [],
    game_relationships: [],
    private_channels: [],
    presences: [],
    lobbies: [],
    users: [],
    user_application_profiles: {},
    feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
    _trace: [],
  }
}

/** Returns the application of READY, by which a game knows its name and publisher. */
function gameApplication(application: Application) {
  return {
    ...presentApplicationBrief(application),
    name: application.name,
    parent_id: application.parent_id?.toString() ?? null,
  }
}
