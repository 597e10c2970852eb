import {
  AUTOMOD_ACTIONS_MAX,
  AUTOMOD_EXEMPT_CHANNELS_MAX,
  AUTOMOD_EXEMPT_ROLES_MAX,
  AUTOMOD_KEYWORD_MAX,
  AUTOMOD_KEYWORDS_MAX,
  AUTOMOD_MENTIONS_MAX,
  AUTOMOD_MESSAGE_MAX,
  AUTOMOD_NAME_MAX,
  AUTOMOD_PRESET_ALLOWED_MAX,
  AUTOMOD_REGEX_MAX,
  AUTOMOD_REGEXES_MAX,
  AUTOMOD_TIMEOUT_MAX,
} from '@guildhall/protocol'
import {
  Distinct,
  Int,
  List,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'

const Keyword = Text(1, AUTOMOD_KEYWORD_MAX)

const TriggerMetadata = Type.Object({
  keyword_filter: OptionalNullable(List(Keyword, 0, AUTOMOD_KEYWORDS_MAX)),
  regex_patterns: OptionalNullable(List(Text(1, AUTOMOD_REGEX_MAX), 0, AUTOMOD_REGEXES_MAX)),
  presets: OptionalNullable(Distinct(Int(1, 3), 0, 3)),
  allow_list: OptionalNullable(List(Keyword, 0, AUTOMOD_PRESET_ALLOWED_MAX)),
  mention_total_limit: OptionalNullable(Int(0, AUTOMOD_MENTIONS_MAX)),
  mention_raid_protection_enabled: OptionalNullable(Type.Boolean()),
})

const Action = Type.Object({
  type: Int(1, 4),
  metadata: OptionalNullable(
    Type.Object({
      channel_id: OptionalNullable(SnowflakeId),
      duration_seconds: OptionalNullable(Int(0, AUTOMOD_TIMEOUT_MAX)),
      custom_message: OptionalNullable(Text(0, AUTOMOD_MESSAGE_MAX)),
    }),
  ),
})
export type ActionRequest = Static<typeof Action>

const FIELDS = {
  trigger_metadata: OptionalNullable(TriggerMetadata),
  actions: OptionalNullable(List(Action, 1, AUTOMOD_ACTIONS_MAX)),
  enabled: OptionalNullable(Type.Boolean()),
  exempt_roles: OptionalNullable(Distinct(SnowflakeId, 0, AUTOMOD_EXEMPT_ROLES_MAX)),
  exempt_channels: OptionalNullable(Distinct(SnowflakeId, 0, AUTOMOD_EXEMPT_CHANNELS_MAX)),
}

export const CreateRuleBody = Type.Object({
  ...FIELDS,
  name: Text(1, AUTOMOD_NAME_MAX),
  event_type: Int(1, 2),
  trigger_type: Int(1, 6),
})

/** The trigger type is accepted, but cannot change. */
export const UpdateRuleBody = Type.Object({
  ...FIELDS,
  name: Optional(Text(1, AUTOMOD_NAME_MAX)),
  event_type: Optional(Int(1, 2)),
  trigger_type: Optional(Int(1, 6)),
})
export type RuleChanges = Static<typeof UpdateRuleBody>
