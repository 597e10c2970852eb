import type { GuildView } from '../../../kernel/guild-view.ts'
import { newActivity, type RecentActivity } from './matching/spam.ts'

/** Recent activity of each guild. It is dropped together with the guild view. */
const activities = new WeakMap<GuildView, RecentActivity>()

/** Returns the recent activity of a guild. Each node has that of all nodes, by events. */
export function activityOf(view: GuildView): RecentActivity {
  const known = activities.get(view)
  if (known) return known
  const activity = newActivity(view.guild.incidents?.raid_detected_at ?? null)
  activities.set(view, activity)
  return activity
}
