import { ApiError, ChannelType, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { findVanityUrl } from '../guilds/index.ts'
import type { StoredInvite } from './invite.ts'
import * as store from './store.ts'

/** The invite of a code, with its guild: one that somebody made, or the guild's vanity address. 10006 for none. */
export async function findInvite(work: Work, code: string): Promise<{ invite: StoredInvite; view: GuildView }> {
  const made = await store.find(work, code, work.now)
  if (made) {
    const view = await work.view(made.guild_id)
    if (view) return { invite: made, view }
  }
  const vanity = made ? undefined : await findVanityUrl(work, code)
  const view = vanity && (await work.view(vanity.guild_id))
  if (!vanity || !view?.guild.features.includes('VANITY_URL')) throw new ApiError('UNKNOWN_INVITE')
  return { invite: vanityInvite(view, code, vanity.uses), view }
}

function vanityInvite(view: GuildView, code: string, uses: number): StoredInvite {
  return {
    code: view.guild.vanity_url_code ?? code,
    guild_id: view.id,
    channel_id: entranceOf(view),
    inviter_id: null,
    uses,
    max_uses: 0,
    max_age: 0,
    temporary: 0,
    created_at: 0,
    expires_at: null,
    target_type: null,
    target_user_id: null,
    target_application_id: null,
    role_ids: [],
    vanity: true,
  }
}

/** Where people arrive who were invited to no channel: the rules, or where they are announced, or the first channel. */
function entranceOf(view: GuildView): Snowflake {
  const { rules_channel_id, system_channel_id } = view.guild
  const named = rules_channel_id ?? system_channel_id
  if (named !== null) return named
  const channels = [...view.channels.values()].filter(({ type }) => type === ChannelType.GUILD_TEXT)
  return channels.sort((a, b) => a.position - b.position)[0]?.id ?? 0n
}
