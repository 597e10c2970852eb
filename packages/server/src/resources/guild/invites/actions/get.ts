import { ApiError, ChannelType, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findVanityUrl } from '../../guilds/index.ts'
import { type StoredInvite, vanityInvite } from '../model.ts'
import * as store from '../store.ts'

/** Returns the invite or vanity URL of a code, with its guild. Throws UNKNOWN_INVITE (10006). */
export async function getInvite(work: Work, code: string): Promise<{ invite: StoredInvite; view: GuildView }> {
  const invite = await store.findInvite(work, code, work.now)
  if (invite) {
    const view = await work.view(invite.guild_id)
    if (view) return { invite, view }
  }
  const vanity = invite ? undefined : await findVanityUrl(work, code)
  const view = vanity && (await work.view(vanity.guild_id))
  if (!vanity || !view?.guild.features.includes('VANITY_URL')) throw new ApiError('UNKNOWN_INVITE')
  return { invite: vanityInvite(view, entranceOf(view), code, vanity.uses), view }
}

/** Returns the channel of a vanity URL: the rules channel, the system channel, or else the first text channel. */
function entranceOf(view: GuildView): Snowflake {
  const { rules_channel_id, system_channel_id } = view.guild
  const configured = rules_channel_id ?? system_channel_id
  if (configured !== null) return configured
  const channels = [...view.channels.values()].filter(({ type }) => type === ChannelType.GUILD_TEXT)
  return channels.sort((a, b) => a.position - b.position)[0]?.id ?? 0n
}
