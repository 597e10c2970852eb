import type { RuleChanges } from '../resources/guild/auto-moderation/index.ts'
import type { WorldAutoModerationRule } from './world.ts'

/** Ids of what a rule refers to by key. */
export interface RuleIds {
  role(key: string): bigint
  channel(key: string): bigint
}

/** Returns a rule of a world file as the request that would create it. */
export function requestOfRule(rule: WorldAutoModerationRule, ids: RuleIds): RuleChanges {
  const { keyword_filter, regex_patterns, presets, allow_list } = rule
  const { mention_total_limit, mention_raid_protection_enabled, actions, enabled = false } = rule
  return {
    trigger_metadata: {
      ...(keyword_filter && { keyword_filter }),
      ...(regex_patterns && { regex_patterns }),
      ...(presets && { presets }),
      ...(allow_list && { allow_list }),
      ...(mention_total_limit !== undefined && { mention_total_limit }),
      ...(mention_raid_protection_enabled !== undefined && { mention_raid_protection_enabled }),
    },
    ...(actions && {
      actions: actions.map(({ type, channel, duration_seconds, custom_message }) => ({
        type,
        metadata: {
          ...(channel !== undefined && { channel_id: ids.channel(channel) }),
          ...(duration_seconds !== undefined && { duration_seconds }),
          ...(custom_message != null && { custom_message }),
        },
      })),
    }),
    enabled,
    exempt_roles: (rule.exempt_roles ?? []).map((key) => ids.role(key)),
    exempt_channels: (rule.exempt_channels ?? []).map((key) => ids.channel(key)),
  }
}
