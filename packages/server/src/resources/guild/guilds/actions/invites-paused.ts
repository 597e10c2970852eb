import type { Guild } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { raidModeOf } from '../../../accounts/raid-mode/index.ts'
import { invitesPaused } from '../incident-rules.ts'

/** Returns whether a guild accepts no invites now: it has paused them, or raid mode has paused those of all guilds. */
export async function areInvitesPaused(work: Work, guild: Pick<Guild, 'features' | 'incidents'>): Promise<boolean> {
  return invitesPaused(guild, work.now) || (await raidModeOf(work)) !== null
}
