import type {
  ApplicationCommandObject,
  ApplicationIdentityObject,
  ApplicationIdentityProfileObject,
  ApplicationObject,
  AttachmentObject,
  AuditLogObject,
  AutoModerationRuleObject,
  AvatarDecorationObject,
  BanObject,
  BasicMessageObject,
  BulkBanResultObject,
  ChannelObject,
  CollectiblesObject,
  CommandOptionObject,
  CommandPermissionsObject,
  ConnectionObject,
  CurrentUserGuildObject,
  CurrentUserObject,
  EmbeddedActivityConfigObject,
  EmbedObject,
  EmojiObject,
  EntitlementObject,
  FollowedChannelObject,
  FriendSuggestionObject,
  GameDirectMessageObject,
  GameRelationshipObject,
  GatewayBotInfoObject,
  GatewayInfoObject,
  GuildJoinRequestObject,
  GuildObject,
  GuildOnboardingObject,
  GuildPreviewObject,
  GuildTemplateObject,
  IncidentsDataObject,
  InstallParamsObject,
  IntegrationObject,
  InteractionCallbackResponseObject,
  InviteChannelObject,
  InviteGuildObject,
  InviteObject,
  InviteRoleObject,
  LabelObject,
  LobbyInviteObject,
  LobbyMemberObject,
  LobbyMessageObject,
  LobbyObject,
  MemberObject,
  MessageInteractionMetadataObject,
  MessageObject,
  MessagePinsObject,
  MessageReferenceObject,
  MessageSnapshotObject,
  MessageSummaryObject,
  NewMemberWelcomeObject,
  PartialMemberObject,
  PollObject,
  PollVotersObject,
  PrimaryGuildObject,
  ProfileWidgetObject,
  ProxyConfigObject,
  PruneResultObject,
  PublicApplicationObject,
  QuickLinkObject,
  ReactionObject,
  RelationshipObject,
  ResolvedInMessageObject,
  RoleConnectionObject,
  RoleObject,
  ScheduledEventExceptionObject,
  ScheduledEventObject,
  ScheduledEventUserCountObject,
  ScheduledEventUserObject,
  SkuObject,
  SoundboardSoundObject,
  StageInstanceObject,
  StickerItemObject,
  StickerObject,
  StickerPackObject,
  SubscriptionObject,
  TeamObject,
  TextDisplayObject,
  ThreadListObject,
  ThreadMemberObject,
  ThreadObject,
  UsedApplicationObject,
  UserObject,
  UserProfileObject,
  UserSettingsObject,
  VanityUrlObject,
  VoiceRegionObject,
  VoiceStateObject,
  WebhookObject,
  WelcomeScreenObject,
  WidgetConfigObject,
  WidgetObject,
  WidgetSettingsObject,
} from '@guildhall/protocol'
import type { Upload } from '../upload.ts'

