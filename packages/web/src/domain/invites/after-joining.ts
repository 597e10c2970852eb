import type { Client } from '../../gateway/client.ts'

/** Guild of an invite. */
interface JoinedGuild {
  readonly id: string
  readonly features?: readonly string[]
}

/** Returns whether a guild that the person has just joined has something to welcome them with. */
export async function welcomes(client: Client, { id, features = [] }: JoinedGuild): Promise<boolean> {
  if (features.includes('WELCOME_SCREEN_ENABLED')) return true
  const { enabled } = await client.api.call('get_guilds_onboarding', { params: { guild_id: id } })
  return enabled
}
