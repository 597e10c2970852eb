import { type Static, Type } from 'typebox'
import { Flag, Id, Int, optional, Text } from './wire.ts'

export const AutoModerationActionObject = Type.Object(
  {
    type: Int,
    metadata: optional(
      Type.Object({ channel_id: optional(Id), duration_seconds: optional(Int), custom_message: optional(Text) }),
    ),
  },
  { title: 'AutoModerationAction' },
)
export type AutoModerationActionObject = Static<typeof AutoModerationActionObject>

/** Settings of a trigger; which keys are present depends on the trigger's type. */
export const AutoModerationTriggerMetadataObject = Type.Object(
  {
    keyword_filter: optional(Type.Array(Text)),
    regex_patterns: optional(Type.Array(Text)),
    presets: optional(Type.Array(Int)),
    allow_list: optional(Type.Array(Text)),
    mention_total_limit: optional(Int),
    mention_raid_protection_enabled: optional(Flag),
  },
  { title: 'AutoModerationTriggerMetadata' },
)
export type AutoModerationTriggerMetadataObject = Static<typeof AutoModerationTriggerMetadataObject>

export const AutoModerationRuleObject = Type.Object(
  {
    id: Id,
    guild_id: Id,
    name: Text,
    creator_id: Id,
    event_type: Int,
    trigger_type: Int,
    trigger_metadata: AutoModerationTriggerMetadataObject,
    actions: Type.Array(AutoModerationActionObject),
    enabled: Flag,
    exempt_roles: Type.Array(Id),
    exempt_channels: Type.Array(Id),
  },
  { title: 'AutoModerationRule' },
)
export type AutoModerationRuleObject = Static<typeof AutoModerationRuleObject>