/** Requests and responses of the operations of the HTTP API, by operation id. Written by `npm run contract`. */
export interface Operations {
  accept_game_relationship: {
    request: { params: { user_id: string; application_id: string }; body?: { type?: 1 | null } }
    response: undefined
  }
  accept_invite: { request: { params: { code: string } }; response: AcceptedInvite }
  ack_bulk: {
    request: { body: { read_states: readonly { channel_id: string; message_id: string; read_state_type?: number }[] } }
    response: undefined
  }
  ack_message: {
    request: {
      params: { channel_id: string; message_id: string }
      body?: { token?: string | null; manual?: boolean; mention_count?: number }
    }
    response: { token: null }
  }
  acknowledge_application_disclosures: {
    request: { params: { application_id: string }; body: { disclosures: readonly number[] } }
    response: { disclosures: number[] }
  }
  action_guild_join_request: {
    request: {
      params: { guild_id: string; request_id: string }
      body: { action: 'APPROVED' | 'REJECTED'; rejection_reason?: string | null }
    }
    response: GuildJoinRequestObject
  }
  add_group_dm_user: {
    request: {
      params: { channel_id: string; user_id: string }
      body?: { access_token?: string | null; nick?: string | null }
    }
    response: ChannelObject | undefined
  }
  add_guild_member: {
    request: {
      params: { guild_id: string; user_id: string }
      body: {
        access_token: string
        nick?: string | null
        roles?: readonly string[] | null
        mute?: boolean | null
        deaf?: boolean | null
        flags?: number | null
      }
    }
    response: MemberObject | undefined
  }
  add_guild_member_role: {
    request: { params: { guild_id: string; user_id: string; role_id: string } }
    response: undefined
  }
  add_lobby_member: {
    request: {
      params: { lobby_id: string; user_id: string }
      body?: { metadata?: Record<string, string> | null; flags?: 0 | 1 | null; additional_name?: string | null }
    }
    response: LobbyMemberObject
  }
  add_my_message_reaction: {
    request: { params: { channel_id: string; message_id: string; emoji_name: string } }
    response: undefined
  }
  add_thread_member: { request: { params: { channel_id: string; user_id: string } }; response: undefined }
  applications_get_activity_instance: {
    request: { params: { application_id: string; instance_id: string } }
    response: { application_id: string; instance_id: string; launch_id: string; location: unknown; users: string[] }
  }
  approve_registration: { request: { params: { user_id: string } }; response: undefined }
  ban_user_from_guild: {
    request: {
      params: { guild_id: string; user_id: string }
      body?: { delete_message_days?: number | null; delete_message_seconds?: number | null }
    }
    response: undefined
  }
  begin_demo_session: { request: { body: { user_id: string } }; response: { token: string; user_id: string } }
  bot_partner_sdk_token: {
    request: {
      body: { external_user_id: string; preferred_global_name?: string | null; provisional_user_id?: string | null }
    }
    response: {
      token_type: string
      access_token: string
      expires_in: number
      scope: string
      id_token: string
      refresh_token?: string
    }
  }
  bot_partner_sdk_unmerge_provisional_account: { request: { body: { external_user_id: string } }; response: undefined }
  bulk_ban_users_from_guild: {
    request: {
      params: { guild_id: string }
      body: { user_ids: readonly string[]; delete_message_seconds?: number | null }
    }
    response: BulkBanResultObject
  }
  bulk_delete_messages: {
    request: { params: { channel_id: string }; body: { messages: readonly string[] } }
    response: undefined
  }
  bulk_request_friends: {
    request: { body: { user_ids: readonly string[]; token?: string | null } }
    response: { failed_requests: string[]; successful_requests: string[] }
  }
  bulk_set_application_commands: {
    request: { params: { application_id: string }; body: readonly CommandForm[] }
    response: ApplicationCommandObject[]
  }
  bulk_set_guild_application_commands: {
    request: { params: { application_id: string; guild_id: string }; body: readonly CommandForm[] }
    response: ApplicationCommandObject[]
  }
  bulk_update_guild_channels: {
    request: {
      params: { guild_id: string }
      body: readonly {
        id: string
        position?: number | null
        lock_permissions?: boolean | null
        parent_id?: string | null
        flags?: number | null
      }[]
    }
    response: undefined
  }
  bulk_update_guild_roles: {
    request: { params: { guild_id: string }; body: readonly { id: string; position?: number | null }[] }
    response: RoleObject[]
  }
  bulk_update_lobby_members: {
    request: {
      params: { lobby_id: string }
      body: readonly {
        id: string
        metadata?: Record<string, string> | null
        flags?: 0 | 1 | null
        additional_name?: string | null
        remove_member?: boolean | null
      }[]
    }
    response: LobbyMemberObject[]
  }
  check_application_endpoint: {
    request: {
      params: { application_id: string }
      body: { field: 'interactions_endpoint_url' | 'event_webhooks_url'; url: string }
    }
    response: { steps: { name: 'ping' | 'forged_ping'; passed: boolean; detail: string }[] }
  }
  check_external_token: {
    request: {
      params: { application_id: string }
      body: {
        external_auth_type:
          | 'OIDC'
          | 'STEAM_SESSION_TICKET'
          | 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN'
          | 'EPIC_ONLINE_SERVICES_ID_TOKEN'
          | 'UNITY_SERVICES_ID_TOKEN'
          | 'APPLE_ID_TOKEN'
          | 'PLAYSTATION_NETWORK_ID_TOKEN'
        external_auth_token: string
      }
    }
    response: { provider_type: string; provider_id: string; provider_issued_user_id: string; name: string | null }
  }
  consume_entitlement: { request: { params: { application_id: string; entitlement_id: string } }; response: undefined }
  count_guild_scheduled_event_users: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string }
      query?: { guild_scheduled_event_exception_ids?: readonly string[] }
    }
    response: ScheduledEventUserCountObject
  }
  create_account: {
    request: { body: { username: string; email?: string | null; role?: 'moderator' | 'admin' | 'owner' | null } }
    response: {
      user: {
        id: string
        username: string
        discriminator: string
        global_name: string | null
        avatar: string | null
        public_flags: number
        flags: number
        bot?: boolean
        system?: boolean
        banner?: string | null
        accent_color?: number | null
        avatar_decoration_data?: AvatarDecorationObject | null
        collectibles?: CollectiblesObject | null
        primary_guild?: PrimaryGuildObject | null
        clan?: PrimaryGuildObject | null
        display_name_styles?: Record<string, unknown> | null
        mfa_enabled?: boolean
        authenticator_types?: number[]
        locale?: string
        premium_type?: number
        email?: string | null
        verified?: boolean
        bio?: string
        state: 'active' | 'unverified' | 'pending' | 'suspended' | 'deleting' | 'deleted' | 'imported'
        role: 'moderator' | 'admin' | 'owner' | null
        created_at: string
        last_seen_at: string | null
        sessions: number
        bytes: number
        reports: number
        registered_from: string | null
        note: string | null
      }
      url: string
    }
  }
  create_account_link: { request: { params: { user_id: string } }; response: { url: string; expires_at: string } }
  create_application: { request: { body: { name: string } }; response: ApplicationObject }
  create_application_command: {
    request: { params: { application_id: string }; body: CommandForm }
    response: ApplicationCommandObject
  }
  create_application_emoji: {
    request: {
      params: { application_id: string }
      body: { name: string; image: string; roles?: readonly string[] | null }
    }
    response: EmojiObject
  }
  create_application_ticket: { request: { params: { application_id: string } }; response: { ticket: string } }
  create_authorize_request: { request: { params: { application_id: string } }; response: undefined }
  create_auto_moderation_rule: {
    request: {
      params: { guild_id: string }
      body: {
        trigger_metadata?: {
          keyword_filter?: readonly string[] | null
          regex_patterns?: readonly string[] | null
          presets?: readonly number[] | null
          allow_list?: readonly string[] | null
          mention_total_limit?: number | null
          mention_raid_protection_enabled?: boolean | null
        } | null
        actions?:
          | readonly {
              type: number
              metadata?: {
                channel_id?: string | null
                duration_seconds?: number | null
                custom_message?: string | null
              } | null
            }[]
          | null
        enabled?: boolean | null
        exempt_roles?: readonly string[] | null
        exempt_channels?: readonly string[] | null
        name: string
        event_type: number
        trigger_type: number
      }
    }
    response: AutoModerationRuleObject
  }
  create_backup: { request: Record<never, never>; response: { job_id: string } }
  create_block: {
    request: {
      body: { kind: 'mail_domain' | 'network' | 'word' | 'link' | 'file_sha256'; value: string; note?: string | null }
    }
    response: {
      id: string
      kind: 'mail_domain' | 'network' | 'word' | 'link' | 'file_sha256'
      value: string
      note: string | null
      created_at: string
    }
  }
  create_channel_invite: {
    request: {
      params: { channel_id: string }
      body?: {
        max_age?: number | null
        max_uses?: number | null
        temporary?: boolean | null
        unique?: boolean | null
        target_type?: number | null
        target_user_id?: string | null
        target_application_id?: string | null
        role_ids?: readonly string[] | null
      }
      files?: readonly Upload[]
    }
    response: InviteObject
  }
  create_consent_request: {
    request: {
      body: {
        application_id: string
        scopes: readonly string[]
        install?: { guild_id: string | null; permissions: string | null }
        sku_id?: string
      }
    }
    response: { id: string }
  }
  create_custom_link: {
    request: {
      params: { application_id: string }
      body: { custom_id?: string | null; title: string; description: string; image?: string | null }
    }
    response: QuickLinkObject
  }
  create_device: { request: { body: { provider: 'webpush'; token: string } }; response: undefined }
  create_dm: {
    request: {
      body?: {
        recipient_id?: string | null
        recipients?: readonly string[] | null
        access_tokens?: readonly string[] | null
        nicks?: Record<string, string | null> | null
      }
    }
    response: ChannelObject
  }
  create_dm_by_id: {
    request: {
      params: { user_id: string }
      body?: {
        recipient_id?: string | null
        recipients?: readonly string[] | null
        access_tokens?: readonly string[] | null
        nicks?: Record<string, string | null> | null
      }
    }
    response: ChannelObject
  }
  create_entitlement: {
    request: { params: { application_id: string }; body: { sku_id: string; owner_id: string; owner_type: 1 | 2 } }
    response: EntitlementObject
  }
  create_entitlement_ticket: { request: { params: { application_id: string } }; response: { ticket: string } }
  create_guild: { request: { body: { name: string; icon?: string | null } }; response: GuildObject }
  create_guild_application_command: {
    request: { params: { application_id: string; guild_id: string }; body: CommandForm }
    response: ApplicationCommandObject
  }
  create_guild_channel: {
    request: {
      params: { guild_id: string }
      body: {
        name: string
        type?: number | null
        topic?: string | null
        nsfw?: boolean | null
        rate_limit_per_user?: number | null
        bitrate?: number | null
        user_limit?: number | null
        rtc_region?: string | null
        video_quality_mode?: number | null
        position?: number | null
        parent_id?: string | null
        permission_overwrites?:
          | readonly { id: string; type?: number | null; allow?: string | null; deny?: string | null }[]
          | null
        default_auto_archive_duration?: (60 | 1440 | 4320 | 10080) | null
        default_thread_rate_limit_per_user?: number | null
        default_reaction_emoji?: { emoji_id?: string | null; emoji_name?: string | null } | null
        default_sort_order?: number | null
        default_forum_layout?: number | null
        available_tags?:
          | readonly {
              id?: string | null
              name: string
              moderated?: boolean | null
              emoji_id?: string | null
              emoji_name?: string | null
            }[]
          | null
        flags?: number | null
        archived?: boolean | null
        auto_archive_duration?: (60 | 1440 | 4320 | 10080) | null
        locked?: boolean | null
        invitable?: boolean | null
        applied_tags?: readonly string[] | null
        icon?: string | null
      }
    }
    response: ChannelObject
  }
  create_guild_emoji: {
    request: { params: { guild_id: string }; body: { name: string; image: string; roles?: readonly string[] | null } }
    response: EmojiObject
  }
  create_guild_from_template: {
    request: { params: { code: string }; body: { name: string; icon?: string | null } }
    response: GuildObject
  }
  create_guild_role: {
    request: {
      params: { guild_id: string }
      body?: {
        color?: number | null
        colors?: { primary_color: number; secondary_color?: number | null; tertiary_color?: number | null } | null
        name?: string | null
        permissions?: string | null
        hoist?: boolean | null
        mentionable?: boolean | null
        icon?: string | null
        unicode_emoji?: string | null
      }
    }
    response: RoleObject
  }
  create_guild_scheduled_event: {
    request: {
      params: { guild_id: string }
      body: {
        name: string
        scheduled_start_time: string
        privacy_level: 2
        entity_type: 1 | 2 | 3
        description?: string | null
        image?: string | null
        scheduled_end_time?: string | null
        channel_id?: string | null
        recurrence_rule?: {
          start: string
          end?: string | null
          frequency: 0 | 1 | 2 | 3
          interval?: number | null
          by_weekday?: readonly number[] | null
          by_n_weekday?: readonly { n: number; day: number }[] | null
          by_month?: readonly number[] | null
          by_month_day?: readonly number[] | null
          by_year_day?: readonly number[] | null
          count?: number | null
        } | null
        entity_metadata?: { location?: string | null } | null
      }
    }
    response: ScheduledEventObject
  }
  create_guild_scheduled_event_exception: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string }
      body: {
        original_scheduled_start_time: string
        scheduled_start_time?: string | null
        scheduled_end_time?: string | null
        is_canceled?: boolean | null
      }
    }
    response: ScheduledEventExceptionObject
  }
  create_guild_soundboard_sound: {
    request: {
      params: { guild_id: string }
      body: {
        name: string
        sound: string
        volume?: number | null
        emoji_id?: string | null
        emoji_name?: string | null
      }
    }
    response: SoundboardSoundObject
  }
  create_guild_sticker: {
    request: {
      params: { guild_id: string }
      body: { name: string; tags: string; description?: string | null }
      files?: readonly Upload[]
    }
    response: StickerObject
  }
  create_guild_template: {
    request: { params: { guild_id: string }; body: { name: string; description?: string | null } }
    response: GuildTemplateObject
  }
  create_harvest: {
    request: { body?: { backends?: readonly string[] | null } }
    response: {
      harvest_id: string
      user_id: string
      email: string | null
      state: 'INCOMPLETE' | 'DELIVERED' | 'CANCELLED'
      status: number
      created_at: string
      completed_at: string | null
      polled_at: string | null
      backends: Record<string, 'INITIAL' | 'RUNNING' | 'EXTRACTED'>
      updated_at: string
      shadow_run: boolean
      harvest_metadata: {
        user_is_staff: boolean
        sla_email_sent: boolean
        bypass_cooldown: boolean
        is_provisional: boolean
      }
      download_url?: string
    }
  }
  create_headless_session: {
    request: { body: { activities: readonly unknown[]; token?: string | null } }
    response: { token: string }
  }
  create_interaction: {
    request: {
      body: {
        type: 2 | 3 | 4 | 5
        application_id: string
        channel_id: string
        guild_id?: string | null
        message_id?: string | null
        session_id?: string | null
        nonce?: (string | number) | null
        data: unknown
      }
      files?: readonly Upload[]
    }
    response: undefined
  }
  create_interaction_response: {
    request: {
      params: { interaction_id: string; interaction_token: string }
      query?: { with_response?: boolean }
      body: { type: number; data?: Modal | unknown }
      files?: readonly Upload[]
    }
    response: InteractionCallbackResponseObject | undefined
  }
  create_linked_lobby_guild_invite_for_self: { request: { params: { lobby_id: string } }; response: LobbyInviteObject }
  create_linked_lobby_guild_invite_for_user: {
    request: { params: { lobby_id: string; user_id: string } }
    response: LobbyInviteObject
  }
  create_lobby: {
    request: {
      body?: {
        metadata?: Record<string, string> | null
        members?: readonly { id: string; metadata?: Record<string, string> | null; flags?: 0 | 1 | null }[] | null
        idle_timeout_seconds?: number | null
        flags?: 0 | 1 | null
        override_event_webhooks_url?: string | null
      }
    }
    response: LobbyObject
  }
  create_lobby_message: {
    request: {
      params: { lobby_id: string }
      body?: {
        content?: string | null
        metadata?: Record<string, string> | null
        flags?: number | null
        nonce?: (string | number) | null
        enforce_nonce?: boolean | null
        embeds?: unknown | null
        allowed_mentions?: unknown | null
        sticker_ids?: unknown | null
        components?: unknown | null
        attachments?: unknown | null
        poll?: unknown | null
        shared_client_theme?: unknown | null
        message_reference?: unknown | null
        tts?: unknown | null
      }
    }
    response: LobbyMessageObject
  }
  create_message: {
    request: {
      params: { channel_id: string }
      body?: {
        content?: string | null
        embeds?:
          | readonly {
              title?: string | null
              description?: string | null
              url?: string | null
              timestamp?: (string | 0 | '') | null
              color?: number | null
              footer?: { text?: string | null; icon_url?: string | null } | null
              image?: { url?: string | null; description?: string | null } | null
              thumbnail?: { url?: string | null; description?: string | null } | null
              author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null
              fields?: readonly { name: string; value: string; inline?: boolean | null }[] | null
            }[]
          | null
        allowed_mentions?: {
          parse?: readonly ('users' | 'roles' | 'everyone')[] | null
          users?: readonly string[] | null
          roles?: readonly string[] | null
          replied_user?: boolean | null
        } | null
        components?: unknown | null
        attachments?:
          | readonly {
              id: string
              filename?: string | null
              title?: string | null
              description?: string | null
              duration_secs?: number | null
              waveform?: string | null
              is_spoiler?: boolean | null
            }[]
          | null
        flags?: number | null
        poll?: unknown | null
        sticker_ids?: readonly string[] | null
        shared_client_theme?: {
          colors: readonly string[]
          gradient_angle: number
          base_mix: number
          base_theme?: number | null
        } | null
        tts?: boolean | null
        nonce?: (string | number) | null
        enforce_nonce?: boolean | null
        message_reference?: {
          type?: number | null
          message_id?: string | null
          channel_id?: string | null
          guild_id?: string | null
          fail_if_not_exists?: boolean | null
        } | null
        activity?: { type: 1 | 2 | 5; party_id?: string | null; session_id?: string | null } | null
        application_id?: string | null
      }
      files?: readonly Upload[]
    }
    response: MessageObject
  }
  create_onboarding_responses: {
    request: { params: { guild_id: string }; body: { onboarding_responses: readonly string[] } }
    response: undefined
  }
  create_or_join_lobby: {
    request: {
      body: {
        secret: string
        lobby_metadata?: Record<string, string> | null
        member_metadata?: Record<string, string> | null
        idle_timeout_seconds?: number | null
        flags?: 0 | 1 | null
      }
    }
    response: LobbyObject
  }
  create_pin: { request: { params: { channel_id: string; message_id: string } }; response: undefined }
  create_platform_ban: {
    request: {
      params: { user_id: string }
      body?: { duration_seconds?: number | null; reason?: string | null; delete_message_seconds?: number | null }
    }
    response: undefined
  }
  create_proxy_ticket: {
    request: { params: { application_id: string }; body?: { instance_id?: string | null } }
    response: { ticket: string }
  }
  create_purchase: {
    request: { params: { sku_id: string }; body: { user_id: string; guild_id?: string | null; paid?: boolean } }
    response: { entitlement?: EntitlementObject; subscription?: SubscriptionObject }
  }
  create_quick_link: {
    request: {
      params: { application_id: string }
      body: { custom_id?: string | null; title: string; description: string; image?: string | null }
    }
    response: QuickLinkObject
  }
  create_registration_invite: {
    request: { body?: { uses?: number; expires_seconds?: number | null; email?: string | null; note?: string | null } }
    response: {
      code: string
      url: string
      uses: number
      used: number
      expires_at: string | null
      email: string | null
      note: string | null
    }
  }
  create_report: {
    request: {
      body: {
        channel_id?: string
        message_id?: string
        user_id?: string
        guild_id?: string
        reason: number
        text?: string | null
      }
    }
    response: { id: string }
  }
  create_sku: {
    request: {
      params: { application_id: string }
      body: { name: string; type: 2 | 3 | 5; access?: 'user' | 'guild'; available?: boolean | null }
    }
    response: SkuObject
  }
  create_stage_instance: {
    request: {
      body: {
        channel_id: string
        topic: string
        privacy_level?: 1 | 2 | null
        send_start_notification?: boolean | null
        guild_scheduled_event_id?: string | null
      }
    }
    response: StageInstanceObject
  }
  create_stream_preview: {
    request: { params: { stream_key: string }; body: { thumbnail: string } }
    response: undefined
  }
  create_thread: {
    request: {
      params: { channel_id: string }
      body: {
        name: string
        auto_archive_duration?: 60 | 1440 | 4320 | 10080 | null
        rate_limit_per_user?: number | null
        type?: 10 | 11 | 12 | null
        invitable?: boolean | null
        message?: {
          content?: string | null
          embeds?:
            | readonly {
                title?: string | null
                description?: string | null
                url?: string | null
                timestamp?: (string | 0 | '') | null
                color?: number | null
                footer?: { text?: string | null; icon_url?: string | null } | null
                image?: { url?: string | null; description?: string | null } | null
                thumbnail?: { url?: string | null; description?: string | null } | null
                author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null
                fields?: readonly { name: string; value: string; inline?: boolean | null }[] | null
              }[]
            | null
          allowed_mentions?: {
            parse?: readonly ('users' | 'roles' | 'everyone')[] | null
            users?: readonly string[] | null
            roles?: readonly string[] | null
            replied_user?: boolean | null
          } | null
          components?: unknown | null
          attachments?:
            | readonly {
                id: string
                filename?: string | null
                title?: string | null
                description?: string | null
                duration_secs?: number | null
                waveform?: string | null
                is_spoiler?: boolean | null
              }[]
            | null
          flags?: number | null
          poll?: unknown | null
          sticker_ids?: readonly string[] | null
          shared_client_theme?: {
            colors: readonly string[]
            gradient_angle: number
            base_mix: number
            base_theme?: number | null
          } | null
          tts?: boolean | null
          nonce?: (string | number) | null
          enforce_nonce?: boolean | null
          message_reference?: {
            type?: number | null
            message_id?: string | null
            channel_id?: string | null
            guild_id?: string | null
            fail_if_not_exists?: boolean | null
          } | null
        } | null
        applied_tags?: readonly string[] | null
      }
      files?: readonly Upload[]
    }
    response: ChannelObject
  }
  create_thread_from_message: {
    request: {
      params: { channel_id: string; message_id: string }
      body: {
        name: string
        auto_archive_duration?: 60 | 1440 | 4320 | 10080 | null
        rate_limit_per_user?: number | null
      }
    }
    response: ChannelObject
  }
  create_webauthn_authenticator: {
    request: { body?: { name?: string; ticket?: string; credential?: string } }
    response:
      | { ticket: string; challenge: string }
      | { id: string; type: 1; name: string; backup_codes: { user_id: string; code: string; consumed: boolean }[] }
  }
  create_webhook: {
    request: { params: { channel_id: string }; body: { name: string; avatar?: string | null } }
    response: WebhookObject
  }
  create_widget_config: {
    request: {
      params: { application_id: string }
      body: {
        display_name: string
        surfaces?: Record<
          string,
          {
            layout: string
            components: Record<
              string,
              {
                fields: Record<
                  string,
                  {
                    value_type: 'data' | 'custom_string' | 'application_asset'
                    presentation_type: 'text' | 'number' | 'duration' | 'image'
                    value: string
                    fallback?: {
                      value_type: 'data' | 'custom_string' | 'application_asset'
                      presentation_type: 'text' | 'number' | 'duration' | 'image'
                      value: string
                    } | null
                  }
                >
              }
            >
          }
        >
      }
    }
    response: WidgetConfigObject
  }
  crosspost_message: { request: { params: { channel_id: string; message_id: string } }; response: MessageObject }
  delete_account: {
    request: { params: { user_id: string }; body?: { messages?: 'keep' | 'delete'; now?: boolean } }
    response: { job_id: string }
  }
  delete_account_factors: { request: { params: { user_id: string } }; response: undefined }
  delete_all_message_reactions: { request: { params: { channel_id: string; message_id: string } }; response: undefined }
  delete_all_message_reactions_by_emoji: {
    request: { params: { channel_id: string; message_id: string; emoji_name: string } }
    response: undefined
  }
  delete_any_guild: { request: { params: { guild_id: string } }; response: undefined }
  delete_application: { request: { params: { application_id: string } }; response: undefined }
  delete_application_command: {
    request: { params: { application_id: string; command_id: string } }
    response: undefined
  }
  delete_application_emoji: { request: { params: { application_id: string; emoji_id: string } }; response: undefined }
  delete_application_identity: {
    request: {
      params: { application_id: string; provider_type: string; provider_issued_user_id: string; user_id: string }
      body?: { provider_id?: string | null }
    }
    response: undefined
  }
  delete_application_user_role_connection: { request: { params: { application_id: string } }; response: undefined }
  delete_auto_moderation_rule: { request: { params: { guild_id: string; rule_id: string } }; response: undefined }
  delete_block: { request: { params: { block_id: string } }; response: undefined }
  delete_channel: { request: { params: { channel_id: string } }; response: ChannelObject }
  delete_channel_permission_overwrite: {
    request: { params: { channel_id: string; overwrite_id: string } }
    response: undefined
  }
  delete_custom_link: { request: { params: { application_id: string; link_id: string } }; response: undefined }
  delete_device: { request: { body: { provider: 'webpush'; token: string } }; response: undefined }
  delete_entitlement: { request: { params: { application_id: string; entitlement_id: string } }; response: undefined }
  delete_friend_requests: {
    request: {
      query?: { relationship_type?: 3 | '3'; only_spam?: boolean }
      body?: { filters?: readonly (1 | 2)[] | null }
    }
    response: undefined
  }
  delete_friend_suggestion: { request: { params: { user_id: string } }; response: undefined }
  delete_game_relationship: { request: { params: { user_id: string } }; response: undefined }
  delete_game_relationship_of_application: {
    request: { params: { user_id: string; application_id: string } }
    response: undefined
  }
  delete_group_dm_user: { request: { params: { channel_id: string; user_id: string } }; response: undefined }
  delete_guild: { request: { params: { guild_id: string } }; response: undefined }
  delete_guild_application_command: {
    request: { params: { application_id: string; guild_id: string; command_id: string } }
    response: undefined
  }
  delete_guild_emoji: { request: { params: { guild_id: string; emoji_id: string } }; response: undefined }
  delete_guild_integration: { request: { params: { guild_id: string; integration_id: string } }; response: undefined }
  delete_guild_member: { request: { params: { guild_id: string; user_id: string } }; response: undefined }
  delete_guild_member_role: {
    request: { params: { guild_id: string; user_id: string; role_id: string } }
    response: undefined
  }
  delete_guild_role: { request: { params: { guild_id: string; role_id: string } }; response: undefined }
  delete_guild_scheduled_event: {
    request: { params: { guild_id: string; guild_scheduled_event_id: string } }
    response: undefined
  }
  delete_guild_scheduled_event_exception: {
    request: { params: { guild_id: string; guild_scheduled_event_id: string; exception_id: string } }
    response: undefined
  }
  delete_guild_soundboard_sound: { request: { params: { guild_id: string; sound_id: string } }; response: undefined }
  delete_guild_sticker: { request: { params: { guild_id: string; sticker_id: string } }; response: undefined }
  delete_guild_template: { request: { params: { guild_id: string; code: string } }; response: GuildTemplateObject }
  delete_headless_session: { request: { body: { token: string } }; response: undefined }
  delete_lobby: { request: { params: { lobby_id: string } }; response: undefined }
  delete_lobby_member: { request: { params: { lobby_id: string; user_id: string } }; response: undefined }
  delete_lobby_message: { request: { params: { lobby_id: string; message_id: string } }; response: undefined }
  delete_message: { request: { params: { channel_id: string; message_id: string } }; response: undefined }
  delete_message_with_user: { request: { params: { user_id: string; message_id: string } }; response: undefined }
  delete_my_account: {
    request: { body?: { password?: string | null; messages?: 'keep' | 'delete' } }
    response: undefined
  }
  delete_my_connection: {
    request: {
      params: {
        type:
          | 'amazon-music'
          | 'battlenet'
          | 'bluesky'
          | 'bungie'
          | 'crunchyroll'
          | 'domain'
          | 'ebay'
          | 'epicgames'
          | 'facebook'
          | 'github'
          | 'instagram'
          | 'leagueoflegends'
          | 'mastodon'
          | 'paypal'
          | 'playstation'
          | 'reddit'
          | 'riotgames'
          | 'roblox'
          | 'skype'
          | 'spotify'
          | 'steam'
          | 'tiktok'
          | 'twitch'
          | 'twitter'
          | 'xbox'
          | 'youtube'
        connection_id: string
      }
    }
    response: undefined
  }
  delete_my_message_reaction: {
    request: { params: { channel_id: string; message_id: string; emoji_name: string } }
    response: undefined
  }
  delete_oauth2_token: { request: { params: { token_id: string } }; response: undefined }
  delete_original_webhook_message: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      query?: { thread_id?: string; with_components?: boolean }
    }
    response: undefined
  }
  delete_pin: { request: { params: { channel_id: string; message_id: string } }; response: undefined }
  delete_platform_ban: { request: { params: { user_id: string } }; response: undefined }
  delete_registration_invite: { request: { params: { code: string } }; response: undefined }
  delete_relationship: { request: { params: { user_id: string } }; response: undefined }
  delete_sku_subscription: { request: { params: { sku_id: string; subscription_id: string } }; response: undefined }
  delete_stage_instance: { request: { params: { channel_id: string } }; response: undefined }
  delete_thread_member: { request: { params: { channel_id: string; user_id: string } }; response: undefined }
  delete_user_message_reaction: {
    request: { params: { channel_id: string; message_id: string; emoji_name: string; user_id: string } }
    response: undefined
  }
  delete_webauthn_authenticator: { request: { params: { authenticator_id: string } }; response: undefined }
  delete_webhook: { request: { params: { webhook_id: string } }; response: undefined }
  delete_webhook_by_token: { request: { params: { webhook_id: string; webhook_token: string } }; response: undefined }
  delete_webhook_message: {
    request: {
      params: { webhook_id: string; webhook_token: string; message_id: string }
      query?: { thread_id?: string; with_components?: boolean }
    }
    response: undefined
  }
  delete_widget_config: { request: { params: { application_id: string; config_id: string } }; response: undefined }
  deprecated_create_pin: { request: { params: { channel_id: string; message_id: string } }; response: undefined }
  deprecated_delete_pin: { request: { params: { channel_id: string; message_id: string } }; response: undefined }
  deprecated_list_pins: { request: { params: { channel_id: string } }; response: MessageObject[] }
  disable_totp: { request: Record<never, never>; response: { token: string } }
  download_backup: { request: { params: { backup_name: string } }; response: string }
  download_harvest: { request: { params: { harvest_id: string } }; response: string }
  edit_lobby: {
    request: {
      params: { lobby_id: string }
      body?: {
        metadata?: Record<string, string> | null
        members?: readonly { id: string; metadata?: Record<string, string> | null; flags?: 0 | 1 | null }[] | null
        idle_timeout_seconds?: number | null
        flags?: 0 | 1 | null
        override_event_webhooks_url?: string | null
      }
    }
    response: LobbyObject
  }
  edit_lobby_channel_link: {
    request: { params: { lobby_id: string }; body?: { channel_id?: string | null } }
    response: LobbyObject
  }
  enable_totp: {
    request: { body?: { password?: string; secret?: string; code?: string } }
    response: { token: string; backup_codes: { user_id: string; code: string; consumed: boolean }[] }
  }
  end_account_sessions: { request: { params: { user_id: string } }; response: undefined }
  end_sessions: { request: { body: { session_id_hashes: readonly string[] } }; response: undefined }
  execute_github_compatible_webhook: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      query?: { wait?: boolean; thread_id?: string }
      body: {
        action?: string | null
        ref?: string | null
        ref_type?: string | null
        comment?: {
          id: number
          html_url: string
          user: { id: number; login: string; html_url: string; avatar_url: string }
          commit_id?: string | null
          body: string
        } | null
        issue?: {
          id: number
          number: number
          html_url: string
          user: { id: number; login: string; html_url: string; avatar_url: string }
          title: string
          body?: string | null
          pull_request?: Record<string, unknown>
          merged?: boolean | null
        } | null
        pull_request?: {
          id: number
          number: number
          html_url: string
          user: { id: number; login: string; html_url: string; avatar_url: string }
          title: string
          body?: string | null
          pull_request?: Record<string, unknown>
          merged?: boolean | null
        } | null
        repository?: { id: number; html_url: string; name: string; full_name: string } | null
        forkee?: { id: number; html_url: string; name: string; full_name: string } | null
        sender: { id: number; login: string; html_url: string; avatar_url: string }
        member?: { id: number; login: string; html_url: string; avatar_url: string } | null
        release?: {
          id: number
          tag_name: string
          html_url: string
          author: { id: number; login: string; html_url: string; avatar_url: string }
        } | null
        head_commit?: {
          id: string
          url: string
          message: string
          author: { username?: string | null; name: string }
        } | null
        commits?:
          | readonly { id: string; url: string; message: string; author: { username?: string | null; name: string } }[]
          | null
        forced?: boolean | null
        compare?: string | null
        review?: {
          user: { id: number; login: string; html_url: string; avatar_url: string }
          body?: string | null
          html_url: string
          state: string
        } | null
        check_run?: {
          conclusion?: string | null
          name: string
          html_url: string
          check_suite: {
            conclusion?: string | null
            head_branch?: string | null
            head_sha: string
            pull_requests?: readonly { number: number }[] | null
            app: { name: string }
          }
          details_url?: string | null
          output?: { title?: string | null; summary?: string | null } | null
          pull_requests?: readonly { number: number }[] | null
        } | null
        check_suite?: {
          conclusion?: string | null
          head_branch?: string | null
          head_sha: string
          pull_requests?: readonly { number: number }[] | null
          app: { name: string }
        } | null
        discussion?: {
          title: string
          number: number
          html_url: string
          answer_html_url?: string | null
          body?: string | null
          user: { id: number; login: string; html_url: string; avatar_url: string }
        } | null
        answer?: {
          id: number
          html_url: string
          user: { id: number; login: string; html_url: string; avatar_url: string }
          commit_id?: string | null
          body: string
        } | null
      }
    }
    response: undefined
  }
  execute_slack_compatible_webhook: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      query?: { wait?: boolean; thread_id?: string }
      body?: {
        text?: string | null
        username?: string | null
        icon_url?: string | null
        attachments?:
          | readonly {
              title?: string | null
              title_link?: string | null
              text?: string | null
              fallback?: string | null
              color?: string | null
              ts?: number | null
              pretext?: string | null
              footer?: string | null
              footer_icon?: string | null
              author_name?: string | null
              author_link?: string | null
              author_icon?: string | null
              image_url?: string | null
              thumb_url?: string | null
              fields?:
                | readonly {
                    name?: string | null
                    title?: string | null
                    value?: string | null
                    inline?: boolean | null
                    short?: boolean | null
                  }[]
                | null
            }[]
          | null
        payload?: unknown
      }
    }
    response: string | null
  }
  execute_webhook: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      query?: { wait?: boolean; thread_id?: string; with_components?: boolean }
      body?: {
        content?: string | null
        embeds?:
          | readonly {
              title?: string | null
              description?: string | null
              url?: string | null
              timestamp?: (string | 0 | '') | null
              color?: number | null
              footer?: { text?: string | null; icon_url?: string | null } | null
              image?: { url?: string | null; description?: string | null } | null
              thumbnail?: { url?: string | null; description?: string | null } | null
              author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null
              fields?: readonly { name: string; value: string; inline?: boolean | null }[] | null
            }[]
          | null
        allowed_mentions?: {
          parse?: readonly ('users' | 'roles' | 'everyone')[] | null
          users?: readonly string[] | null
          roles?: readonly string[] | null
          replied_user?: boolean | null
        } | null
        components?: unknown | null
        attachments?:
          | readonly {
              id: string
              filename?: string | null
              title?: string | null
              description?: string | null
              duration_secs?: number | null
              waveform?: string | null
              is_spoiler?: boolean | null
            }[]
          | null
        flags?: number | null
        poll?: unknown | null
        sticker_ids?: readonly string[] | null
        shared_client_theme?: {
          colors: readonly string[]
          gradient_angle: number
          base_mix: number
          base_theme?: number | null
        } | null
        tts?: boolean | null
        nonce?: (string | number) | null
        enforce_nonce?: boolean | null
        message_reference?: {
          type?: number | null
          message_id?: string | null
          channel_id?: string | null
          guild_id?: string | null
          fail_if_not_exists?: boolean | null
        } | null
        username?: string | null
        avatar_url?: string | null
        thread_name?: string | null
        applied_tags?: readonly string[] | null
      }
      files?: readonly Upload[]
    }
    response: MessageObject | undefined
  }
  export_account: { request: { params: { user_id: string } }; response: { job_id: string } }
  find_application_identities: {
    request: {
      params: { application_id: string; provider_type: string; provider_issued_user_id: string }
      query?: { provider_id?: string | null }
    }
    response: { identities: ApplicationIdentityObject[] }
  }
  finish_passwordless_login: {
    request: { body: { ticket: string; credential: string; undelete?: boolean } }
    response: { token: string; user_id: string }
  }
  finish_sso: {
    request: { body: { code: string; undelete?: boolean } }
    response:
      | (
          | { token: string; user_id: string }
          | {
              user_id: string
              mfa: true
              ticket: string
              totp: boolean
              backup: boolean
              sms: false
              webauthn: string | null
            }
        )
      | { user_id: null; state: 'pending' }
  }
  follow_channel: {
    request: { params: { channel_id: string }; body: { webhook_channel_id: string } }
    response: FollowedChannelObject
  }
  forgot_password: { request: { body: { login: string } }; response: undefined }
  get_account: {
    request: { params: { user_id: string } }
    response: {
      id: string
      username: string
      discriminator: string
      global_name: string | null
      avatar: string | null
      public_flags: number
      flags: number
      bot?: boolean
      system?: boolean
      banner?: string | null
      accent_color?: number | null
      avatar_decoration_data?: AvatarDecorationObject | null
      collectibles?: CollectiblesObject | null
      primary_guild?: PrimaryGuildObject | null
      clan?: PrimaryGuildObject | null
      display_name_styles?: Record<string, unknown> | null
      mfa_enabled?: boolean
      authenticator_types?: number[]
      locale?: string
      premium_type?: number
      email?: string | null
      verified?: boolean
      bio?: string
      state: 'active' | 'unverified' | 'pending' | 'suspended' | 'deleting' | 'deleted' | 'imported'
      role: 'moderator' | 'admin' | 'owner' | null
      created_at: string
      last_seen_at: string | null
      sessions: number
      bytes: number
      reports: number
      registered_from: string | null
      note: string | null
    }
  }
  get_active_guild_threads: { request: { params: { guild_id: string } }; response: ThreadListObject }
  get_activity_domain: { request: Record<never, never>; response: { domain: string } }
  get_activity_metadata: {
    request: { params: { user_id: string; session_id: string; application_id: string } }
    response: { button_urls: string[] }
  }
  get_activity_secret: {
    request: {
      params: { user_id: string; session_id: string; application_id: string; action: number }
      query?: { channel_id?: string; message_id?: string }
    }
    response: { secret: string }
  }
  get_activity_test_mode: { request: { params: { application_id: string } }; response: undefined }
  get_answer_voters: {
    request: {
      params: { channel_id: string; message_id: string; answer_id: number }
      query?: { after?: string; limit?: number }
    }
    response: PollVotersObject
  }
  get_application: { request: { params: { application_id: string } }; response: ApplicationObject }
  get_application_command: {
    request: { params: { application_id: string; command_id: string } }
    response: ApplicationCommandObject
  }
  get_application_emoji: { request: { params: { application_id: string; emoji_id: string } }; response: EmojiObject }
  get_application_identity_profile: {
    request: { params: { application_id: string; user_id: string; provider_issued_user_id: string } }
    response: ApplicationIdentityProfileObject
  }
  get_application_publisher: {
    request: { params: { application_id: string } }
    response: {
      parent: { id: string; name: string; icon: string | null } | null
      children: { id: string; name: string; icon: string | null }[]
    }
  }
  get_application_review: {
    request: { params: { application_id: string } }
    response: {
      users: number
      review_from_users: number
      intents: Record<string, 'approved' | 'on' | 'off'>
      approved_at: string | null
      reapply_at: string | null
      reapply_due: boolean
      ends_at: string | null
      request: { intents: string[]; reason: string; requested_at: string } | null
      verified: boolean
      identify_premium: boolean
      social_layer: boolean
      game: boolean
      obfuscation_for_all: boolean
    }
  }
  get_application_role_connections_metadata: {
    request: { params: { application_id: string } }
    response: {
      type: number
      key: string
      name: string
      name_localizations?: Record<string, string> | null
      description: string
      description_localizations?: Record<string, string> | null
    }[]
  }
  get_application_user_role_connection: {
    request: { params: { application_id: string } }
    response: RoleConnectionObject
  }
  get_auto_moderation_rule: {
    request: { params: { guild_id: string; rule_id: string } }
    response: AutoModerationRuleObject
  }
  get_backup_codes: {
    request: { body: { nonce: string; key?: string | null; regenerate?: boolean } }
    response: { backup_codes: { user_id: string; code: string; consumed: boolean }[] }
  }
  get_bot_gateway: { request: Record<never, never>; response: GatewayBotInfoObject }
  get_call: { request: { params: { channel_id: string } }; response: { ringable: boolean } }
  get_challenge: {
    request: Record<never, never>
    response: { algorithm: 'SHA-256'; challenge: string; salt: string; maxnumber: number; signature: string }
  }
  get_channel: { request: { params: { channel_id: string } }; response: ChannelObject }
  get_current_user_application_entitlements: {
    request: { params: { application_id: string }; query?: { sku_ids?: readonly string[]; exclude_consumed?: boolean } }
    response: EntitlementObject[]
  }
  get_dm_with_user: { request: { params: { user_id: string } }; response: ChannelObject }
  get_embedded_activity_config: {
    request: { params: { application_id: string } }
    response: EmbeddedActivityConfigObject
  }
  get_entitlement: {
    request: { params: { application_id: string; entitlement_id: string } }
    response: EntitlementObject
  }
  get_entitlements: {
    request: {
      params: { application_id: string }
      query?: {
        user_id?: string
        sku_ids?: readonly string[]
        guild_id?: string
        before?: string
        after?: string
        limit?: number
        exclude_ended?: boolean
        exclude_deleted?: boolean
        only_active?: boolean
      }
    }
    response: EntitlementObject[]
  }
  get_gateway: { request: Record<never, never>; response: GatewayInfoObject }
  get_guild: { request: { params: { guild_id: string }; query?: { with_counts?: boolean } }; response: GuildObject }
  get_guild_application_command: {
    request: { params: { application_id: string; guild_id: string; command_id: string } }
    response: ApplicationCommandObject
  }
  get_guild_application_command_permissions: {
    request: { params: { application_id: string; guild_id: string; command_id: string } }
    response: CommandPermissionsObject
  }
  get_guild_ban: { request: { params: { guild_id: string; user_id: string } }; response: BanObject }
  get_guild_emoji: { request: { params: { guild_id: string; emoji_id: string } }; response: EmojiObject }
  get_guild_join_requests: {
    request: {
      params: { guild_id: string }
      query?: {
        status?: 'STARTED' | 'SUBMITTED' | 'REJECTED' | 'APPROVED'
        limit?: number
        before?: string
        after?: string
      }
    }
    response: { total: number; guild_join_requests: GuildJoinRequestObject[] }
  }
  get_guild_member: { request: { params: { guild_id: string; user_id: string } }; response: MemberObject }
  get_guild_new_member_welcome: {
    request: { params: { guild_id: string } }
    response: NewMemberWelcomeObject | undefined
  }
  get_guild_preview: { request: { params: { guild_id: string } }; response: GuildPreviewObject }
  get_guild_role: { request: { params: { guild_id: string; role_id: string } }; response: RoleObject }
  get_guild_scheduled_event: {
    request: { params: { guild_id: string; guild_scheduled_event_id: string }; query?: { with_user_count?: boolean } }
    response: ScheduledEventObject
  }
  get_guild_soundboard_sound: {
    request: { params: { guild_id: string; sound_id: string } }
    response: SoundboardSoundObject
  }
  get_guild_sticker: { request: { params: { guild_id: string; sticker_id: string } }; response: StickerObject }
  get_guild_template: { request: { params: { code: string } }; response: GuildTemplateObject }
  get_guild_vanity_url: { request: { params: { guild_id: string } }; response: VanityUrlObject }
  get_guild_webhooks: { request: { params: { guild_id: string } }; response: WebhookObject[] }
  get_guild_welcome_screen: { request: { params: { guild_id: string } }; response: WelcomeScreenObject }
  get_guild_widget: { request: { params: { guild_id: string } }; response: WidgetObject }
  get_guild_widget_png: {
    request: {
      params: { guild_id: string }
      query?: { style?: 'shield' | 'banner1' | 'banner2' | 'banner3' | 'banner4' }
    }
    response: string
  }
  get_guild_widget_settings: { request: { params: { guild_id: string } }; response: WidgetSettingsObject }
  get_guilds_onboarding: { request: { params: { guild_id: string } }; response: GuildOnboardingObject }
  get_harvest: {
    request: Record<never, never>
    response:
      | {
          harvest_id: string
          user_id: string
          email: string | null
          state: 'INCOMPLETE' | 'DELIVERED' | 'CANCELLED'
          status: number
          created_at: string
          completed_at: string | null
          polled_at: string | null
          backends: Record<string, 'INITIAL' | 'RUNNING' | 'EXTRACTED'>
          updated_at: string
          shadow_run: boolean
          harvest_metadata: {
            user_is_staff: boolean
            sla_email_sent: boolean
            bypass_cooldown: boolean
            is_provisional: boolean
          }
          download_url?: string
        }
      | undefined
  }
  get_instance_settings: {
    request: Record<never, never>
    response: { settings: Record<string, unknown>; locked: string[] }
  }
  get_invite_target_users: { request: { params: { code: string } }; response: string }
  get_invite_target_users_job_status: {
    request: { params: { code: string } }
    response: {
      status: number
      total_users: number
      processed_users: number
      created_at: string | null
      completed_at: string | null
      error_message: string | null
    }
  }
  get_lobby: { request: { params: { lobby_id: string } }; response: LobbyObject }
  get_lobby_messages: {
    request: { params: { lobby_id: string }; query?: { limit?: number } }
    response: LobbyMessageObject[]
  }
  get_mail_state: {
    request: Record<never, never>
    response: { waiting: number; failed: number; last_error: string | null }
  }
  get_message: { request: { params: { channel_id: string; message_id: string } }; response: MessageObject }
  get_my_application: { request: Record<never, never>; response: ApplicationObject }
  get_my_guild_member: { request: { params: { guild_id: string } }; response: MemberObject }
  get_my_oauth2_application: { request: Record<never, never>; response: ApplicationObject }
  get_my_oauth2_authorization: {
    request: Record<never, never>
    response: {
      application: {
        id?: string
        name?: string
        icon?: string | null
        description?: string
        type?: number | null
        cover_image?: string
        primary_sku_id?: string
        bot?: UserObject
        slug?: string
        guild_id?: string
        rpc_origins?: string[]
        bot_public?: boolean
        bot_require_code_grant?: boolean
        terms_of_service_url?: string
        privacy_policy_url?: string
        custom_install_url?: string
        install_params?: InstallParamsObject
        integration_types_config?: Record<string, { oauth2_install_params?: InstallParamsObject }>
        verify_key?: string
        flags?: number
        flags_new?: string
        max_participants?: number | null
        tags?: string[]
        summary?: string
        hook?: boolean
        is_monetized?: boolean
        is_verified?: boolean
        redirect_uris?: string[]
        interactions_endpoint_url?: string | null
        role_connections_verification_url?: string | null
        owner?: UserObject
        team?: TeamObject | null
        approximate_guild_count?: number
        approximate_user_install_count?: number
        approximate_user_authorization_count?: number
        event_webhooks_url?: string | null
        event_webhooks_status?: number
        event_webhooks_types?: string[]
        explicit_content_filter?: number
        eligible_oauth2_scopes?: string[]
        channel_obfuscation_opt_in?: boolean
        social_sdk_terms_accepted?: boolean
      }
      scopes: string[]
      expires: string
      user?: UserObject
    }
  }
  get_my_settings: { request: Record<never, never>; response: UserSettingsObject }
  get_my_sign_in: { request: Record<never, never>; response: { password: boolean; mail: boolean } }
  get_my_user: { request: Record<never, never>; response: CurrentUserObject }
  get_openid_connect_userinfo: {
    request: Record<never, never>
    response: {
      sub: string
      email?: string | null
      email_verified?: boolean
      preferred_username?: string
      nickname?: string | null
      picture?: string
      locale?: string
    }
  }
  get_operator_job: {
    request: { params: { job_id: string } }
    response: {
      id: string
      kind: 'delete' | 'export' | 'remove_messages' | 'backup'
      state: 'waiting' | 'running' | 'done' | 'failed'
      done: number
      total: number | null
      error: string | null
      result: Record<string, unknown> | null
    }
  }
  get_original_webhook_message: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      query?: { thread_id?: string; with_components?: boolean }
    }
    response: MessageObject
  }
  get_overview: {
    request: Record<never, never>
    response: {
      version: string
      uptime_seconds: number
      people: { active: number; unverified: number; pending: number; suspended: number }
      guilds: number
      messages: number
      reports_open: number
      registrations_waiting: number
      mails_waiting: number
      bytes: number
      last_backup_at: string | null
      disk_free_bytes: number | null
      raid: { until: string } | null
      findings: { check: string; level: 'warn' | 'fail'; text: string; advice: string }[]
    }
  }
  get_proxy_config: { request: { params: { application_id: string } }; response: ProxyConfigObject }
  get_public_keys: {
    request: Record<never, never>
    response: { keys: { kty: string; use: string; kid: string; n: string; e: string; alg: string }[] }
  }
  get_push_key: { request: Record<never, never>; response: { key: string } }
  get_quick_link: { request: { params: { application_id: string; link_id: string } }; response: QuickLinkObject }
  get_registration: {
    request: Record<never, never>
    response: {
      mode: 'closed' | 'invite' | 'approval' | 'open'
      email: 'none' | 'optional' | 'verified'
      challenge: boolean
      passwords: boolean
      terms_url: string | null
      privacy_url: string | null
      name: string
      sso: { id: string; name: string }[]
    }
  }
  get_report: {
    request: { params: { report_id: string } }
    response: {
      id: string
      state: 'open' | 'dismissed' | 'removed' | 'suspended'
      kind: 'message' | 'user' | 'guild'
      count: number
      target: { user_id: string | null; guild_id: string | null; channel_id: string | null; message_id: string | null }
      reasons: { reason: number; text: string | null; at: string }[]
      resolved_by: string | null
      note: string | null
      evidence: { message: MessageObject; before: MessageObject[]; after: MessageObject[] } | null
    }
  }
  get_rpc_application: {
    request: { params: { application_id: string } }
    response: PublicApplicationObject & { rpc_origins: string[] }
  }
  get_self_voice_state: { request: { params: { guild_id: string } }; response: VoiceStateObject }
  get_sizes: {
    request: Record<never, never>
    response: {
      total: number
      by_kind: { messages: number; search: number; attachments: number; images: number; backups: number; other: number }
      guilds: { id: string; name: string; messages: number; bytes: number }[]
      people: { id: string; name: string; bytes: number }[]
      disk: { free: number | null; reserve: number }
      growth_bytes_per_day: number
    }
  }
  get_sku_subscription: {
    request: { params: { sku_id: string; subscription_id: string } }
    response: SubscriptionObject
  }
  get_sku_subscriptions: {
    request: {
      params: { sku_id: string }
      query?: { before?: string; after?: string; limit?: number; user_id?: string }
    }
    response: SubscriptionObject[]
  }
  get_soundboard_default_sounds: { request: Record<never, never>; response: SoundboardSoundObject[] }
  get_stage_instance: { request: { params: { channel_id: string } }; response: StageInstanceObject }
  get_sticker: { request: { params: { sticker_id: string } }; response: StickerObject }
  get_sticker_pack: { request: { params: { pack_id: string } }; response: StickerPackObject }
  get_stream_preview: { request: { params: { stream_key: string } }; response: { url: string } }
  get_thread_member: {
    request: { params: { channel_id: string; user_id: string }; query?: { with_member?: boolean } }
    response: ThreadMemberObject
  }
  get_user: { request: { params: { user_id: string } }; response: UserObject }
  get_user_profile: {
    request: {
      params: { user_id: string }
      query?: {
        with_mutual_guilds?: boolean
        with_mutual_friends?: boolean
        with_mutual_friends_count?: boolean
        guild_id?: string
      }
    }
    response: UserProfileObject
  }
  get_voice_state: { request: { params: { guild_id: string; user_id: string } }; response: VoiceStateObject }
  get_webhook: { request: { params: { webhook_id: string } }; response: WebhookObject }
  get_webhook_by_token: { request: { params: { webhook_id: string; webhook_token: string } }; response: WebhookObject }
  get_webhook_event_state: {
    request: { params: { application_id: string } }
    response: {
      waiting: number
      failing: { type: string; created_at: string; attempts: number; failing_since: string; next_attempt_at: string }[]
      disabled: { at: string; reason: string } | null
    }
  }
  get_webhook_message: {
    request: {
      params: { webhook_id: string; webhook_token: string; message_id: string }
      query?: { thread_id?: string; with_components?: boolean }
    }
    response: MessageObject
  }
  guild_role_member_counts: { request: { params: { guild_id: string } }; response: Record<string, number> }
  guild_search: {
    request: {
      params: { guild_id: string }
      query?: {
        sort_by?: 'relevance' | 'timestamp'
        sort_order?: 'asc' | 'desc'
        content?: string
        slop?: number
        author_id?: readonly string[]
        author_type?: readonly ('user' | 'bot' | 'webhook' | '-user' | '-bot' | '-webhook')[]
        mentions?: readonly string[]
        mentions_role_id?: readonly string[]
        mention_everyone?: boolean
        replied_to_user_id?: readonly string[]
        replied_to_message_id?: readonly string[]
        min_id?: string
        max_id?: string
        limit?: number
        offset?: number
        has?: readonly (
          | 'link'
          | 'embed'
          | 'file'
          | 'image'
          | 'video'
          | 'sound'
          | 'sticker'
          | 'poll'
          | 'snapshot'
          | '-link'
          | '-embed'
          | '-file'
          | '-image'
          | '-video'
          | '-sound'
          | '-sticker'
          | '-poll'
          | '-snapshot'
        )[]
        link_hostname?: readonly string[]
        embed_provider?: readonly string[]
        embed_type?: readonly ('image' | 'video' | 'gif' | 'sound' | 'article')[]
        attachment_extension?: readonly string[]
        attachment_filename?: readonly string[]
        pinned?: boolean
        include_nsfw?: boolean
        channel_id?: readonly string[]
      }
    }
    response:
      | {
          doing_deep_historical_index: boolean
          total_results: number
          messages: {
            type: number
            content: string
            mentions: UserObject[]
            mention_roles: string[]
            attachments: AttachmentObject[]
            embeds: EmbedObject[]
            timestamp: string
            edited_timestamp: string | null
            flags: number
            components: unknown[]
            stickers?: StickerObject[]
            sticker_items?: StickerItemObject[]
            id: string
            channel_id: string
            author: UserObject
            pinned: boolean
            mention_everyone: boolean
            tts: boolean
            mention_channels?: { id: string; guild_id: string; type: number; name: string }[]
            reactions?: ReactionObject[]
            nonce?: string | number
            webhook_id?: string
            activity?: { type: number; party_id?: string; session_id?: string }
            application?: unknown
            application_id?: string
            message_reference?: MessageReferenceObject
            message_snapshots?: MessageSnapshotObject[]
            interaction_metadata?: MessageInteractionMetadataObject
            interaction?: { id: string; type: number; name: string; user: UserObject; member?: PartialMemberObject }
            thread?: ThreadObject
            position?: number
            role_subscription_data?: {
              role_subscription_listing_id: string
              tier_name: string
              total_months_subscribed: number
              is_renewal: boolean
            }
            resolved?: ResolvedInMessageObject
            poll?: PollObject
            call?: { participants: string[]; ended_timestamp?: string | null }
            purchase_notification?: { type: number; guild_product_purchase?: unknown }
            shared_client_theme?: { colors: string[]; gradient_angle: number; base_mix: number; base_theme: number }
            lobby_member?: { additional_name: string }
            referenced_message?: BasicMessageObject | null
            hit?: boolean
          }[][]
          threads?: ThreadObject[]
          members?: ThreadMemberObject[]
        }
      | { message: string; code: number; documents_indexed: number; retry_after: number }
  }
  ignore_user: { request: { params: { user_id: string } }; response: undefined }
  invite_resolve: {
    request: {
      params: { code: string }
      query?: { with_counts?: boolean; with_expiration?: boolean; guild_scheduled_event_id?: string }
    }
    response: InviteObject
  }
  invite_revoke: { request: { params: { code: string } }; response: InviteObject }
  join_activity: {
    request: { params: { channel_id: string; application_id: string }; body: { session_id: string } }
    response: undefined
  }
  join_thread: { request: { params: { channel_id: string } }; response: undefined }
  leave_activity: {
    request: {
      params: { application_id: string; location_id: string; instance_id: string }
      body: { session_id: string }
    }
    response: Record<string, unknown>
  }
  leave_guild: { request: { params: { guild_id: string } }; response: undefined }
  leave_lobby: { request: { params: { lobby_id: string } }; response: undefined }
  leave_thread: { request: { params: { channel_id: string } }; response: undefined }
  link_my_provider: { request: { body: { code: string } }; response: undefined }
  list_accounts: {
    request: {
      query?: {
        query?: string
        state?: 'active' | 'unverified' | 'pending' | 'suspended' | 'deleting' | 'deleted' | 'imported'
        role?: 'moderator' | 'admin' | 'owner'
        after?: string
        limit?: number
      }
    }
    response: {
      id: string
      username: string
      discriminator: string
      global_name: string | null
      avatar: string | null
      public_flags: number
      flags: number
      bot?: boolean
      system?: boolean
      banner?: string | null
      accent_color?: number | null
      avatar_decoration_data?: AvatarDecorationObject | null
      collectibles?: CollectiblesObject | null
      primary_guild?: PrimaryGuildObject | null
      clan?: PrimaryGuildObject | null
      display_name_styles?: Record<string, unknown> | null
      mfa_enabled?: boolean
      authenticator_types?: number[]
      locale?: string
      premium_type?: number
      email?: string | null
      verified?: boolean
      bio?: string
      state: 'active' | 'unverified' | 'pending' | 'suspended' | 'deleting' | 'deleted' | 'imported'
      role: 'moderator' | 'admin' | 'owner' | null
      created_at: string
      last_seen_at: string | null
      sessions: number
      bytes: number
      reports: number
      registered_from: string | null
      note: string | null
    }[]
  }
  list_activity_shelf: {
    request: { query?: { guild_id?: string } }
    response: { activities: EmbeddedActivityConfigObject[]; applications: UsedApplicationObject[]; assets: unknown }
  }
  list_application_commands: {
    request: { params: { application_id: string }; query?: { with_localizations?: boolean } }
    response: ApplicationCommandObject[]
  }
  list_application_disclosures: {
    request: { params: { application_id: string } }
    response: { disclosures: number[]; acked_disclosures: number[]; all_acked: boolean }
  }
  list_application_emojis: { request: { params: { application_id: string } }; response: { items: EmojiObject[] } }
  list_application_issuers: {
    request: { params: { application_id: string } }
    response: { issuers: { type: string; issuer: string; client_id: string }[] }
  }
  list_auto_moderation_rules: { request: { params: { guild_id: string } }; response: AutoModerationRuleObject[] }
  list_backups: {
    request: Record<never, never>
    response: { name: string; bytes: number; created_at: string; encrypted: boolean }[]
  }
  list_blocks: {
    request: Record<never, never>
    response: {
      id: string
      kind: 'mail_domain' | 'network' | 'word' | 'link' | 'file_sha256'
      value: string
      note: string | null
      created_at: string
    }[]
  }
  list_channel_invites: { request: { params: { channel_id: string } }; response: InviteObject[] }
  list_channel_webhooks: { request: { params: { channel_id: string } }; response: WebhookObject[] }
  list_custom_links: { request: { params: { application_id: string } }; response: QuickLinkObject[] }
  list_demo_people: { request: Record<never, never>; response: { people: UserObject[] } }
  list_detectable_applications: { request: Record<never, never>; response: Record<string, unknown>[] }
  list_friend_suggestions: { request: Record<never, never>; response: FriendSuggestionObject[] }
  list_game_relationships: { request: Record<never, never>; response: GameRelationshipObject[] }
  list_guild_application_command_permissions: {
    request: { params: { application_id: string; guild_id: string } }
    response: CommandPermissionsObject[]
  }
  list_guild_application_commands: {
    request: { params: { application_id: string; guild_id: string }; query?: { with_localizations?: boolean } }
    response: ApplicationCommandObject[]
  }
  list_guild_audit_log_entries: {
    request: {
      params: { guild_id: string }
      query?: {
        user_id?: string
        target_id?: string
        action_type?: number
        before?: string
        after?: string
        limit?: number
      }
    }
    response: AuditLogObject
  }
  list_guild_bans: {
    request: { params: { guild_id: string }; query?: { limit?: number; before?: string; after?: string } }
    response: BanObject[]
  }
  list_guild_channels: {
    request: { params: { guild_id: string }; query?: { with_can_link_lobby?: boolean } }
    response: ChannelObject[]
  }
  list_guild_emojis: { request: { params: { guild_id: string } }; response: EmojiObject[] }
  list_guild_integrations: { request: { params: { guild_id: string } }; response: IntegrationObject[] }
  list_guild_invites: { request: { params: { guild_id: string } }; response: InviteObject[] }
  list_guild_members: {
    request: { params: { guild_id: string }; query?: { limit?: number; after?: string } }
    response: MemberObject[]
  }
  list_guild_roles: { request: { params: { guild_id: string } }; response: RoleObject[] }
  list_guild_scheduled_event_exception_users: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string; guild_scheduled_event_exception_id: string }
      query?: { limit?: number; with_member?: boolean; before?: string; after?: string }
    }
    response: ScheduledEventUserObject[]
  }
  list_guild_scheduled_event_users: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string }
      query?: { limit?: number; with_member?: boolean; before?: string; after?: string }
    }
    response: ScheduledEventUserObject[]
  }
  list_guild_scheduled_events: {
    request: { params: { guild_id: string }; query?: { with_user_count?: boolean } }
    response: ScheduledEventObject[]
  }
  list_guild_sizes: {
    request: { query?: { query?: string; limit?: number } }
    response: { id: string; name: string; owner_id: string; members: number; messages: number; bytes: number }[]
  }
  list_guild_soundboard_sounds: {
    request: { params: { guild_id: string } }
    response: { items: SoundboardSoundObject[] }
  }
  list_guild_stickers: { request: { params: { guild_id: string } }; response: StickerObject[] }
  list_guild_templates: { request: { params: { guild_id: string } }; response: GuildTemplateObject[] }
  list_guild_usable_application_commands: {
    request: { params: { guild_id: string } }
    response: { applications: UsedApplicationObject[]; application_commands: ApplicationCommandObject[] }
  }
  list_guild_voice_regions: { request: { params: { guild_id: string } }; response: VoiceRegionObject[] }
  list_message_reactions_by_emoji: {
    request: {
      params: { channel_id: string; message_id: string; emoji_name: string }
      query?: { after?: string; limit?: number; type?: number }
    }
    response: UserObject[]
  }
  list_messages: {
    request: {
      params: { channel_id: string }
      query?: { around?: string; before?: string; after?: string; limit?: number }
    }
    response: MessageObject[]
  }
  list_messages_with_user: {
    request: { params: { user_id: string }; query?: { limit?: number } }
    response: GameDirectMessageObject[]
  }
  list_my_applications: { request: Record<never, never>; response: ApplicationObject[] }
  list_my_channels: { request: Record<never, never>; response: ChannelObject[] }
  list_my_connections: { request: Record<never, never>; response: ConnectionObject[] }
  list_my_guilds: {
    request: { query?: { before?: string; after?: string; limit?: number; with_counts?: boolean; shard?: number } }
    response: CurrentUserGuildObject[]
  }
  list_my_message_summaries: { request: Record<never, never>; response: MessageSummaryObject[] }
  list_my_private_archived_threads: {
    request: { params: { channel_id: string }; query?: { before?: string; limit?: number } }
    response: ThreadListObject
  }
  list_my_providers: {
    request: Record<never, never>
    response: { id: string; name: string; account: string | null; linked_at: string | null }[]
  }
  list_my_usable_application_commands: {
    request: Record<never, never>
    response: { applications: UsedApplicationObject[]; application_commands: ApplicationCommandObject[] }
  }
  list_oauth2_tokens: {
    request: Record<never, never>
    response: { id: string; scopes: string[]; application: UsedApplicationObject; disclosures: number[] }[]
  }
  list_operators_log: {
    request: {
      query?: {
        actor?: string | 'key' | 'command'
        action?:
          | 'settings'
          | 'create'
          | 'role'
          | 'link'
          | 'approve'
          | 'reject'
          | 'suspend'
          | 'unsuspend'
          | 'sign_out'
          | 'reset_factors'
          | 'email'
          | 'delete'
          | 'export'
          | 'remove_messages'
          | 'guild_delete'
          | 'invite'
          | 'block'
          | 'note'
          | 'key'
          | 'backup'
          | 'report'
          | 'raid'
        target?: string
        before?: string
        limit?: number
      }
    }
    response: {
      id: string
      at: string
      actor: { user_id: string } | 'key' | 'command'
      action: string
      target: string | null
      changes: { key: string; old: unknown; new: unknown }[]
      reason: string | null
      address: string | null
    }[]
  }
  list_pins: {
    request: { params: { channel_id: string }; query?: { before?: string; limit?: number } }
    response: MessagePinsObject
  }
  list_private_archived_threads: {
    request: { params: { channel_id: string }; query?: { before?: string; limit?: number } }
    response: ThreadListObject
  }
  list_profile_widgets: { request: { params: { user_id: string } }; response: ProfileWidgetObject[] }
  list_provisional_accounts: {
    request: { params: { application_id: string }; query?: { after?: string; limit?: number } }
    response: {
      total: number
      items: { user: UserObject; created_at: string; restricted: boolean; identities: ApplicationIdentityObject[] }[]
    }
  }
  list_public_archived_threads: {
    request: { params: { channel_id: string }; query?: { before?: string; limit?: number } }
    response: ThreadListObject
  }
  list_published_skus: {
    request: { query: { application_id: string } }
    response: { id: string; summary: string; sku: SkuObject & { price: { amount: number; currency: string } } }[]
  }
  list_registration_invites: {
    request: Record<never, never>
    response: {
      code: string
      url: string
      uses: number
      used: number
      expires_at: string | null
      email: string | null
      note: string | null
    }[]
  }
  list_relationships: { request: Record<never, never>; response: RelationshipObject[] }
  list_report_reasons: {
    request: { query?: { channel_id?: string; message_id?: string; user_id?: string; guild_id?: string } }
    response: { reason: number; label: string; description: string }[]
  }
  list_reports: {
    request: { query?: { state?: 'open' | 'dismissed' | 'removed' | 'suspended'; after?: string; limit?: number } }
    response: {
      id: string
      state: 'open' | 'dismissed' | 'removed' | 'suspended'
      kind: 'message' | 'user' | 'guild'
      count: number
      target: { user_id: string | null; guild_id: string | null; channel_id: string | null; message_id: string | null }
      reasons: { reason: number; text: string | null; at: string }[]
      resolved_by: string | null
      note: string | null
    }[]
  }
  list_sessions: {
    request: Record<never, never>
    response: {
      user_sessions: {
        id_hash: string
        approx_last_used_time: string
        client_info: { os: string | null; platform: string | null; location: string | null }
      }[]
    }
  }
  list_skus: { request: { params: { application_id: string } }; response: SkuObject[] }
  list_sticker_packs: { request: Record<never, never>; response: { sticker_packs: StickerPackObject[] } }
  list_thread_members: {
    request: { params: { channel_id: string }; query?: { with_member?: boolean; after?: string; limit?: number } }
    response: ThreadMemberObject[]
  }
  list_usable_application_commands: {
    request: { params: { channel_id: string } }
    response: { applications: UsedApplicationObject[]; application_commands: ApplicationCommandObject[] }
  }
  list_user_application_identities: {
    request: { params: { user_id: string; application_id: string } }
    response: { identities: ApplicationIdentityObject[] }
  }
  list_voice_regions: { request: Record<never, never>; response: VoiceRegionObject[] }
  list_webauthn_authenticators: { request: Record<never, never>; response: { id: string; type: 1; name: string }[] }
  list_widget_configs: { request: { params: { application_id: string } }; response: WidgetConfigObject[] }
  login: {
    request: { body: { login: string; password: string; undelete?: boolean } }
    response:
      | { token: string; user_id: string }
      | {
          user_id: string
          mfa: true
          ticket: string
          totp: boolean
          backup: boolean
          sms: false
          webauthn: string | null
        }
  }
  logout: { request: { body?: { provider?: string | null; voip_provider?: string | null } }; response: undefined }
  navigate_clients: { request: { body: { path: string } }; response: { shown: boolean } }
  note_backup: { request: Record<never, never>; response: undefined }
  oauth2_authorize: {
    request: {
      query: {
        client_id: string
        response_type?: string
        redirect_uri?: string
        scope?: string
        state?: string
        nonce?: string
        prompt?: string
        code_challenge?: string
        code_challenge_method?: string
        integration_type?: string
        permissions?: string
        guild_id?: string
        disable_guild_select?: string
        local_client?: string
      }
      body?: {
        authorize?: boolean
        permissions?: string | null
        guild_id?: string | null
        integration_type?: number | null
        webhook_channel_id?: string | null
      }
    }
    response: { location: string }
  }
  oauth2_device_authorize: {
    request: { body?: { client_id?: string; client_secret?: string; scope?: string }; form: true }
    response: {
      device_code: string
      user_code: string
      verification_uri: string
      verification_uri_complete: string
      expires_in: number
      interval: number
    }
  }
  oauth2_device_finish: {
    request: { body: { user_code: string; result?: 'granted' | 'accepted' | 'denied' } }
    response: undefined
  }
  oauth2_device_verify: {
    request: { body: { user_code: string } }
    response: { application: PublicApplicationObject; scopes: string[] }
  }
  oauth2_get_authorization: {
    request: {
      query: {
        client_id: string
        response_type?: string
        redirect_uri?: string
        scope?: string
        state?: string
        nonce?: string
        prompt?: string
        code_challenge?: string
        code_challenge_method?: string
        integration_type?: string
        permissions?: string
        guild_id?: string
        disable_guild_select?: string
        local_client?: string
      }
    }
    response: {
      application: PublicApplicationObject
      bot?: UserObject
      user: UserObject
      authorized: boolean
      scopes: string[]
      redirect_uri: string | null
      integration_type: number
      integration_types: number[]
      permissions: string
      guilds?: { id: string; name: string; icon: string | null; permissions: string }[]
    }
  }
  oauth2_revoke_token: {
    request: {
      body?: { token?: string; token_type_hint?: string; client_id?: string; client_secret?: string }
      form: true
    }
    response: Record<string, unknown>
  }
  oauth2_rpc_token: {
    request: { body?: { client_id?: string; client_secret?: string }; form: true }
    response: { rpc_token: string }
  }
  oauth2_token: {
    request: {
      body?: {
        grant_type?: string
        client_id?: string
        client_secret?: string
        code?: string
        redirect_uri?: string
        code_verifier?: string
        refresh_token?: string
        scope?: string
        device_code?: string
        external_auth_type?: string
        external_auth_token?: string
      }
      form: true
    }
    response: {
      token_type: string
      access_token: string
      expires_in: number
      scope: string
      refresh_token?: string
      id_token?: string
      guild?: GuildObject
      webhook?: WebhookObject
    }
  }
  partner_sdk_child_token: {
    request: {
      body: { parent_access_token: string; child_application_id: string; parent_client_secret?: string | null }
    }
    response: { access_token: string; token_type: string; expires_in: number; scope: string }
  }
  partner_sdk_token: {
    request: {
      body: {
        client_id: string
        client_secret?: string | null
        external_auth_type:
          | 'OIDC'
          | 'STEAM_SESSION_TICKET'
          | 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN'
          | 'EPIC_ONLINE_SERVICES_ID_TOKEN'
          | 'UNITY_SERVICES_ID_TOKEN'
          | 'APPLE_ID_TOKEN'
          | 'PLAYSTATION_NETWORK_ID_TOKEN'
          | 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'
        external_auth_token: string
      }
    }
    response: {
      token_type: string
      access_token: string
      expires_in: number
      scope: string
      id_token: string
      refresh_token?: string
    }
  }
  partner_sdk_unmerge_provisional_account: {
    request: {
      body: {
        client_id: string
        client_secret?: string | null
        external_auth_type:
          | 'OIDC'
          | 'STEAM_SESSION_TICKET'
          | 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN'
          | 'EPIC_ONLINE_SERVICES_ID_TOKEN'
          | 'UNITY_SERVICES_ID_TOKEN'
          | 'APPLE_ID_TOKEN'
          | 'PLAYSTATION_NETWORK_ID_TOKEN'
          | 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'
        external_auth_token: string
      }
    }
    response: undefined
  }
  poll_expire: { request: { params: { channel_id: string; message_id: string } }; response: MessageObject }
  preview_prune_guild: {
    request: {
      params: { guild_id: string }
      query?: { days?: number | null; include_roles?: readonly string[] | null }
    }
    response: PruneResultObject
  }
  prune_guild: {
    request: {
      params: { guild_id: string }
      body?: { days?: number | null; include_roles?: readonly string[] | null; compute_prune_count?: boolean | null }
    }
    response: PruneResultObject
  }
  publish_widget_config: {
    request: { params: { application_id: string; config_id: string } }
    response: WidgetConfigObject
  }
  purchase_sku: {
    request: {
      params: { sku_id: string }
      body?: { guild_id?: string | null; test_mode?: boolean | null; load_id?: string | null }
    }
    response: { entitlements: EntitlementObject[] }
  }
  put_game_relationship: {
    request: { params: { user_id: string }; body?: { type?: -1 | 1 | null } }
    response: undefined
  }
  put_guild_new_member_welcome: {
    request: {
      params: { guild_id: string }
      body: {
        enabled: boolean
        welcome_message?: { author_ids: readonly string[]; message: string } | null
        new_member_actions: readonly {
          channel_id: string
          title: string
          description?: string | null
          emoji_id?: string | null
          emoji_name?: string | null
          action_type: number
        }[]
        resource_channels: readonly {
          channel_id: string
          title: string
          description?: string | null
          emoji_id?: string | null
          emoji_name?: string | null
        }[]
      }
    }
    response: NewMemberWelcomeObject
  }
  put_guilds_onboarding: {
    request: {
      params: { guild_id: string }
      body?: {
        prompts?: readonly {
          id: string
          title: string
          type?: number | null
          single_select?: boolean | null
          required?: boolean | null
          in_onboarding?: boolean | null
          options: readonly {
            id?: string | null
            title: string
            description?: string | null
            emoji_id?: string | null
            emoji_name?: string | null
            emoji_animated?: boolean | null
            role_ids?: readonly string[]
            channel_ids?: readonly string[]
          }[]
        }[]
        default_channel_ids?: readonly string[]
        enabled?: boolean | null
        mode?: number | null
      }
    }
    response: GuildOnboardingObject
  }
  put_my_connection: {
    request: {
      params: {
        type:
          | 'amazon-music'
          | 'battlenet'
          | 'bluesky'
          | 'bungie'
          | 'crunchyroll'
          | 'domain'
          | 'ebay'
          | 'epicgames'
          | 'facebook'
          | 'github'
          | 'instagram'
          | 'leagueoflegends'
          | 'mastodon'
          | 'paypal'
          | 'playstation'
          | 'reddit'
          | 'riotgames'
          | 'roblox'
          | 'skype'
          | 'spotify'
          | 'steam'
          | 'tiktok'
          | 'twitch'
          | 'twitter'
          | 'xbox'
          | 'youtube'
        connection_id: string
      }
      body: { name: string; visibility?: number; show_activity?: boolean; friend_sync?: boolean }
    }
    response: undefined
  }
  put_my_join_request: { request: { params: { guild_id: string } }; response: GuildJoinRequestObject }
  put_relationship: {
    request: { params: { user_id: string }; body?: { type?: -1 | 1 | 2 | null; note?: string | null } }
    response: undefined
  }
  redeem_rpc_token: {
    request: { params: { application_id: string }; body: { rpc_token: string } }
    response: { skips_prompt: boolean }
  }
  refresh_attachment_urls: {
    request: { body: { attachment_urls: readonly string[] } }
    response: { refreshed_urls: { original: string; refreshed: string }[] }
  }
  register: {
    request: {
      body: {
        username: string
        password: string
        email?: string | null
        global_name?: string | null
        invite?: string | null
        consent?: boolean
        challenge?: string | null
      }
    }
    response: { token: string; user_id: string } | { user_id: null; state: 'unverified' | 'pending' }
  }
  reject_registration: {
    request: { params: { user_id: string }; body?: { reason?: string | null } }
    response: undefined
  }
  remove_account_messages: {
    request: {
      params: { user_id: string }
      body?: { since_seconds?: number | null; guild_id?: string | null; dry_run?: boolean }
    }
    response: { job_id: string }
  }
  replace_application_issuers: {
    request: {
      params: { application_id: string }
      body: {
        issuers: readonly {
          type:
            | 'OIDC'
            | 'STEAM_SESSION_TICKET'
            | 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN'
            | 'EPIC_ONLINE_SERVICES_ID_TOKEN'
            | 'UNITY_SERVICES_ID_TOKEN'
            | 'APPLE_ID_TOKEN'
            | 'PLAYSTATION_NETWORK_ID_TOKEN'
          issuer: string
          client_id: string
        }[]
      }
    }
    response: { issuers: { type: string; issuer: string; client_id: string }[] }
  }
  replace_my_widgets: {
    request: { body: { widgets: readonly { data: { type: 'application'; application_id: string } }[] } }
    response: ProfileWidgetObject[]
  }
  replace_operator_key: { request: Record<never, never>; response: { key: string } }
  replace_proxy_config: {
    request: { params: { application_id: string }; body: { url_map: readonly { prefix: string; target: string }[] } }
    response: ProxyConfigObject
  }
  request_application_intents: {
    request: {
      params: { application_id: string }
      body: { intents: readonly ('GUILD_MEMBERS' | 'GUILD_PRESENCES' | 'MESSAGE_CONTENT')[]; reason: string }
    }
    response: {
      users: number
      review_from_users: number
      intents: Record<string, 'approved' | 'on' | 'off'>
      approved_at: string | null
      reapply_at: string | null
      reapply_due: boolean
      ends_at: string | null
      request: { intents: string[]; reason: string; requested_at: string } | null
      verified: boolean
      identify_premium: boolean
      social_layer: boolean
      game: boolean
      obfuscation_for_all: boolean
    }
  }
  request_friend_by_name: {
    request: { body: { username: string; discriminator?: (string | number) | null; note?: string | null } }
    response: undefined
  }
  request_game_friend_by_name: { request: { body: { username: string } }; response: undefined }
  resend_verification: { request: Record<never, never>; response: undefined }
  reset_bot_token: { request: { params: { application_id: string } }; response: { token: string } }
  reset_client_secret: { request: { params: { application_id: string } }; response: { secret: string } }
  reset_password: {
    request: {
      body: { token: string; password: string; method?: 'totp' | 'backup' | 'webauthn'; ticket?: string; code?: string }
    }
    response:
      | { token: string }
      | {
          user_id: string
          mfa: true
          ticket: string
          totp: boolean
          backup: boolean
          sms: false
          webauthn: string | null
        }
  }
  resolve_report: {
    request: {
      params: { report_id: string }
      body: {
        action: 'dismiss' | 'remove' | 'suspend'
        duration_seconds?: number | null
        delete_message_seconds?: number | null
        note?: string | null
      }
    }
    response: {
      id: string
      state: 'open' | 'dismissed' | 'removed' | 'suspended'
      kind: 'message' | 'user' | 'guild'
      count: number
      target: { user_id: string | null; guild_id: string | null; channel_id: string | null; message_id: string | null }
      reasons: { reason: number; text: string | null; at: string }[]
      resolved_by: string | null
      note: string | null
      evidence: { message: MessageObject; before: MessageObject[]; after: MessageObject[] } | null
    }
  }
  respond_to_scheduled_event_occurrence: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string; exception_id: string }
      body: { response: 0 | 1 }
    }
    response: ScheduledEventUserObject
  }
  ring_call: {
    request: { params: { channel_id: string }; body?: { recipients?: readonly string[] | null } }
    response: undefined
  }
  search_application_commands: {
    request: {
      params: { channel_id: string }
      query: {
        type: number
        query?: string
        limit?: number
        cursor?: number
        include_applications?: boolean
        application_id?: string
        command_ids?: readonly string[]
      }
    }
    response: {
      application_commands: ApplicationCommandObject[]
      applications?: UsedApplicationObject[]
      cursor: { previous: string | null; next: string | null }
    }
  }
  search_guild_members: {
    request: { params: { guild_id: string }; query: { query: string; limit?: number } }
    response: MemberObject[]
  }
  send_backup_codes_challenge: {
    request: { body?: { password?: string } }
    response: { nonce: string; regenerate_nonce: string }
  }
  send_message_to_user: {
    request: {
      params: { user_id: string }
      body?: {
        content?: string | null
        metadata?: Record<string, string> | null
        flags?: number | null
        nonce?: (string | number) | null
        enforce_nonce?: boolean | null
        allowed_mentions?: {
          parse?: readonly ('users' | 'roles' | 'everyone')[] | null
          users?: readonly string[] | null
          roles?: readonly string[] | null
          replied_user?: boolean | null
        } | null
        activity?: { type: 1 | 2 | 5; party_id?: string | null; session_id?: string | null } | null
        application_id?: string | null
      }
    }
    response: GameDirectMessageObject
  }
  send_soundboard_sound: {
    request: { params: { channel_id: string }; body: { sound_id: string; source_guild_id?: string | null } }
    response: undefined
  }
  send_test_mail: { request: { body: { to: string } }; response: { ok: boolean; response: string } }
  set_channel_permission_overwrite: {
    request: {
      params: { channel_id: string; overwrite_id: string }
      body: { type: number; allow?: string | null; deny?: string | null }
    }
    response: undefined
  }
  set_guild_application_command_permissions: {
    request: {
      params: { application_id: string; guild_id: string; command_id: string }
      body: { permissions: readonly { id: string; type: number; permission: boolean }[] }
    }
    response: CommandPermissionsObject
  }
  set_my_primary_guild: {
    request: { body?: { identity_guild_id?: string | null; identity_enabled?: boolean | null } }
    response: CurrentUserObject
  }
  start_passwordless_login: { request: Record<never, never>; response: { ticket: string; challenge: string } }
  stop_ringing_call: {
    request: { params: { channel_id: string }; body?: { recipients?: readonly string[] | null } }
    response: undefined
  }
  subscribe_scheduled_event: {
    request: { params: { guild_id: string; guild_scheduled_event_id: string }; body?: { response?: 1 } }
    response: ScheduledEventUserObject
  }
  subscribe_to_activities: {
    request: {
      body: {
        subscriptions: readonly {
          user_id: string
          application_id: string
          party_id?: string | null
          message_id: string
          channel_id: string
        }[]
      }
    }
    response: undefined
  }
  sync_guild_template: { request: { params: { guild_id: string; code: string } }; response: GuildTemplateObject }
  thread_search: {
    request: {
      params: { channel_id: string }
      query?: {
        name?: string
        slop?: number
        min_id?: string
        max_id?: string
        tag?: readonly string[]
        tag_setting?: 'match_all' | 'match_some'
        archived?: boolean
        sort_by?: 'relevance' | 'creation_time' | 'last_message_time' | 'archive_time'
        sort_order?: 'asc' | 'desc'
        limit?: number
        offset?: number
      }
    }
    response: {
      threads: ThreadObject[]
      members: ThreadMemberObject[]
      has_more: boolean
      first_messages: MessageObject[]
      total_results: number
    }
  }
  trigger_typing_indicator: { request: { params: { channel_id: string } }; response: undefined }
  unban_user_from_guild: { request: { params: { guild_id: string; user_id: string } }; response: undefined }
  unfurl_urls: { request: { body: { urls: readonly string[] } }; response: { embeds: EmbedObject[] } }
  unignore_user: { request: { params: { user_id: string } }; response: undefined }
  unlink_my_provider: { request: { params: { provider_id: string } }; response: undefined }
  unpublish_widget_config: {
    request: { params: { application_id: string; config_id: string } }
    response: WidgetConfigObject
  }
  unsubscribe_scheduled_event: {
    request: { params: { guild_id: string; guild_scheduled_event_id: string } }
    response: undefined
  }
  update_account: {
    request: {
      params: { user_id: string }
      body?: {
        email?: string | null
        verified?: boolean
        role?: 'moderator' | 'admin' | 'owner' | null
        note?: string | null
      }
    }
    response: {
      id: string
      username: string
      discriminator: string
      global_name: string | null
      avatar: string | null
      public_flags: number
      flags: number
      bot?: boolean
      system?: boolean
      banner?: string | null
      accent_color?: number | null
      avatar_decoration_data?: AvatarDecorationObject | null
      collectibles?: CollectiblesObject | null
      primary_guild?: PrimaryGuildObject | null
      clan?: PrimaryGuildObject | null
      display_name_styles?: Record<string, unknown> | null
      mfa_enabled?: boolean
      authenticator_types?: number[]
      locale?: string
      premium_type?: number
      email?: string | null
      verified?: boolean
      bio?: string
      state: 'active' | 'unverified' | 'pending' | 'suspended' | 'deleting' | 'deleted' | 'imported'
      role: 'moderator' | 'admin' | 'owner' | null
      created_at: string
      last_seen_at: string | null
      sessions: number
      bytes: number
      reports: number
      registered_from: string | null
      note: string | null
    }
  }
  update_application: {
    request: {
      params: { application_id: string }
      body?: {
        description?: string | null
        icon?: string | null
        cover_image?: string | null
        custom_install_url?: string | null
        role_connections_verification_url?: string | null
        interactions_endpoint_url?: string | null
        event_webhooks_url?: string | null
        event_webhooks_status?: number | null
        event_webhooks_types?:
          | readonly (
              | 'APPLICATION_AUTHORIZED'
              | 'APPLICATION_DEAUTHORIZED'
              | 'ENTITLEMENT_CREATE'
              | 'ENTITLEMENT_UPDATE'
              | 'ENTITLEMENT_DELETE'
              | 'QUEST_USER_ENROLLMENT'
              | 'LOBBY_MESSAGE_CREATE'
              | 'LOBBY_MESSAGE_UPDATE'
              | 'LOBBY_MESSAGE_DELETE'
              | 'GAME_DIRECT_MESSAGE_CREATE'
              | 'GAME_DIRECT_MESSAGE_UPDATE'
              | 'GAME_DIRECT_MESSAGE_DELETE'
            )[]
          | null
        tags?: readonly string[] | null
        install_params?: {
          scopes?: readonly ('applications.commands' | 'bot')[] | null
          permissions?: string | null
        } | null
        integration_types_config?: {
          '0'?: {
            oauth2_install_params?: {
              scopes?: readonly ('applications.commands' | 'bot')[] | null
              permissions?: string | null
            } | null
          } | null
          '1'?: {
            oauth2_install_params?: {
              scopes?: readonly ('applications.commands' | 'bot')[] | null
              permissions?: string | null
            } | null
          } | null
        } | null
        flags?: number | null
        max_participants?: number | null
        name?: string
        channel_obfuscation_opt_in?: boolean | null
        bot_public?: boolean | null
        bot_require_code_grant?: boolean | null
        terms_of_service_url?: string | null
        privacy_policy_url?: string | null
        public_client?: boolean | null
        redirect_uris?: readonly string[] | null
        social_sdk_terms_accepted?: boolean | null
        social_layer?: boolean | null
      }
    }
    response: ApplicationObject
  }
  update_application_approvals: {
    request: {
      params: { application_id: string }
      body?: {
        intents?: readonly ('GUILD_MEMBERS' | 'GUILD_PRESENCES' | 'MESSAGE_CONTENT')[]
        verified?: boolean
        identify_premium?: boolean
        social_layer?: boolean
      }
    }
    response: undefined
  }
  update_application_command: {
    request: { params: { application_id: string; command_id: string }; body: CommandChanges }
    response: ApplicationCommandObject
  }
  update_application_emoji: {
    request: {
      params: { application_id: string; emoji_id: string }
      body?: { name?: string; roles?: readonly string[] | null }
    }
    response: EmojiObject
  }
  update_application_identity_profile: {
    request: {
      params: { application_id: string; user_id: string; provider_issued_user_id: string }
      body?: {
        username?: string
        data?: {
          primary?: {
            season?: string | null
            rank_name?: string | null
            rank_image?: { url: string } | null
            highest_rank?: string | null
            highest_rank_image?: { url: string } | null
            featured_played_character?: string | null
            featured_played_character_image?: { url: string } | null
            playtime_hours?: number | null
            total_wins?: number | null
            current_period_wins?: number | null
            total_games?: number | null
            current_period_games?: number | null
            total_kills?: number | null
            current_period_kills?: number | null
            total_assists?: number | null
            current_period_assists?: number | null
            total_deaths?: number | null
            current_period_deaths?: number | null
          } | null
          dynamic?:
            | readonly (
                | { type: 1; name: string; value: string }
                | { type: 2; name: string; value: number }
                | { type: 3; name: string; value: { url: string } }
              )[]
            | null
        }
      }
    }
    response: undefined
  }
  update_application_parent: {
    request: { params: { application_id: string }; body: { application_id: string | null } }
    response: undefined
  }
  update_application_role_connections_metadata: {
    request: {
      params: { application_id: string }
      body?:
        | readonly {
            type: number
            key: string
            name: string
            name_localizations?: Record<string, string> | null
            description: string
            description_localizations?: Record<string, string> | null
          }[]
        | null
    }
    response: {
      type: number
      key: string
      name: string
      name_localizations?: Record<string, string> | null
      description: string
      description_localizations?: Record<string, string> | null
    }[]
  }
  update_application_user_role_connection: {
    request: {
      params: { application_id: string }
      body?: {
        platform_name?: string | null
        platform_username?: string | null
        metadata?: Record<string, string | number | boolean> | null
      }
    }
    response: RoleConnectionObject
  }
  update_auto_moderation_rule: {
    request: {
      params: { guild_id: string; rule_id: string }
      body?: {
        trigger_metadata?: {
          keyword_filter?: readonly string[] | null
          regex_patterns?: readonly string[] | null
          presets?: readonly number[] | null
          allow_list?: readonly string[] | null
          mention_total_limit?: number | null
          mention_raid_protection_enabled?: boolean | null
        } | null
        actions?:
          | readonly {
              type: number
              metadata?: {
                channel_id?: string | null
                duration_seconds?: number | null
                custom_message?: string | null
              } | null
            }[]
          | null
        enabled?: boolean | null
        exempt_roles?: readonly string[] | null
        exempt_channels?: readonly string[] | null
        name?: string
        event_type?: number
        trigger_type?: number
      }
    }
    response: AutoModerationRuleObject
  }
  update_channel: {
    request: {
      params: { channel_id: string }
      body?: {
        name?: string
        type?: number | null
        topic?: string | null
        nsfw?: boolean | null
        rate_limit_per_user?: number | null
        bitrate?: number | null
        user_limit?: number | null
        rtc_region?: string | null
        video_quality_mode?: number | null
        position?: number | null
        parent_id?: string | null
        permission_overwrites?:
          | readonly { id: string; type?: number | null; allow?: string | null; deny?: string | null }[]
          | null
        default_auto_archive_duration?: (60 | 1440 | 4320 | 10080) | null
        default_thread_rate_limit_per_user?: number | null
        default_reaction_emoji?: { emoji_id?: string | null; emoji_name?: string | null } | null
        default_sort_order?: number | null
        default_forum_layout?: number | null
        available_tags?:
          | readonly {
              id?: string | null
              name: string
              moderated?: boolean | null
              emoji_id?: string | null
              emoji_name?: string | null
            }[]
          | null
        flags?: number | null
        archived?: boolean | null
        auto_archive_duration?: (60 | 1440 | 4320 | 10080) | null
        locked?: boolean | null
        invitable?: boolean | null
        applied_tags?: readonly string[] | null
        icon?: string | null
      }
    }
    response: ChannelObject
  }
  update_consent_request: {
    request: { params: { request_id: string }; body: { status: 'shown' | 'accepted' | 'denied' | 'withdrawn' } }
    response: undefined
  }
  update_custom_link: {
    request: {
      params: { application_id: string; link_id: string }
      body?: { custom_id?: string | null; title?: string; description?: string; image?: string | null }
    }
    response: QuickLinkObject
  }
  update_embedded_activity_config: {
    request: {
      params: { application_id: string }
      body?: {
        supported_platforms?: readonly ('web' | 'ios' | 'android')[]
        default_orientation_lock_state?: 1 | 2 | 3
        tablet_default_orientation_lock_state?: 1 | 2 | 3
        requires_age_gate?: boolean
        legacy_responsive_aspect_ratio?: boolean
        client_platform_config?: {
          web?: {
            label_type?: 0 | 1 | 2
            label_until?: string | null
            release_phase?:
              | 'in_development'
              | 'activities_team'
              | 'employee_release'
              | 'soft_launch'
              | 'soft_launch_multi_geo'
              | 'global_launch'
            omit_badge_from_surfaces?: readonly string[]
          }
          ios?: {
            label_type?: 0 | 1 | 2
            label_until?: string | null
            release_phase?:
              | 'in_development'
              | 'activities_team'
              | 'employee_release'
              | 'soft_launch'
              | 'soft_launch_multi_geo'
              | 'global_launch'
            omit_badge_from_surfaces?: readonly string[]
          }
          android?: {
            label_type?: 0 | 1 | 2
            label_until?: string | null
            release_phase?:
              | 'in_development'
              | 'activities_team'
              | 'employee_release'
              | 'soft_launch'
              | 'soft_launch_multi_geo'
              | 'global_launch'
            omit_badge_from_surfaces?: readonly string[]
          }
        }
        shelf_rank?: number
        displays_advertisements?: boolean
        requires_proxy_ticket?: boolean
        supported_locales?: readonly (
          | 'ar'
          | 'id'
          | 'da'
          | 'de'
          | 'en-GB'
          | 'en-US'
          | 'es-ES'
          | 'es-419'
          | 'fr'
          | 'hr'
          | 'it'
          | 'lt'
          | 'hu'
          | 'nl'
          | 'no'
          | 'pl'
          | 'pt-BR'
          | 'ro'
          | 'fi'
          | 'sv-SE'
          | 'vi'
          | 'tr'
          | 'cs'
          | 'el'
          | 'bg'
          | 'ru'
          | 'uk'
          | 'he'
          | 'hi'
          | 'th'
          | 'zh-CN'
          | 'ja'
          | 'zh-TW'
          | 'ko'
        )[]
        blocked_locales?: readonly (
          | 'ar'
          | 'id'
          | 'da'
          | 'de'
          | 'en-GB'
          | 'en-US'
          | 'es-ES'
          | 'es-419'
          | 'fr'
          | 'hr'
          | 'it'
          | 'lt'
          | 'hu'
          | 'nl'
          | 'no'
          | 'pl'
          | 'pt-BR'
          | 'ro'
          | 'fi'
          | 'sv-SE'
          | 'vi'
          | 'tr'
          | 'cs'
          | 'el'
          | 'bg'
          | 'ru'
          | 'uk'
          | 'he'
          | 'hi'
          | 'th'
          | 'zh-CN'
          | 'ja'
          | 'zh-TW'
          | 'ko'
        )[]
      }
    }
    response: EmbeddedActivityConfigObject
  }
  update_guild: {
    request: {
      params: { guild_id: string }
      body?: {
        name?: string
        description?: string | null
        icon?: string | null
        splash?: string | null
        discovery_splash?: string | null
        home_header?: string | null
        region?: string | null
        banner?: string | null
        owner_id?: string
        features?: readonly string[] | null
        verification_level?: number | null
        default_message_notifications?: number | null
        explicit_content_filter?: number | null
        afk_channel_id?: string | null
        afk_timeout?: 60 | 300 | 900 | 1800 | 3600 | null
        system_channel_id?: string | null
        system_channel_flags?: number | null
        rules_channel_id?: string | null
        public_updates_channel_id?: string | null
        safety_alerts_channel_id?: string | null
        preferred_locale?:
          | 'ar'
          | 'id'
          | 'da'
          | 'de'
          | 'en-GB'
          | 'en-US'
          | 'es-ES'
          | 'es-419'
          | 'fr'
          | 'hr'
          | 'it'
          | 'lt'
          | 'hu'
          | 'nl'
          | 'no'
          | 'pl'
          | 'pt-BR'
          | 'ro'
          | 'fi'
          | 'sv-SE'
          | 'vi'
          | 'tr'
          | 'cs'
          | 'el'
          | 'bg'
          | 'ru'
          | 'uk'
          | 'he'
          | 'hi'
          | 'th'
          | 'zh-CN'
          | 'ja'
          | 'zh-TW'
          | 'ko'
          | null
        premium_progress_bar_enabled?: boolean | null
        retention_messages_days?: number | null
      }
    }
    response: {
      id: string
      name: string
      icon: string | null
      icon_hash?: string | null
      description: string | null
      home_header: string | null
      splash: string | null
      discovery_splash: string | null
      features: string[]
      banner: string | null
      owner_id: string
      owner?: boolean
      permissions?: string
      application_id: string | null
      region: string
      afk_channel_id: string | null
      afk_timeout: number
      system_channel_id: string | null
      system_channel_flags: number
      widget_enabled: boolean
      widget_channel_id: string | null
      verification_level: number
      roles: RoleObject[]
      default_message_notifications: number
      mfa_level: number
      explicit_content_filter: number
      max_presences: number | null
      max_members: number
      max_stage_video_channel_users: number
      max_video_channel_users: number
      vanity_url_code: string | null
      premium_tier: number
      premium_subscription_count: number
      preferred_locale: string
      rules_channel_id: string | null
      safety_alerts_channel_id: string | null
      public_updates_channel_id: string | null
      premium_progress_bar_enabled: boolean
      premium_progress_bar_enabled_user_updated_at?: string | null
      nsfw: boolean
      nsfw_level: number
      emojis: EmojiObject[]
      stickers: StickerObject[]
      incidents_data: IncidentsDataObject | null
      welcome_screen?: WelcomeScreenObject
      approximate_member_count?: number | null
      approximate_presence_count?: number | null
      hub_type?: number | null
      latest_onboarding_question_id?: string | null
      inventory_settings?: Record<string, unknown> | null
      retention_messages_days?: number | null
    }
  }
  update_guild_application_command: {
    request: { params: { application_id: string; guild_id: string; command_id: string }; body: CommandChanges }
    response: ApplicationCommandObject
  }
  update_guild_emoji: {
    request: {
      params: { guild_id: string; emoji_id: string }
      body?: { name?: string; roles?: readonly string[] | null }
    }
    response: EmojiObject
  }
  update_guild_incident_actions: {
    request: {
      params: { guild_id: string }
      body?: { invites_disabled_until?: string | null; dms_disabled_until?: string | null }
    }
    response: IncidentsDataObject
  }
  update_guild_member: {
    request: {
      params: { guild_id: string; user_id: string }
      body?: {
        nick?: string | null
        roles?: readonly string[] | null
        mute?: boolean | null
        deaf?: boolean | null
        channel_id?: string | null
        communication_disabled_until?: string | null
        flags?: number | null
      }
    }
    response: MemberObject
  }
  update_guild_mfa_level: {
    request: { params: { guild_id: string }; body: { level: number } }
    response: { level: number }
  }
  update_guild_profile: {
    request: { params: { guild_id: string }; body?: { tag?: string | null } }
    response: { id: string; name: string; tag: string | null }
  }
  update_guild_role: {
    request: {
      params: { guild_id: string; role_id: string }
      body?: {
        color?: number | null
        colors?: { primary_color: number; secondary_color?: number | null; tertiary_color?: number | null } | null
        name?: string | null
        permissions?: string | null
        hoist?: boolean | null
        mentionable?: boolean | null
        icon?: string | null
        unicode_emoji?: string | null
      }
    }
    response: RoleObject
  }
  update_guild_scheduled_event: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string }
      body?: {
        name?: string
        scheduled_start_time?: string
        privacy_level?: 2
        entity_type?: 1 | 2 | 3 | null
        status?: 1 | 2 | 3 | 4 | null
        description?: string | null
        image?: string | null
        scheduled_end_time?: string | null
        channel_id?: string | null
        recurrence_rule?: {
          start: string
          end?: string | null
          frequency: 0 | 1 | 2 | 3
          interval?: number | null
          by_weekday?: readonly number[] | null
          by_n_weekday?: readonly { n: number; day: number }[] | null
          by_month?: readonly number[] | null
          by_month_day?: readonly number[] | null
          by_year_day?: readonly number[] | null
          count?: number | null
        } | null
        entity_metadata?: { location?: string | null } | null
      }
    }
    response: ScheduledEventObject
  }
  update_guild_scheduled_event_exception: {
    request: {
      params: { guild_id: string; guild_scheduled_event_id: string; exception_id: string }
      body?: { scheduled_start_time?: string | null; scheduled_end_time?: string | null; is_canceled?: boolean | null }
    }
    response: ScheduledEventExceptionObject
  }
  update_guild_soundboard_sound: {
    request: {
      params: { guild_id: string; sound_id: string }
      body?: { name?: string; volume?: number | null; emoji_id?: string | null; emoji_name?: string | null }
    }
    response: SoundboardSoundObject
  }
  update_guild_sticker: {
    request: {
      params: { guild_id: string; sticker_id: string }
      body?: { name?: string; tags?: string; description?: string | null }
    }
    response: StickerObject
  }
  update_guild_template: {
    request: { params: { guild_id: string; code: string }; body?: { name?: string; description?: string | null } }
    response: GuildTemplateObject
  }
  update_guild_vanity_url: {
    request: { params: { guild_id: string }; body: { code: string | null } }
    response: VanityUrlObject
  }
  update_guild_welcome_screen: {
    request: {
      params: { guild_id: string }
      body?: {
        enabled?: boolean | null
        description?: string | null
        welcome_channels?:
          | readonly { channel_id: string; description: string; emoji_id?: string | null; emoji_name?: string | null }[]
          | null
      }
    }
    response: WelcomeScreenObject
  }
  update_guild_widget_settings: {
    request: { params: { guild_id: string }; body?: { enabled?: boolean | null; channel_id?: string | null } }
    response: WidgetSettingsObject
  }
  update_instance_settings: {
    request: {
      body?: {
        name?: string
        terms_url?: string | null
        privacy_url?: string | null
        contact_email?: string | null
        registration?: 'closed' | 'invite' | 'approval' | 'open'
        registration_email?: 'none' | 'optional' | 'verified'
        registration_challenge?: boolean
        registration_domains?: readonly string[]
        registrations_per_hour?: number
        guild_invites_register?: boolean
        passwords?: boolean
        sso?: readonly {
          id: string
          name: string
          issuer: string
          client_id: string
          client_secret: string | true
          scopes?: readonly string[]
          allowed_domains?: readonly string[]
          register: 'auto' | 'approval' | 'off'
          link_by_email: boolean
          role_claim?: string
          roles?: Record<string, 'admin' | 'moderator'>
        }[]
        operator_second_factor?: boolean
        guild_creation?: 'everyone' | 'operators'
        smtp_url?: string | null
        mail_from?: string | null
        retention_messages_days?: number | null
        retention_files_days?: number | null
        link_previews?: boolean
        metrics_token?: string | null
        backup_to?: string | null
        backup_at?: string | null
        backup_keep?: number
        backup_recipient?: string | null
        push_content?: boolean
        retention_addresses_days?: number
        retention_reports_days?: number | null
        deletion_grace_days?: number
        quota_person_bytes?: number | null
        quota_guild_bytes?: number | null
        quota_files_bytes?: number | null
        disk_reserve_bytes?: number | null
      }
    }
    response: { settings: Record<string, unknown>; locked: string[] }
  }
  update_invite_target_users: {
    request: { params: { code: string }; body?: Record<string, unknown>; files?: readonly Upload[] }
    response: undefined
  }
  update_lobby_message: {
    request: { params: { lobby_id: string; message_id: string }; body?: { content?: string | null } }
    response: LobbyMessageObject
  }
  update_lobby_message_external_moderation_metadata: {
    request: { params: { lobby_id: string; message_id: string }; body?: Record<string, string> }
    response: undefined
  }
  update_message: {
    request: {
      params: { channel_id: string; message_id: string }
      body?: {
        content?: string | null
        embeds?:
          | readonly {
              title?: string | null
              description?: string | null
              url?: string | null
              timestamp?: (string | 0 | '') | null
              color?: number | null
              footer?: { text?: string | null; icon_url?: string | null } | null
              image?: { url?: string | null; description?: string | null } | null
              thumbnail?: { url?: string | null; description?: string | null } | null
              author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null
              fields?: readonly { name: string; value: string; inline?: boolean | null }[] | null
            }[]
          | null
        allowed_mentions?: {
          parse?: readonly ('users' | 'roles' | 'everyone')[] | null
          users?: readonly string[] | null
          roles?: readonly string[] | null
          replied_user?: boolean | null
        } | null
        components?: unknown | null
        attachments?:
          | readonly {
              id: string
              filename?: string | null
              title?: string | null
              description?: string | null
              duration_secs?: number | null
              waveform?: string | null
              is_spoiler?: boolean | null
            }[]
          | null
        flags?: number | null
        poll?: unknown | null
        sticker_ids?: readonly string[] | null
      }
      files?: readonly Upload[]
    }
    response: MessageObject
  }
  update_message_with_user: {
    request: { params: { user_id: string; message_id: string }; body?: { content?: string | null } }
    response: GameDirectMessageObject
  }
  update_my_account: { request: { body: { global_name: string } }; response: CurrentUserObject }
  update_my_application: {
    request: {
      body?: {
        description?: string | null
        icon?: string | null
        cover_image?: string | null
        custom_install_url?: string | null
        role_connections_verification_url?: string | null
        interactions_endpoint_url?: string | null
        event_webhooks_url?: string | null
        event_webhooks_status?: number | null
        event_webhooks_types?:
          | readonly (
              | 'APPLICATION_AUTHORIZED'
              | 'APPLICATION_DEAUTHORIZED'
              | 'ENTITLEMENT_CREATE'
              | 'ENTITLEMENT_UPDATE'
              | 'ENTITLEMENT_DELETE'
              | 'QUEST_USER_ENROLLMENT'
              | 'LOBBY_MESSAGE_CREATE'
              | 'LOBBY_MESSAGE_UPDATE'
              | 'LOBBY_MESSAGE_DELETE'
              | 'GAME_DIRECT_MESSAGE_CREATE'
              | 'GAME_DIRECT_MESSAGE_UPDATE'
              | 'GAME_DIRECT_MESSAGE_DELETE'
            )[]
          | null
        tags?: readonly string[] | null
        install_params?: {
          scopes?: readonly ('applications.commands' | 'bot')[] | null
          permissions?: string | null
        } | null
        integration_types_config?: {
          '0'?: {
            oauth2_install_params?: {
              scopes?: readonly ('applications.commands' | 'bot')[] | null
              permissions?: string | null
            } | null
          } | null
          '1'?: {
            oauth2_install_params?: {
              scopes?: readonly ('applications.commands' | 'bot')[] | null
              permissions?: string | null
            } | null
          } | null
        } | null
        flags?: number | null
        max_participants?: number | null
      }
    }
    response: ApplicationObject
  }
  update_my_guild_member: {
    request: {
      params: { guild_id: string }
      body?: { nick?: string | null; avatar?: string | null; banner?: string | null; bio?: string | null }
    }
    response: MemberObject
  }
  update_my_nick: {
    request: { params: { guild_id: string }; body?: { nick?: string | null } }
    response: { nick: string | null }
  }
  update_my_settings: {
    request: {
      body?: {
        friend_source_flags?: { all?: boolean; mutual_friends?: boolean; mutual_guilds?: boolean } | null
        profile_visibility?: number
        locale?:
          | 'ar'
          | 'id'
          | 'da'
          | 'de'
          | 'en-GB'
          | 'en-US'
          | 'es-ES'
          | 'es-419'
          | 'fr'
          | 'hr'
          | 'it'
          | 'lt'
          | 'hu'
          | 'nl'
          | 'no'
          | 'pl'
          | 'pt-BR'
          | 'ro'
          | 'fi'
          | 'sv-SE'
          | 'vi'
          | 'tr'
          | 'cs'
          | 'el'
          | 'bg'
          | 'ru'
          | 'uk'
          | 'he'
          | 'hi'
          | 'th'
          | 'zh-CN'
          | 'ja'
          | 'zh-TW'
          | 'ko'
          | null
        theme?: 'system' | 'light' | 'dark'
        message_display_compact?: boolean
        developer_mode?: boolean
        push_content?: boolean
        guild_positions?: readonly string[]
        collapsed_categories?: readonly string[]
      }
    }
    response: UserSettingsObject
  }
  update_my_user: {
    request: {
      body?: {
        username?: string
        global_name?: string | null
        avatar?: string | null
        banner?: string | null
        bio?: string | null
        email?: string
        accent_color?: number | null
        password?: string | null
        new_password?: string | null
      }
    }
    response: {
      id: string
      username: string
      discriminator: string
      global_name: string | null
      avatar: string | null
      public_flags: number
      flags: number
      bot?: boolean
      system?: boolean
      banner?: string | null
      accent_color?: number | null
      avatar_decoration_data?: AvatarDecorationObject | null
      collectibles?: CollectiblesObject | null
      primary_guild?: PrimaryGuildObject | null
      clan?: PrimaryGuildObject | null
      display_name_styles?: Record<string, unknown> | null
      mfa_enabled?: boolean
      authenticator_types?: number[]
      locale?: string
      premium_type?: number
      email?: string | null
      verified?: boolean
      bio?: string
      token?: string
    }
  }
  update_original_webhook_message: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      query?: { thread_id?: string; with_components?: boolean }
      body?: {
        content?: string | null
        embeds?:
          | readonly {
              title?: string | null
              description?: string | null
              url?: string | null
              timestamp?: (string | 0 | '') | null
              color?: number | null
              footer?: { text?: string | null; icon_url?: string | null } | null
              image?: { url?: string | null; description?: string | null } | null
              thumbnail?: { url?: string | null; description?: string | null } | null
              author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null
              fields?: readonly { name: string; value: string; inline?: boolean | null }[] | null
            }[]
          | null
        allowed_mentions?: {
          parse?: readonly ('users' | 'roles' | 'everyone')[] | null
          users?: readonly string[] | null
          roles?: readonly string[] | null
          replied_user?: boolean | null
        } | null
        components?: unknown | null
        attachments?:
          | readonly {
              id: string
              filename?: string | null
              title?: string | null
              description?: string | null
              duration_secs?: number | null
              waveform?: string | null
              is_spoiler?: boolean | null
            }[]
          | null
        flags?: number | null
        poll?: unknown | null
        sticker_ids?: readonly string[] | null
      }
      files?: readonly Upload[]
    }
    response: MessageObject
  }
  update_raid_mode: {
    request: { body: { active: boolean; minutes?: number | null } }
    response: { active: boolean; raid: { until: string } | null }
  }
  update_relationship: {
    request: { params: { user_id: string }; body?: { nickname?: string | null } }
    response: undefined
  }
  update_self_voice_state: {
    request: {
      params: { guild_id: string }
      body?: { channel_id?: string | null; suppress?: boolean | null; request_to_speak_timestamp?: string | null }
    }
    response: undefined
  }
  update_sku_subscription: {
    request: {
      params: { sku_id: string; subscription_id: string }
      body: { step: 'cancel' | 'resume' | 'refund' | 'fail' | 'renew' }
    }
    response: SubscriptionObject
  }
  update_stage_instance: {
    request: { params: { channel_id: string }; body?: { topic?: string; privacy_level?: 1 | 2 } }
    response: StageInstanceObject
  }
  update_user_message_external_moderation_metadata: {
    request: { params: { user_id_1: string; user_id_2: string; message_id: string }; body?: Record<string, string> }
    response: undefined
  }
  update_voice_channel_status: {
    request: { params: { channel_id: string }; body?: { status?: string | null } }
    response: undefined
  }
  update_voice_state: {
    request: {
      params: { guild_id: string; user_id: string }
      body?: { channel_id?: string | null; suppress?: boolean | null }
    }
    response: undefined
  }
  update_webauthn_authenticator: {
    request: { params: { authenticator_id: string }; body?: { name?: string } }
    response: { id: string; type: 1; name: string }
  }
  update_webhook: {
    request: {
      params: { webhook_id: string }
      body?: { name?: string | null; avatar?: string | null; channel_id?: string | null }
    }
    response: WebhookObject
  }
  update_webhook_by_token: {
    request: {
      params: { webhook_id: string; webhook_token: string }
      body?: { name?: string | null; avatar?: string | null }
    }
    response: WebhookObject
  }
  update_webhook_message: {
    request: {
      params: { webhook_id: string; webhook_token: string; message_id: string }
      query?: { thread_id?: string; with_components?: boolean }
      body?: {
        content?: string | null
        embeds?:
          | readonly {
              title?: string | null
              description?: string | null
              url?: string | null
              timestamp?: (string | 0 | '') | null
              color?: number | null
              footer?: { text?: string | null; icon_url?: string | null } | null
              image?: { url?: string | null; description?: string | null } | null
              thumbnail?: { url?: string | null; description?: string | null } | null
              author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null
              fields?: readonly { name: string; value: string; inline?: boolean | null }[] | null
            }[]
          | null
        allowed_mentions?: {
          parse?: readonly ('users' | 'roles' | 'everyone')[] | null
          users?: readonly string[] | null
          roles?: readonly string[] | null
          replied_user?: boolean | null
        } | null
        components?: unknown | null
        attachments?:
          | readonly {
              id: string
              filename?: string | null
              title?: string | null
              description?: string | null
              duration_secs?: number | null
              waveform?: string | null
              is_spoiler?: boolean | null
            }[]
          | null
        flags?: number | null
        poll?: unknown | null
        sticker_ids?: readonly string[] | null
      }
      files?: readonly Upload[]
    }
    response: MessageObject
  }
  update_widget_config: {
    request: {
      params: { application_id: string; config_id: string }
      body?: {
        display_name?: string
        surfaces?: Record<
          string,
          {
            layout: string
            components: Record<
              string,
              {
                fields: Record<
                  string,
                  {
                    value_type: 'data' | 'custom_string' | 'application_asset'
                    presentation_type: 'text' | 'number' | 'duration' | 'image'
                    value: string
                    fallback?: {
                      value_type: 'data' | 'custom_string' | 'application_asset'
                      presentation_type: 'text' | 'number' | 'duration' | 'image'
                      value: string
                    } | null
                  }
                >
              }
            >
          }
        >
      }
    }
    response: WidgetConfigObject
  }
  upload_application_attachment: {
    request: { params: { application_id: string }; files?: readonly Upload[] }
    response: { attachment: AttachmentObject }
  }
  use_one_time_link: {
    request: { body: { token: string; password?: string; undelete?: boolean } }
    response:
      | { token: string; user_id: string }
      | {
          user_id: string
          mfa: true
          ticket: string
          totp: boolean
          backup: boolean
          sms: false
          webauthn: string | null
        }
  }
  verify_address: {
    request: { body: { token: string } }
    response:
      | (
          | { token: string; user_id: string }
          | {
              user_id: string
              mfa: true
              ticket: string
              totp: boolean
              backup: boolean
              sms: false
              webauthn: string | null
            }
        )
      | { user_id: null; state: 'unverified' | 'pending' }
  }
  verify_mfa: {
    request: { body: { ticket: string; mfa_type: 'totp' | 'backup' | 'webauthn'; data: string } }
    response: { token: string }
  }
  verify_mfa_login: {
    request: { params: { authenticator_type: 'totp' | 'backup' | 'webauthn' }; body: { ticket: string; code: string } }
    response: { token: string; user_id: string }
  }
  vote_on_poll: {
    request: { params: { channel_id: string; message_id: string }; body: { answer_ids: readonly number[] } }
    response: undefined
  }
  withdraw_scheduled_event_response: {
    request: { params: { guild_id: string; guild_scheduled_event_id: string; exception_id: string } }
    response: undefined
  }
}

