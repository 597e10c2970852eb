import { type Static, Type } from 'typebox'
import { Flag, Id, Int, maybe, Text } from './wire.ts'

export const AutoModerationActionObject = Type.Object(
  {
    type: Int,
    metadata: maybe(Type.Object({ channel_id: maybe(Id), duration_seconds: maybe(Int), custom_message: maybe(Text) })),
  },
  { title: 'AutoModerationAction' },
)
export type AutoModerationActionObject = Static<typeof AutoModerationActionObject>

/** Settings of a trigger; which keys are present depends on the trigger's type. */
export const AutoModerationTriggerMetadataObject = Type.Object(
  {
    keyword_filter: maybe(Type.Array(Text)),
    regex_patterns: maybe(Type.Array(Text)),
    presets: maybe(Type.Array(Int)),
    allow_list: maybe(Type.Array(Text)),
    mention_total_limit: maybe(Int),
    mention_raid_protection_enabled: maybe(Flag),
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
