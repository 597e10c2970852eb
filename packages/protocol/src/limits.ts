/**
 * Documented limits. Lengths are in code points, sizes in bytes and times in seconds, unless the name has another unit.
 * A limit with a lower bound other than 0 or 1 has a `_MIN` beside it.
 */

const MIB = 1024 * 1024

// Messages
export const MESSAGE_CONTENT_MAX = 2000
export const EMBEDS_MAX = 10
/** Length of the titles, descriptions, fields, footers and authors of all embeds of a message together. */
export const EMBED_TEXT_MAX = 6000
export const EMBED_TITLE_MAX = 256
export const EMBED_DESCRIPTION_MAX = 4096
export const EMBED_FIELDS_MAX = 25
export const EMBED_FIELD_NAME_MAX = 256
export const EMBED_FIELD_VALUE_MAX = 1024
export const EMBED_FOOTER_MAX = 2048
export const EMBED_AUTHOR_MAX = 256
export const MESSAGE_STICKERS_MAX = 3
export const ATTACHMENTS_MAX = 10
export const ATTACHMENT_DESCRIPTION_MAX = 1024
export const NONCE_MAX = 25
export const ALLOWED_MENTIONS_MAX = 100
export const PINS_MAX = 250
/** Different emojis of the reactions to one message. */
export const REACTIONS_MAX = 20
export const REACTION_USERS_PAGE_MAX = 100
export const MESSAGES_PAGE_MAX = 100
export const PINS_PAGE_MAX = 50
export const BULK_DELETE_MIN = 2
export const BULK_DELETE_MAX = 100
export const BULK_DELETE_AGE_MAX_DAYS = 14
export const POLL_QUESTION_MAX = 300
export const POLL_ANSWERS_MAX = 10
export const POLL_ANSWER_MAX = 55
export const POLL_DURATION_MAX_HOURS = 768

// Messages of games
/** Messages that one request reads, of a lobby or of a direct message. */
export const GAME_MESSAGES_PAGE_MAX = 200
/** Age up to which a game reads messages. */
export const GAME_MESSAGES_AGE_MAX_MS = 72 * 60 * 60 * 1000
export const MESSAGE_METADATA_KEYS_MAX = 25
/** Length of each key and of each value. */
export const MESSAGE_METADATA_TEXT_MAX = 1024
export const MODERATION_METADATA_KEYS_MAX = 5
export const MODERATION_METADATA_KEY_MAX = 1024
export const MODERATION_METADATA_VALUE_MAX = 2000
/** Requests of one kind that a game may send before its communication features are approved. [LIM-18] */
export const DEVELOPMENT_REQUESTS_MAX = 100
export const DEVELOPMENT_LINKS_MAX = 20
export const DEVELOPMENT_REQUESTS_PER_MS = 2 * 60 * 60 * 1000
export const PARTY_ID_MAX = 128
/** Seconds for which an invite to a lobby's linked channel is valid. [LIM-14] */
export const LOBBY_INVITE_AGE_MAX = 3600

// Profiles of players and widgets
/** Size of the `data` of a profile, serialized. [END-62] */
export const PROFILE_DATA_MAX_BYTES = 10 * 1024
export const PROFILE_USERNAME_MAX = 1024
export const PROFILE_TEXT_MAX = 100
export const PROFILE_FIELD_NAME_MAX = 100
export const PROFILE_DYNAMIC_FIELDS_MAX = 30
/** Length of the id of a user at another provider. */
export const PROVIDER_ISSUED_USER_ID_MAX = 1024
export const WIDGET_DISPLAY_NAME_MAX = 100
export const WIDGET_CUSTOM_STRING_MAX = 256
export const WIDGET_ASSET_KEY_MAX = 50

