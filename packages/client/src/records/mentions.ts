import type { ClientState, ShownMessage } from './state.ts'

/** Returns whether a message in a guild mentions the person: by name, by a role, or as everyone. */
export function mentionsPerson({ self, guilds, channels }: ClientState, message: ShownMessage): boolean {
  if (!self) return false
  if (message.mention_everyone || message.mentions.some(({ id }) => id === self.id)) return true
  const guild = guilds.get(channels.get(message.channel_id)?.guild_id ?? '')
  const roles = guild?.members.get(self.id)?.roles ?? []
  return message.mention_roles.some((role) => roles.includes(role))
}