export type AcceptedInvite = {
  type: number
  code: string
  guild?: InviteGuildObject
  guild_id?: string
  channel: InviteChannelObject | null
  inviter?: UserObject
  target_type?: number
  target_user?: UserObject
  target_application?: PublicApplicationObject
  approximate_member_count?: number | null
  approximate_presence_count?: number | null
  expires_at: string | null
  guild_scheduled_event?: ScheduledEventObject
  flags?: number
  roles?: InviteRoleObject[] | null
  is_nickname_changeable?: boolean
  is_contact?: boolean
  target_channel_id?: string
  target_message_id?: string
  uses?: number
  max_uses?: number
  max_age?: number
  temporary?: boolean
  created_at?: string
  new_member: boolean
}

export type CommandChanges = {
  name?: string
  name_localizations?: Record<string, string> | null
  description?: string
  description_localizations?: Record<string, string> | null
  options?: CommandOptionObject[]
  default_member_permissions?: string | null
  dm_permission?: boolean
  default_permission?: boolean
  nsfw?: boolean
  integration_types?: number[]
  contexts?: number[] | null
  handler?: number
}

export type CommandForm = {
  name: string
  type?: number
  name_localizations?: Record<string, string> | null
  description?: string
  description_localizations?: Record<string, string> | null
  options?: CommandOptionObject[]
  default_member_permissions?: string | null
  dm_permission?: boolean
  default_permission?: boolean
  nsfw?: boolean
  integration_types?: number[]
  contexts?: number[] | null
  handler?: number
}

export type Modal = {
  custom_id: string
  title: string
  components: (LabelObject | TextDisplayObject | ModalActionRow)[]
}

export type ModalActionRow = { type: 1; components: unknown[] }