// Components
/** Components of a message with IS_COMPONENTS_V2, at all depths. */
export const COMPONENTS_MAX = 40
export const ACTION_ROWS_MAX = 5
export const BUTTONS_IN_ROW_MAX = 5
export const CUSTOM_ID_MAX = 100
export const BUTTON_LABEL_MAX = 80
export const BUTTON_URL_MAX = 512
export const SELECT_OPTIONS_MAX = 25
export const SELECT_VALUES_MAX = 25
export const SELECT_PLACEHOLDER_MAX = 150
export const OPTION_LABEL_MAX = 100
export const OPTION_VALUE_MAX = 100
export const OPTION_DESCRIPTION_MAX = 100
export const TEXT_INPUT_MAX = 4000
export const TEXT_INPUT_PLACEHOLDER_MAX = 100
export const LABEL_MAX = 45
export const LABEL_DESCRIPTION_MAX = 100
export const MODAL_TITLE_MAX = 45
export const MODAL_COMPONENTS_MAX = 5
export const FILE_UPLOAD_VALUES_MAX = 10
export const FILE_TYPES_MAX = 10
export const RADIO_OPTIONS_MIN = 2
export const RADIO_OPTIONS_MAX = 10
export const CHECKBOX_OPTIONS_MAX = 10
export const MEDIA_GALLERY_ITEMS_MAX = 10
export const SECTION_TEXTS_MAX = 3
export const MEDIA_DESCRIPTION_MAX = 1024

// Commands and interactions
export const CHAT_INPUT_COMMANDS_MAX = 100
/** Limit per scope for USER commands and for MESSAGE commands. [LIM-10] [LIM-11] */
export const CONTEXT_MENU_COMMANDS_MAX = 15
export const ENTRY_POINT_COMMANDS_MAX = 1
export const COMMAND_CREATES_PER_DAY_MAX = 200
export const COMMAND_NAME_MAX = 32
export const COMMAND_DESCRIPTION_MAX = 100
export const COMMAND_TEXT_MAX = 8000
export const COMMAND_OPTIONS_MAX = 25
export const COMMAND_CHOICES_MAX = 25
export const COMMAND_CHOICE_MAX = 100
export const COMMAND_STRING_MAX = 6000
export const COMMAND_PERMISSIONS_MAX = 100
export const INTERACTION_RESPONSE_MS = 3000
export const INTERACTION_TOKEN_MS = 15 * 60 * 1000
/** Follow-ups of an interaction with an application that only its user has installed. */
export const FOLLOWUPS_MAX = 5

// Channels
export const CHANNELS_MAX = 500
export const CHANNELS_IN_CATEGORY_MAX = 50
export const CHANNEL_NAME_MAX = 100
export const CHANNEL_TOPIC_MAX = 1024
export const FORUM_TOPIC_MAX = 4096
export const SLOWMODE_MAX = 21600
export const BITRATE_MIN = 8000
/** Voice bitrate by boost tier 0 to 3. VIP_REGIONS counts as tier 3. */
export const BITRATE_MAX_BY_TIER: readonly number[] = [96000, 128000, 256000, 384000]
export const STAGE_BITRATE_MAX = 64000
export const VOICE_USERS_MAX = 99
export const STAGE_USERS_MAX = 10000
export const VOICE_STATUS_MAX = 500
export const OVERWRITES_MAX = 1000
export const FORUM_TAGS_MAX = 20
export const FORUM_TAG_NAME_MAX = 20
export const APPLIED_TAGS_MAX = 5
export const ACTIVE_THREADS_MAX = 1000
export const THREAD_MEMBERS_MAX = 1000
/** Members of a role up to which a mention of the role adds them to a thread. */
export const THREAD_ROLE_MENTION_MEMBERS_MAX = 100
export const THREAD_MEMBERS_PAGE_MAX = 100
export const GROUP_DM_RECIPIENTS_MAX = 10
/** Existing group DMs that one application or person has created. */
export const GROUP_DMS_MAX = 10

// Lobbies
export const LOBBY_MEMBERS_MAX = 1000
/** Lobbies of one game that a user may be in. */
export const LOBBIES_PER_USER_MAX = 200
/** Keys and values of the metadata of a lobby, or of a lobby member, together. */
export const LOBBY_METADATA_MAX = 1000
export const LOBBY_SECRET_MAX = 250
export const LOBBY_SECRET_MAX_DAYS = 30
export const LOBBY_IDLE_TIMEOUT_MIN = 5
export const LOBBY_IDLE_TIMEOUT_MAX = 604_800
export const LOBBY_IDLE_TIMEOUT_DEFAULT = 300
export const LOBBY_ADDITIONAL_NAME_MAX = 80
/** Members in one request. */
export const LOBBY_MEMBERS_BULK_MAX = 25
export const LOBBY_CALL_MEMBERS_MAX = 25

