import {
  ApiError,
  AUTOMOD_ALLOWED_MAX,
  AUTOMOD_PRESET_ALLOWED_MAX,
  AutoModerationActionType,
  AutoModerationTrigger,
  ChannelType,
  Faults,
  type Snowflake,
} from '@guildhall/protocol'
import type { StoredAutoModerationAction, StoredAutoModerationRule } from '../../../kernel/model.ts'
import { compilePattern } from './matching/patterns.ts'
import type { ActionRequest, RuleChanges } from './requests.ts'
import { eventTypeOf, fitsTrigger } from './rules.ts'

/** Roles and channels that a rule can name: those of a guild view, or of a world file. */
export interface RuleTargets {
  readonly roles: { has(id: Snowflake): boolean }
  readonly channels: { has(id: Snowflake): boolean; get(id: Snowflake): { type: number } | undefined }
}

const NO_TRIGGER: StoredAutoModerationRule['trigger'] = {
  keyword_filter: [],
  regex_patterns: [],
  presets: [],
  allow_list: [],
  mention_total_limit: 0,
  mention_raid_protection_enabled: false,
}

/** Returns a disabled rule with the default action of its trigger type. `ruleWith` adds the other fields. */
export function newRule(
  ids: Pick<StoredAutoModerationRule, 'id' | 'guild_id' | 'creator_id'>,
  { name, trigger_type }: { name: string; trigger_type: number },
): StoredAutoModerationRule {
  const isProfile = trigger_type === AutoModerationTrigger.MEMBER_PROFILE
  const type = isProfile ? AutoModerationActionType.BLOCK_MEMBER_INTERACTION : AutoModerationActionType.BLOCK_MESSAGE
  return {
    ...ids,
    name,
    event_type: eventTypeOf(trigger_type),
    trigger_type,
    trigger: { ...NO_TRIGGER, mention_total_limit: MENTIONS_DEFAULT },
    actions: [{ type, channel_id: null, duration_seconds: 0, custom_message: null }],
    enabled: false,
    exempt_roles: [],
    exempt_channels: [],
  }
}

const MENTIONS_DEFAULT = 20

/**
 * Returns a rule with the changes of a request, after checking all of them.
 * @throws INVALID_FORM_BODY
 */
