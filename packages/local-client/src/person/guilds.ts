import { channelPermissions, DIRECT_PERMISSIONS, memberFacts } from '@guildhall/client/questions'
import type { ChannelObject, GuildObject, MemberObject, RoleObject, VoiceStateObject } from '@guildhall/protocol'
import type { HostGuild } from '../rpc/host.ts'

interface KnownGuild extends HostGuild {
  guild: HostGuild['guild'] & Pick<GuildObject, 'owner_id'>
  member?: MemberObject
  readonly channels: Map<string, ChannelObject>
  readonly voiceStates: Map<string, VoiceStateObject>
}

/** GUILD_CREATE, as far as it is read here. */
type NewGuild = GuildObject & {
  readonly unavailable?: boolean
  readonly channels?: readonly ChannelObject[]
  readonly threads?: readonly ChannelObject[]
  readonly members?: readonly MemberObject[]
  readonly voice_states?: readonly VoiceStateObject[]
}

/** Guilds, channels and voice states of the person, as the gateway describes them. */
export class KnownGuilds {
  readonly #guilds = new Map<string, KnownGuild>()
  readonly #direct = new Map<string, ChannelObject>()
  #userId = ''

  all(): Iterable<HostGuild> {
    return this.#guilds.values()
  }

  guild(id: string): HostGuild | undefined {
    return this.#guilds.get(id)
  }

  /** Returns a channel of a guild, or a DM. */
  channel(id: string): ChannelObject | undefined {
    const direct = this.#direct.get(id)
    if (direct) return direct
    for (const { channels } of this.#guilds.values()) {
      const channel = channels.get(id)
      if (channel) return channel
    }
    return undefined
  }

  /** Returns the person's permissions in a channel. In a DM they have all that the platform knows. */
  permissions(channelId: string): bigint {
    const channel = this.channel(channelId)
    const known = channel?.guild_id == null ? undefined : this.#guilds.get(channel.guild_id)
    if (!known || !channel) return channel ? DIRECT_PERMISSIONS : 0n
    const { guild, member, channels } = known
    const facts = { guild, roles: new Map(guild.roles.map((role) => [role.id, role])) }
    const place = { channel, parent: channels.get(channel.parent_id ?? '') }
    return channelPermissions(facts, memberFacts(this.#userId, member), place, Date.now())
  }

  /** Applies an event of the gateway. Other events change nothing. */
  apply(event: string, data: unknown): void {
    switch (event) {
      case 'READY':
        this.#guilds.clear()
        this.#direct.clear()
        this.#userId = (data as { user: { id: string } }).user.id
        for (const channel of (data as { private_channels: ChannelObject[] }).private_channels)
          this.#direct.set(channel.id, channel)
        return
      case 'GUILD_CREATE':
        return this.#add(data as NewGuild)
      case 'GUILD_UPDATE':
        return this.#update(data as GuildObject)
      case 'GUILD_DELETE':
        if ((data as { unavailable?: boolean }).unavailable !== true) this.#guilds.delete((data as { id: string }).id)
        return
      case 'GUILD_MEMBER_UPDATE':
        return this.#setMember(data as MemberObject & { guild_id: string })
      case 'GUILD_ROLE_CREATE':
      case 'GUILD_ROLE_UPDATE': {
        const { guild_id, role } = data as { guild_id: string; role: RoleObject }
        return this.#setRoles(guild_id, role.id, [role])
      }
      case 'GUILD_ROLE_DELETE': {
        const { guild_id, role_id } = data as { guild_id: string; role_id: string }
        return this.#setRoles(guild_id, role_id, [])
      }
      case 'CHANNEL_CREATE':
      case 'CHANNEL_UPDATE':
      case 'THREAD_CREATE':
      case 'THREAD_UPDATE':
        return this.#setChannel(data as ChannelObject)
      case 'CHANNEL_DELETE':
      case 'THREAD_DELETE':
        return this.#deleteChannel(data as ChannelObject)
      case 'VOICE_STATE_UPDATE':
        return this.#setVoiceState(data as VoiceStateObject)
    }
  }

  #add(guild: NewGuild): void {
    if (guild.unavailable === true) return
    const channels = [...(guild.channels ?? []), ...(guild.threads ?? [])]
    const member = guild.members?.find(({ user }) => user.id === this.#userId)
    this.#guilds.set(guild.id, {
      guild,
      ...(member ? { member } : {}),
      channels: new Map(channels.map((channel) => [channel.id, { ...channel, guild_id: guild.id }])),
      voiceStates: new Map(
        (guild.voice_states ?? []).map((state) => [state.user_id, { ...state, guild_id: guild.id }]),
      ),
    })
  }

  #update(guild: GuildObject): void {
    const known = this.#guilds.get(guild.id)
    if (known) known.guild = { ...known.guild, ...guild }
  }

  #setMember(member: MemberObject & { guild_id: string }): void {
    const known = this.#guilds.get(member.guild_id)
    if (known && member.user.id === this.#userId) known.member = { ...known.member, ...member }
  }

  /** Replaces a role by another version, or by none. */
  #setRoles(guildId: string, roleId: string, version: readonly RoleObject[]): void {
    const known = this.#guilds.get(guildId)
    if (!known) return
    const roles = [...known.guild.roles.filter(({ id }) => id !== roleId), ...version]
    known.guild = { ...known.guild, roles }
  }

  #setChannel(channel: ChannelObject): void {
    if (channel.guild_id == null) this.#direct.set(channel.id, channel)
    else this.#guilds.get(channel.guild_id)?.channels.set(channel.id, channel)
  }

  #deleteChannel({ id, guild_id }: ChannelObject): void {
    if (guild_id == null) this.#direct.delete(id)
    else this.#guilds.get(guild_id)?.channels.delete(id)
  }

  #setVoiceState(state: VoiceStateObject): void {
    const states = state.guild_id == null ? undefined : this.#guilds.get(state.guild_id)?.voiceStates
    if (state.channel_id === null) states?.delete(state.user_id)
    else states?.set(state.user_id, state)
  }
}