// Guilds and members
export const GUILDS_MAX = 100
export const GUILDS_PAGE_MAX = 200
export const GUILD_NAME_MIN = 2
export const GUILD_NAME_MAX = 100
export const GUILD_DESCRIPTION_MAX = 300
export const GUILD_TAG_MAX = 4
/** Words of a person about a report, and of operators about a decision. */
export const REPORT_TEXT_MAX = 1_000
export const OPERATOR_NOTE_MAX = 500
export const NICKNAME_MAX = 32
export const MEMBER_BIO_MAX = 190
export const MEMBERS_PAGE_MAX = 1000
export const TIMEOUT_MAX_DAYS = 28
export const ROLES_MAX = 250
export const ROLE_NAME_MAX = 100
/** Characters of the emoji in place of a role icon. */
export const ROLE_EMOJI_MAX = 32
export const BANS_PAGE_MAX = 1000
export const BULK_BAN_MAX = 200
export const BAN_DELETE_MESSAGES_MAX = 7 * 24 * 3600
export const INTEGRATIONS_LISTED_MAX = 50
export const WELCOME_CHANNELS_MAX = 5
export const WELCOME_DESCRIPTION_MAX = 140
export const WELCOME_CHANNEL_DESCRIPTION_MAX = 50
export const ONBOARDING_PROMPTS_MAX = 15
export const ONBOARDING_OPTIONS_MAX = 50
export const ONBOARDING_PROMPT_TITLE_MAX = 100
export const ONBOARDING_OPTION_TITLE_MAX = 50
export const ONBOARDING_OPTION_DESCRIPTION_MAX = 100
/** Roles, and channels, of one option. */
export const ONBOARDING_OPTION_TARGETS_MAX = 50
/** Default channels that an onboarding needs before it can be enabled. */
export const ONBOARDING_CHANNELS_MIN = 7
/** Default channels in which @everyone can send messages, for an enabled onboarding. */
export const ONBOARDING_WRITABLE_CHANNELS_MIN = 5
export const INCIDENT_ACTIONS_MAX_HOURS = 24
export const JOIN_REQUESTS_PAGE_MAX = 100
export const REJECTION_REASON_MAX = 160
export const WIDGET_MEMBERS_MAX = 100
export const PRUNE_DAYS_MAX = 30
export const PRUNE_DAYS_DEFAULT = 7
export const INVITES_MAX = 1000
export const INVITE_AGE_DEFAULT = 24 * 3600
export const INVITE_AGE_MAX = 7 * 24 * 3600
export const INVITE_USES_MAX = 100
export const VANITY_CODE_MAX = 32
export const AUDIT_REASON_MAX = 512
export const AUDIT_PAGE_MAX = 100
export const AUDIT_KEPT_DAYS = 45
/** Emojis by boost tier, for static and for animated ones each. */
export const EMOJIS_MAX_BY_TIER: readonly number[] = [50, 100, 150, 250]
export const APPLICATION_EMOJIS_MAX = 2000
export const EMOJI_NAME_MIN = 2
export const EMOJI_NAME_MAX = 32
export const STICKERS_MAX_BY_TIER: readonly number[] = [5, 15, 30, 60]
export const STICKER_NAME_MIN = 2
export const STICKER_NAME_MAX = 30
export const STICKER_DESCRIPTION_MIN = 2
export const STICKER_DESCRIPTION_MAX = 100
export const STICKER_TAGS_MAX = 200
/** Width and height in pixels. */
export const STICKER_SIDE_MAX = 320
export const STICKER_FRAMES_MAX = 1000
export const STICKER_MAX_MS = 5000
/** Frames per second of a Lottie file. The public platform documents no value. */
export const STICKER_FRAMERATE_MAX = 60
export const SOUNDS_MAX_BY_TIER: readonly number[] = [8, 24, 36, 48]
/** Sounds of a guild with MORE_SOUNDBOARD. */
export const SOUNDS_MAX_MORE = 96
export const SOUND_NAME_MIN = 2
export const SOUND_NAME_MAX = 32
export const WEBHOOKS_MAX = 15
export const GUILD_WEBHOOKS_MAX = 1000
export const WEBHOOK_NAME_MAX = 80
export const SCHEDULED_EVENTS_MAX = 100
export const SCHEDULED_EVENT_NAME_MAX = 100
export const SCHEDULED_EVENT_DESCRIPTION_MAX = 1000
export const SCHEDULED_EVENT_LOCATION_MAX = 100
/** Future exceptions of a recurring event. The public platform documents no value. */
export const SCHEDULED_EVENT_EXCEPTIONS_MAX = 100
export const SCHEDULED_EVENT_USERS_PAGE_MAX = 100
/** Time from now until the start of an event. The public platform documents no value. */
export const SCHEDULED_EVENT_AHEAD_MS = 5 * 366 * 86_400_000
/** Time after which an event or stage with an empty channel ends, documented as minutes. */
export const VOICE_EVENT_IDLE_MS = 5 * 60 * 1000
/** Time after which an event that was not started is cancelled, documented as a few hours. */
export const SCHEDULED_EVENT_UNSTARTED_MS = 3 * 3600 * 1000
export const STAGE_TOPIC_MAX = 120
export const TEMPLATE_NAME_MAX = 100
export const TEMPLATE_DESCRIPTION_MAX = 120