export function ruleWith(
  view: RuleTargets,
  rule: StoredAutoModerationRule,
  changes: RuleChanges,
): StoredAutoModerationRule {
  const faults = new Faults()
  if (changes.event_type !== undefined && changes.event_type !== eventTypeOf(rule.trigger_type))
    faults.add(['event_type'], 'BASE_TYPE_CHOICES', 'This trigger type has another event type.')
  if (changes.trigger_type !== undefined && changes.trigger_type !== rule.trigger_type)
    faults.add(['trigger_type'], 'BASE_TYPE_CHOICES', 'The trigger type of a rule cannot change.')
  for (const [field, known] of [
    ['exempt_roles', view.roles],
    ['exempt_channels', view.channels],
  ] as const) {
    for (const [index, id] of (changes[field] ?? []).entries()) {
      if (!known.has(id) && !rule[field].includes(id)) faults.add([field, index], 'BASE_TYPE_CHOICES', 'Unknown id.')
    }
  }
  const trigger = triggerOf(rule, changes, faults)
  const actions = changes.actions
    ? changes.actions.map((action, index) => actionOf(view, rule.trigger_type, action, faults.at('actions', index)))
    : rule.actions
  for (const [index, { type }] of actions.entries()) {
    if (actions.findIndex((action) => action.type === type) !== index)
      faults.add(['actions', index, 'type'], 'BASE_TYPE_CHOICES', 'A rule can have one action of each type.')
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return {
    ...rule,
    name: changes.name ?? rule.name,
    trigger,
    actions,
    enabled: changes.enabled ?? rule.enabled,
    exempt_roles: changes.exempt_roles ?? rule.exempt_roles,
    exempt_channels: changes.exempt_channels ?? rule.exempt_channels,
  }
}

/** Trigger types with keywords and patterns. */
const KEYWORD_TRIGGERS: readonly number[] = [AutoModerationTrigger.KEYWORD, AutoModerationTrigger.MEMBER_PROFILE]

/** Returns the trigger with the fields of its type. Some types require a keyword, pattern or preset. */
function triggerOf(
  rule: StoredAutoModerationRule,
  changes: RuleChanges,
  faults: Faults,
): StoredAutoModerationRule['trigger'] {
  const given = changes.trigger_metadata ?? {}
  const before = rule.trigger
  const at = faults.at('trigger_metadata')
  const isKeyword = KEYWORD_TRIGGERS.includes(rule.trigger_type)
  const isPreset = rule.trigger_type === AutoModerationTrigger.KEYWORD_PRESET
  const isMention = rule.trigger_type === AutoModerationTrigger.MENTION_SPAM
  const trigger = {
    keyword_filter: (isKeyword ? given.keyword_filter : null) ?? before.keyword_filter,
    regex_patterns: (isKeyword ? given.regex_patterns : null) ?? before.regex_patterns,
    presets: (isPreset ? given.presets : null) ?? before.presets,
    allow_list: (isKeyword || isPreset ? given.allow_list : null) ?? before.allow_list,
    mention_total_limit: (isMention ? given.mention_total_limit : null) ?? before.mention_total_limit,
    mention_raid_protection_enabled:
      (isMention ? given.mention_raid_protection_enabled : null) ?? before.mention_raid_protection_enabled,
  }
  const allowedMax = isKeyword ? AUTOMOD_ALLOWED_MAX : AUTOMOD_PRESET_ALLOWED_MAX
  if (trigger.allow_list.length > allowedMax)
    at.add(['allow_list'], 'BASE_TYPE_MAX_LENGTH', `Must be ${allowedMax} or fewer in length.`)
  checkPatterns(trigger.regex_patterns, at.at('regex_patterns'))
  if (isKeyword && trigger.keyword_filter.length + trigger.regex_patterns.length === 0)
    at.add(['keyword_filter'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (isPreset && trigger.presets.length === 0) at.add(['presets'], 'BASE_TYPE_REQUIRED', 'This field is required')
  return trigger
}

/** Maximum size of all patterns of a rule together. Every message is matched against all of them. */
const PATTERNS_SIZE_MAX = 1_000

function checkPatterns(patterns: readonly string[], faults: Faults): void {
  let size = 0
  for (const [index, source] of patterns.entries()) {
    try {
      size += compilePattern(source).size
      if (size > PATTERNS_SIZE_MAX)
        throw new Error(`The patterns of a rule must have a total size of at most ${PATTERNS_SIZE_MAX}.`)
    } catch (error) {
      faults.add([index], 'REGEX_VALIDATION_ERROR', error instanceof Error ? error.message : 'Invalid regex')
      return
    }
  }
}

/** Types of channels for alerts. */
const ALERT_CHANNEL_TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
]

function actionOf(
  view: RuleTargets,
  triggerType: number,
  { type, metadata }: ActionRequest,
  faults: Faults,
): StoredAutoModerationAction {
  if (!fitsTrigger(triggerType, type))
    faults.add(['type'], 'BASE_TYPE_CHOICES', 'This trigger type does not support this action.')
  const alerts = type === AutoModerationActionType.SEND_ALERT_MESSAGE
  const timesOut = type === AutoModerationActionType.TIMEOUT
  if (alerts) checkAlertChannel(view, metadata?.channel_id ?? null, faults.at('metadata', 'channel_id'))
  if (timesOut && !metadata?.duration_seconds)
    faults.add(['metadata', 'duration_seconds'], 'BASE_TYPE_REQUIRED', 'This field is required')
  return {
    type,
    channel_id: alerts ? (metadata?.channel_id ?? null) : null,
    duration_seconds: timesOut ? (metadata?.duration_seconds ?? 0) : 0,
    custom_message: type === AutoModerationActionType.BLOCK_MESSAGE ? metadata?.custom_message || null : null,
  }
}

function checkAlertChannel(view: RuleTargets, id: Snowflake | null, faults: Faults): void {
  const channel = id === null ? undefined : view.channels.get(id)
  if (id === null) faults.add([], 'BASE_TYPE_REQUIRED', 'This field is required')
  else if (!channel || !ALERT_CHANNEL_TYPES.includes(channel.type))
    faults.add([], 'CHANNEL_NOT_FOUND', 'Unknown channel.')
}
