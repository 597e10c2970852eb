import type {
  ActionRowObject,
  AuditLogEntryObject,
  AutoModerationActionObject,
  AutoModerationRuleObject,
  ChannelObject,
  CommandChoiceObject,
  CommandPermissionsObject,
  CurrentUserObject,
  EmojiObject,
  FriendSuggestionObject,
  GameDirectMessageObject,
  GameRelationshipObject,
  GuildObject,
  IntegrationObject,
  InteractionObject,
  LabelObject,
  LobbyMemberObject,
  LobbyMessageObject,
  MemberObject,
  MessageEventObject,
  PartialEmojiObject,
  PresenceObject,
  PublicApplicationObject,
  ReadStateObject,
  RelationshipObject,
  RoleObject,
  ScheduledEventExceptionObject,
  ScheduledEventObject,
  SoundboardSoundObject,
  StageInstanceObject,
  StickerObject,
  TextDisplayObject,
  ThreadListSyncObject,
  ThreadMemberObject,
  ThreadObject,
  UsedApplicationObject,
  UserObject,
  UserSettingsObject,
  VoiceStateObject,
} from '@guildhall/protocol'

/** Payloads of gateway dispatches, by name. Written by `npm run contract`. */
export interface Events {
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: { choices: CommandChoiceObject[]; id: string; nonce: string | null }
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: CommandPermissionsObject
  AUTHENTICATOR_CREATE: { type: 1; name: string; id: string }
  AUTHENTICATOR_DELETE: { id: string; type: 1 }
  AUTHORIZE_REQUEST: { application_id: string }
  AUTO_MODERATION_ACTION_EXECUTION: {
    content: string
    matched_keyword: string | null
    matched_content: string | null
    alert_system_message_id?: string
    message_id?: string
    channel_id?: string
    guild_id: string
    action: AutoModerationActionObject
    rule_id: string
    rule_trigger_type: number
    user_id: string
  }
  AUTO_MODERATION_RULE_CREATE: AutoModerationRuleObject
  AUTO_MODERATION_RULE_DELETE: AutoModerationRuleObject
  AUTO_MODERATION_RULE_UPDATE: AutoModerationRuleObject
  CALL_CREATE: { channel_id: string; message_id: string; region: string | null; ringing: string[] } & {
    voice_states: VoiceStateObject[]
    embedded_activities: []
  }
  CALL_DELETE: { channel_id: string }
  CALL_UPDATE: { channel_id: string; message_id: string; region: string | null; ringing: string[] }
  CHANNEL_CREATE: ChannelObject
  CHANNEL_DELETE: ChannelObject
  CHANNEL_INFO: { guild_id: string; channels: { voice_start_time?: number; status?: string; id: string }[] }
  CHANNEL_PINS_UPDATE: { guild_id?: string; channel_id: string; last_pin_timestamp: string | null }
  CHANNEL_RECIPIENT_ADD: { nick?: string; channel_id: string; user: UserObject }
  CHANNEL_RECIPIENT_REMOVE: { nick?: string; channel_id: string; user: UserObject }
  CHANNEL_UPDATE: ChannelObject
  CLIENT_NAVIGATE: { path: string }
  CONSENT_REQUEST_CREATE: {
    id: string
    application: { id: string; name: string; icon: string | null; description: string }
    scopes: string[]
    install: { guild: { id: string; name: string } | null; permissions: string | null } | null
    sku: { id: string; name: string } | null
  }
  CONSENT_REQUEST_UPDATE: { id: string; status: 'accepted' | 'denied' | 'shown' | 'withdrawn' }
  EMBEDDED_ACTIVITY_UPDATE_V2: {
    application_id: string
    composite_instance_id: string
    instance_id: string
    launch_id: string
    location: { guild_id?: string | null; id: string; channel_id: string; kind: string }
    participants: { session_id: string; nonce: string | null; member?: MemberObject; user_id: string }[]
  }
  FRIEND_SUGGESTION_CREATE: FriendSuggestionObject
  FRIEND_SUGGESTION_DELETE: { suggested_user_id: string }
  GAME_RELATIONSHIP_ADD: GameRelationshipObject
  GAME_RELATIONSHIP_REMOVE: GameRelationshipObject
  GUILD_AUDIT_LOG_ENTRY_CREATE: AuditLogEntryObject & { guild_id: string }
  GUILD_BAN_ADD: { guild_id: string; user: UserObject }
  GUILD_BAN_REMOVE: { guild_id: string; user: UserObject }
  GUILD_CREATE: GuildObject & {
    channels: ChannelObject[]
    stage_instances: StageInstanceObject[]
    guild_scheduled_events: ScheduledEventObject[]
    soundboard_sounds: SoundboardSoundObject[]
  } & {
    activity_instances?: {
      application_id: string
      composite_instance_id: string
      instance_id: string
      launch_id: string
      location: { guild_id?: string | null; id: string; channel_id: string; kind: string }
      participants: { session_id: string; nonce: string | null; member?: MemberObject; user_id: string }[]
    }[]
    joined_at: string | null
    large: boolean
    unavailable: boolean
    member_count: number
    members: MemberObject[]
    threads: ThreadObject[]
    voice_states: VoiceStateObject[]
    presences: PresenceObject[]
  }
  GUILD_DELETE: { id: string; unavailable?: boolean }
  GUILD_EMOJIS_UPDATE: { guild_id: string; emojis: EmojiObject[] }
  GUILD_INTEGRATIONS_UPDATE: { guild_id: string }
  GUILD_MEMBERS_CHUNK: {
    nonce?: string
    presences?: PresenceObject[]
    not_found?: string[]
    guild_id: string
    members: MemberObject[]
    chunk_index: number
    chunk_count: number
  }
  GUILD_MEMBER_ADD: MemberObject & { guild_id: string }
  GUILD_MEMBER_REMOVE: { guild_id: string; user: UserObject }
  GUILD_MEMBER_UPDATE: MemberObject & { guild_id: string }
  GUILD_ROLE_CREATE: { guild_id: string; role: RoleObject }
  GUILD_ROLE_DELETE: { guild_id: string; role_id: string }
  GUILD_ROLE_UPDATE: { guild_id: string; role: RoleObject }
  GUILD_SCHEDULED_EVENT_CREATE: ScheduledEventObject
  GUILD_SCHEDULED_EVENT_DELETE: ScheduledEventObject
  GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: ScheduledEventExceptionObject & { guild_id: string }
  GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: ScheduledEventExceptionObject & { guild_id: string }
  GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE: ScheduledEventExceptionObject & { guild_id: string }
  GUILD_SCHEDULED_EVENT_UPDATE: ScheduledEventObject
  GUILD_SCHEDULED_EVENT_USER_ADD: {
    guild_scheduled_event_id: string
    user_id: string
    guild_id: string
    guild_scheduled_event_exception_id: string | null
    response: number
  }
  GUILD_SCHEDULED_EVENT_USER_REMOVE: {
    guild_scheduled_event_id: string
    user_id: string
    guild_id: string
    guild_scheduled_event_exception_id: string | null
    response: number
  }
  GUILD_SOUNDBOARD_SOUND_CREATE: SoundboardSoundObject
  GUILD_SOUNDBOARD_SOUND_DELETE: { sound_id: string; guild_id: string }
  GUILD_SOUNDBOARD_SOUND_UPDATE: SoundboardSoundObject
  GUILD_STICKERS_UPDATE: { guild_id: string; stickers: StickerObject[] }
  GUILD_UPDATE: GuildObject
  INTEGRATION_CREATE: IntegrationObject & { guild_id: string }
  INTEGRATION_DELETE: { id: string; guild_id: string; application_id: string }
  INTERACTION_CREATE: InteractionObject | { id: string; nonce?: string }
  INTERACTION_FAILURE: { id: string; nonce?: string }
  INTERACTION_MODAL_CREATE: {
    custom_id: string
    title: string
    components: (ActionRowObject | LabelObject | TextDisplayObject)[]
    application?: UsedApplicationObject
    channel_id: string
    guild_id: string | null
    id: string
    nonce: string | null
  }
  INTERACTION_SUCCESS: { id: string; nonce: string | null }
  INVITE_CREATE: {
    role_ids?: string[]
    target_application?: PublicApplicationObject
    target_user?: UserObject
    target_type?: number
    max_age: number
    max_uses: number
    temporary: boolean
    type: number
    uses: number
    inviter?: UserObject
    channel_id: string
    guild_id: string
    code: string
    created_at: string
    expires_at: string | null
  }
  INVITE_DELETE: { channel_id: string; guild_id: string; code: string }
  LOBBY_CREATE: {
    members: (LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    })[]
    voice_states: (VoiceStateObject & { lobby_id: string })[]
    region: string | null
    flags?: number
    linked_channel?: ChannelObject
    override_event_webhooks_url?: string | null
    id: string
    application_id: string
    metadata: Record<string, string> | null
  }
  LOBBY_DELETE: { id: string; reason: 'deleted' | 'removed' }
  LOBBY_MEMBER_ADD: {
    member: LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    }
    lobby_id: string
    application_id: string
  }
  LOBBY_MEMBER_CONNECT: {
    member: LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    }
    lobby_id: string
  }
  LOBBY_MEMBER_DISCONNECT: {
    member: LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    }
    lobby_id: string
  }
  LOBBY_MEMBER_REMOVE: {
    member: LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    }
    lobby_id: string
    application_id: string
  }
  LOBBY_MEMBER_UPDATE: {
    member: LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    }
    lobby_id: string
    application_id: string
  }
  LOBBY_MESSAGE_CREATE: LobbyMessageObject
  LOBBY_MESSAGE_DELETE: { id: string; lobby_id: string }
  LOBBY_MESSAGE_UPDATE: LobbyMessageObject
  LOBBY_UPDATE: {
    members: (LobbyMemberObject & {
      connected: boolean
      user?: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
      }
    })[]
    voice_states: (VoiceStateObject & { lobby_id: string })[]
    region: string | null
    flags?: number
    linked_channel?: ChannelObject
    override_event_webhooks_url?: string | null
    id: string
    application_id: string
    metadata: Record<string, string> | null
  }
  LOBBY_VOICE_SERVER_UPDATE: { lobby_id: string; token: string; endpoint: string }
  LOBBY_VOICE_STATE_UPDATE: VoiceStateObject & { lobby_id: string }
  MESSAGE_ACK: { manual?: true; channel_id: string; message_id: string; mention_count: number; version: number }
  MESSAGE_CREATE: MessageEventObject
  MESSAGE_DELETE: { guild_id?: string; id: string; channel_id: string }
  MESSAGE_DELETE_BULK: { guild_id?: string; ids: string[]; channel_id: string }
  MESSAGE_POLL_VOTE_ADD: {
    answer_id: number
    guild_id?: string
    user_id: string
    channel_id: string
    message_id: string
  }
  MESSAGE_POLL_VOTE_REMOVE: {
    answer_id: number
    guild_id?: string
    user_id: string
    channel_id: string
    message_id: string
  }
  MESSAGE_REACTION_ADD: {
    message_author_id: string
    burst: boolean
    type: number
    member?: MemberObject
    user_id: string
    emoji?: PartialEmojiObject
    guild_id?: string
    channel_id: string
    message_id: string
  }
  MESSAGE_REACTION_REMOVE: {
    user_id: string
    burst: boolean
    type: number
    emoji?: PartialEmojiObject
    guild_id?: string
    channel_id: string
    message_id: string
  }
  MESSAGE_REACTION_REMOVE_ALL: { emoji?: PartialEmojiObject; guild_id?: string; channel_id: string; message_id: string }
  MESSAGE_REACTION_REMOVE_EMOJI: {
    emoji?: PartialEmojiObject
    guild_id?: string
    channel_id: string
    message_id: string
  }
  MESSAGE_UPDATE: MessageEventObject
  OAUTH2_TOKEN_REVOKE: { application_id: string }
  PRESENCE_UPDATE: PresenceObject
  RATE_LIMITED: { opcode: number; retry_after: number; meta: { nonce?: string; guild_id: string } }
  READY: {
    presences: PresenceObject[]
    guild_join_requests: unknown[]
    geo_ordered_rtc_regions: unknown[]
    auth: Record<string, never>
    _trace: unknown[]
    relationships: RelationshipObject[]
    game_relationships?: GameRelationshipObject[]
    friend_suggestion_count?: number
    read_state?: ReadStateObject[]
    private_channels: ChannelObject[]
    application?: { id: string; flags: number; flags_new: string }
    resume_gateway_url: string
    shard: [number, number]
    auth_session_id_hash?: string
    v: number
    user: CurrentUserObject
    user_settings: {
      friend_source_flags?: { all?: boolean; mutual_friends?: boolean; mutual_guilds?: boolean }
      profile_visibility?: number
      locale?: string | null
      theme?: string
      message_display_compact?: boolean
      developer_mode?: boolean
      push_content?: boolean
      guild_positions?: string[]
      collapsed_categories?: string[]
    }
    guilds: { id: string; unavailable: boolean }[]
    session_id: string
    session_type: string
  }
  RELATIONSHIP_ADD: RelationshipObject & { should_notify: boolean }
  RELATIONSHIP_REMOVE: {
    since?: string
    stranger_request?: boolean
    id: string
    type: number
    nickname: string | null
    user_ignored: boolean
  }
  RELATIONSHIP_UPDATE: {
    since?: string
    stranger_request?: boolean
    id: string
    type: number
    nickname: string | null
    user_ignored: boolean
  }
  RESUMED: { _trace: unknown[] }
  SOUNDBOARD_SOUNDS: { guild_id: string; soundboard_sounds: SoundboardSoundObject[] }
  STAGE_INSTANCE_CREATE: StageInstanceObject
  STAGE_INSTANCE_DELETE: StageInstanceObject
  STAGE_INSTANCE_UPDATE: StageInstanceObject
  STREAM_CREATE: {
    rtc_server_id: string
    rtc_channel_id: string
    stream_key: string
    region: string
    viewer_ids: string[]
    paused: boolean
  }
  STREAM_DELETE: {
    stream_key: string
    reason: 'invalid_channel' | 'stream_ended' | 'stream_full' | 'unauthorized' | 'user_requested'
    unavailable: boolean
  }
  STREAM_SERVER_UPDATE: { token: string; endpoint: string; stream_key: string; guild_id: string | null }
  STREAM_UPDATE: { stream_key: string; region: string; viewer_ids: string[]; paused: boolean }
  THREAD_CREATE: ThreadObject
  THREAD_DELETE: { id: string; guild_id?: string; parent_id?: string | (string | null); type: number }
  THREAD_LIST_SYNC: ThreadListSyncObject
  THREAD_MEMBERS_UPDATE: {
    removed_member_ids?: string[]
    added_members?: {
      member?: MemberObject
      presence: null
      id?: string
      user_id?: string
      flags: number
      join_timestamp: string
    }[]
    id: string
    guild_id?: string
    member_count: number
  }
  THREAD_MEMBER_UPDATE: ThreadMemberObject & { guild_id?: string }
  THREAD_UPDATE: ThreadObject
  TYPING_START: { member?: MemberObject; guild_id?: string; channel_id: string; user_id: string; timestamp: number }
  USER_APPLICATION_REMOVE: { application_id: string }
  USER_APPLICATION_UPDATE: { application_id: string }
  USER_MERGE_OPERATION_COMPLETED: { merge_operation_id: string; source_user_id: string }
  USER_SETTINGS_UPDATE: UserSettingsObject
  USER_UPDATE: CurrentUserObject
  VOICE_CHANNEL_EFFECT_SEND: {
    channel_id: string
    guild_id: string
    user_id: string
    sound_id: string
    sound_volume: number
    animation_type: 1
    animation_id: number
    emoji: { id: string | null; name: string | null; animated: boolean } | null
  }
  VOICE_CHANNEL_START_TIME_UPDATE: { id: string; guild_id: string; voice_start_time: number | null }
  VOICE_CHANNEL_STATUS_UPDATE: { id: string; guild_id: string; status: string | null }
  VOICE_SERVER_UPDATE: { guild_id: string | null; token: string; endpoint: string; channel_id?: string }
  VOICE_STATE_UPDATE: VoiceStateObject
  WEBHOOKS_UPDATE: { guild_id: string; channel_id: string }
}

/** Payloads that sessions of games receive in another form. */
export interface GameForms {
  MESSAGE_CREATE: GameDirectMessageObject
  MESSAGE_UPDATE: GameDirectMessageObject
}