// Automatic moderation
export const AUTOMOD_KEYWORD_RULES_MAX = 6
export const AUTOMOD_NAME_MAX = 100
export const AUTOMOD_ACTIONS_MAX = 5
/** Allowed texts of a keyword rule; a preset rule has a higher limit. */
export const AUTOMOD_ALLOWED_MAX = 100
export const AUTOMOD_PRESET_ALLOWED_MAX = 1000
export const AUTOMOD_EXEMPT_ROLES_MAX = 20
export const AUTOMOD_EXEMPT_CHANNELS_MAX = 50
export const AUTOMOD_KEYWORDS_MAX = 1000
export const AUTOMOD_KEYWORD_MAX = 60
export const AUTOMOD_REGEXES_MAX = 10
export const AUTOMOD_REGEX_MAX = 260
export const AUTOMOD_MENTIONS_MAX = 50
export const AUTOMOD_TIMEOUT_MAX = 28 * 24 * 3600
export const AUTOMOD_MESSAGE_MAX = 150

// Users and applications
export const FRIENDS_MAX = 1000
export const BLOCKED_USERS_MAX = 5000
/** Friends of a user in one game. The public platform documents none. */
export const GAME_FRIENDS_MAX = 5000
/** Requests of a user that wait in one direction and one layer. The public platform documents none. */
export const FRIEND_REQUESTS_MAX = 1000
/** Ignored users without another relationship. The public platform documents none. */
export const IGNORED_USERS_MAX = 5000
export const FRIEND_NOTE_MAX = 120
export const USERNAME_MIN = 2
export const USERNAME_MAX = 32
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PASSKEY_NAME_MAX = 32
/** Digits of an id. */
export const SNOWFLAKE_DIGITS_MAX = 20
export const APPLICATION_NAME_MAX = 32
/** Applications that one person owns. */
export const APPLICATIONS_MAX = 25
export const APPLICATION_TAGS_MAX = 5
export const APPLICATION_TAG_MAX = 20
export const APPLICATION_DESCRIPTION_MAX = 400
export const APPLICATION_URL_MAX = 2048
export const REDIRECT_URI_MAX = 512
/** Text that a developer sends with a request for privileged intents. The public platform documents no value. */
export const REVIEW_REASON_MAX = 2000
export const SKU_NAME_MAX = 80
export const QUICK_LINK_TITLE_MAX = 32
export const QUICK_LINK_DESCRIPTION_MAX = 64
export const QUICK_LINK_CUSTOM_ID_MAX = 256
/** Prefix or target of an address mapping of an activity. */
export const MAPPING_PART_MAX = 200
export const ISSUER_CLIENT_ID_MAX = 1024
export const ISSUER_TOKEN_MAX = 10_240
export const ROLE_CONNECTION_METADATA_MAX = 5
export const ROLE_CONNECTION_KEY_MAX = 50
export const ROLE_CONNECTION_NAME_MAX = 100
export const ROLE_CONNECTION_DESCRIPTION_MAX = 200
export const ROLE_CONNECTION_VALUE_MAX = 100
export const PLATFORM_NAME_MAX = 50
export const PLATFORM_USERNAME_MAX = 100
export const ENTITLEMENTS_PAGE_MAX = 100
export const SUBSCRIPTIONS_PAGE_MAX = 100
export const SUBSCRIPTIONS_PAGE_DEFAULT = 50
export const ACTIVITY_BUTTONS_MAX = 2
/** Number of users from which privileged intents need a review. [LIM-16] */
export const PRIVILEGED_REVIEW_USERS = 10000

