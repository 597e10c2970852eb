import {
  type AutoModerationActionObject,
  AutoModerationActionType,
  type AutoModerationRuleObject,
  AutoModerationTrigger,
  type AutoModerationTriggerMetadataObject,
} from '@guildhall/protocol'
import type { StoredAutoModerationAction, StoredAutoModerationRule } from '../../../kernel/model.ts'

/** Returns an action with only the metadata of its type. */
export function presentAction(action: StoredAutoModerationAction): AutoModerationActionObject {
  return { type: action.type, metadata: metadataOf(action) }
}

function metadataOf({
  type,
  channel_id,
  duration_seconds,
  custom_message,
}: StoredAutoModerationAction): NonNullable<AutoModerationActionObject['metadata']> {
  switch (type) {
    case AutoModerationActionType.SEND_ALERT_MESSAGE:
      return channel_id === null ? {} : { channel_id: channel_id.toString() }
    case AutoModerationActionType.TIMEOUT:
      return { duration_seconds }
    case AutoModerationActionType.BLOCK_MESSAGE:
      return custom_message === null ? {} : { custom_message }
    default:
      return {}
  }
}

/** Returns the trigger metadata with only the fields of the trigger's type. */
function presentTrigger(
  rule: Pick<StoredAutoModerationRule, 'trigger_type' | 'trigger'>,
): AutoModerationTriggerMetadataObject {
  const { keyword_filter, regex_patterns, presets, allow_list, ...mentions } = rule.trigger
  switch (rule.trigger_type) {
    case AutoModerationTrigger.KEYWORD:
    case AutoModerationTrigger.MEMBER_PROFILE:
      return { keyword_filter, regex_patterns, allow_list }
    case AutoModerationTrigger.KEYWORD_PRESET:
      return { presets, allow_list }
    case AutoModerationTrigger.MENTION_SPAM:
      return mentions
    default:
      return {}
  }
}

/** Returns the auto moderation rule object. */
export function presentRule(rule: StoredAutoModerationRule): AutoModerationRuleObject {
  return {
    id: rule.id.toString(),
    guild_id: rule.guild_id.toString(),
    name: rule.name,
    creator_id: rule.creator_id.toString(),
    event_type: rule.event_type,
    trigger_type: rule.trigger_type,
    trigger_metadata: presentTrigger(rule),
    actions: rule.actions.map(presentAction),
    enabled: rule.enabled,
    exempt_roles: rule.exempt_roles.map(String),
    exempt_channels: rule.exempt_channels.map(String),
  }
}
