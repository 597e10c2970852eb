import { Intent, type Snowflake } from '@guildhall/protocol'
import type { Channel, SessionPresence, User } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { Work } from '../../kernel/work.ts'
import { presentSelf } from '../../resources/accounts/users/index.ts'
import { isThread, presentChannel } from '../../resources/guild/channels/index.ts'
import { guildScope } from './dispatch.ts'
import type { Session } from './session.ts'

/** A session whose world ended, and what its client knows of that world. */
export interface LeftSession {
  readonly session: Session
  readonly presence: SessionPresence | null
  readonly user: User
  /** Channels and threads by guild; empty for sessions that cannot continue in another world. */
  readonly guilds: ReadonlyMap<Snowflake, readonly Channel[]>
}

/** Returns what a client knows. Only bots continue. */
export function leftSession(
  session: Session,
  known: { presence: SessionPresence | null; viewerIn: (guildId: Snowflake) => Viewer | undefined },
): LeftSession {
  const guilds = new Map<Snowflake, readonly Channel[]>()
  if (session.kind === 'bot') {
    for (const guildId of session.guilds) {
      const viewer = known.viewerIn(guildId)
      guilds.set(guildId, viewer ? visibleChannels(viewer) : [])
    }
  }
  return { session, presence: known.presence, user: session.identity.user, guilds }
}

function visibleChannels(viewer: Viewer): Channel[] {
  return [...(viewer.view?.channels.values() ?? [])].filter((channel) => viewer.sees(channel.id))
}

/**
 * Tells the client of a bot that its world was replaced. Its guilds become unavailable, or end if the present world
 * does not have them; GUILD_CREATE follows. Channels and threads that are gone are deleted first, because libraries
 * keep them when a guild becomes available again.
 */
export async function sendReplacement(
  work: Work,
  { session, user, guilds }: LeftSession,
  guildIds: readonly Snowflake[],
): Promise<void> {
  const self = presentSelf(session.identity.user, { email: false, premium: false })
  if (JSON.stringify(self) !== JSON.stringify(presentSelf(user, { email: false, premium: false })))
    session.send('USER_UPDATE', self)
  if ((session.intents & Intent.GUILDS) === 0) return
  for (const [guildId, channels] of guilds) {
    const id = guildId.toString()
    if (!guildIds.includes(guildId)) {
      session.send('GUILD_DELETE', { id })
      continue
    }
    const view = await work.view(guildId)
    for (const channel of channels) if (!view?.channels.has(channel.id)) sendDeletion(session, channel, guildId)
    session.send('GUILD_DELETE', { id, unavailable: true })
  }
}

function sendDeletion(session: Session, channel: Channel, guildId: Snowflake): void {
  const scope = guildScope(guildId)
  if (!isThread(channel.type)) return session.send('CHANNEL_DELETE', presentChannel(channel), scope)
  const { id, parent_id, type, guild_id } = presentChannel(channel)
  session.send('THREAD_DELETE', { id, parent_id, type, guild_id }, scope)
}