// Gateway
export const GATEWAY_SENDS_MAX = 120
export const GATEWAY_SENDS_PER_MS = 60_000
export const GATEWAY_PAYLOAD_MAX_BYTES = 4096
export const IDENTIFY_PER_MS = 5000
export const IDENTIFIES_PER_DAY_MAX = 1000
/** Identifies of one player in one game per `GAME_IDENTIFIES_PER_MS`. */
export const GAME_IDENTIFIES_MAX = 30
export const GAME_IDENTIFIES_PER_MS = 60_000
/** Gateway sessions of one player in one game. */
export const GAME_SESSIONS_MAX = 20
/** Sessions without a gateway connection of one player in one game; another one ends the oldest. */
export const HEADLESS_SESSIONS_MAX = 5
/** Lifetime of a session without a gateway connection since its last refresh. */
export const HEADLESS_SESSION_MS = 20 * 60_000
export const ACTIVITIES_MAX = 10
/** Users whose presence one player follows in one game after their invites. */
export const ACTIVITY_SUBSCRIPTIONS_MAX = 100
/** Presence updates of one game's session per `PRESENCE_UPDATES_PER_MS`. */
export const PRESENCE_UPDATES_MAX = 5
export const PRESENCE_UPDATES_PER_MS = 20_000
export const SHARD_GUILDS_MAX = 2500
export const LARGE_THRESHOLD_MIN = 50
export const LARGE_THRESHOLD_MAX = 250
export const LARGE_THRESHOLD_DEFAULT = 50
/** Members with a role or nickname that GUILD_CREATE lists in a guild above `large_threshold`. */
export const DISTINGUISHED_MEMBERS_MAX = 10_000
export const MEMBER_CHUNK_MAX = 1000
export const MEMBER_REQUEST_USERS_MAX = 100
export const MEMBER_REQUEST_NONCE_MAX_BYTES = 32
/** Interval between two requests of all members of a guild. [GW-5] */
export const MEMBER_REQUEST_ALL_PER_MS = 30_000
/** Size of "very large" guilds, which `member_request_limit_large` covers. GUILD_CREATE lists few members. [VER-11] */
export const VERY_LARGE_GUILD_MEMBERS = 75_000

// HTTP
export const REQUESTS_PER_SECOND_MAX = 50
export const INVALID_REQUESTS_MAX = 10_000
export const INVALID_REQUESTS_PER_MS = 10 * 60 * 1000
/** Size of one file of users, bots, webhooks and interaction responses. [LIM-1] */
export const FILE_MAX_BYTES = 20 * MIB
/** Size of one file by the user's premium type 0 to 3. */
export const FILE_MAX_BYTES_BY_PREMIUM: readonly number[] = [FILE_MAX_BYTES, 50 * MIB, 500 * MIB, 50 * MIB]
/** Size of one file by the guild's boost tier 0 to 3. */
export const FILE_MAX_BYTES_BY_TIER: readonly number[] = [FILE_MAX_BYTES, FILE_MAX_BYTES, 50 * MIB, 100 * MIB]
/** Size of a request body. It exceeds the documented total, so that ten files fit. [LIM-1] */
export const REQUEST_MAX_BYTES = 220 * MIB
export const EMOJI_MAX_BYTES = 256 * 1024
/** Size of the picture of a shared screen. */
export const STREAM_PREVIEW_MAX_BYTES = 256 * 1024
export const STICKER_MAX_BYTES = 512 * 1024
export const SOUND_MAX_BYTES = 512 * 1024
export const SOUND_MAX_MS = 5200
