import {
  ApiError,
  AUTOMOD_ACTIONS_MAX,
  AUTOMOD_ALLOWED_MAX,
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
  AutoModerationActionType,
  AutoModerationTrigger,
  ChannelType,
  Faults,
  type FieldPath,
  type Snowflake,
} from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredAutoModerationAction, StoredAutoModerationRule } from '../../kernel/model.ts'
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
} from '../../validation/schema.ts'
import { compilePattern } from './patterns.ts'
import { eventOf, mayAct } from './rules.ts'

const Word = Text(1, AUTOMOD_KEYWORD_MAX)

const TriggerForm = Type.Object({
  keyword_filter: OptionalNullable(List(Word, 0, AUTOMOD_KEYWORDS_MAX)),
  regex_patterns: OptionalNullable(List(Text(1, AUTOMOD_REGEX_MAX), 0, AUTOMOD_REGEXES_MAX)),
  presets: OptionalNullable(Distinct(Int(1, 3), 0, 3)),
  allow_list: OptionalNullable(List(Word, 0, AUTOMOD_PRESET_ALLOWED_MAX)),
  mention_total_limit: OptionalNullable(Int(0, AUTOMOD_MENTIONS_MAX)),
  mention_raid_protection_enabled: OptionalNullable(Type.Boolean()),
})

const ActionForm = Type.Object({
  type: Int(1, 4),
  metadata: OptionalNullable(
    Type.Object({
      channel_id: OptionalNullable(SnowflakeId),
      duration_seconds: OptionalNullable(Int(0, AUTOMOD_TIMEOUT_MAX)),
      custom_message: OptionalNullable(Text(0, AUTOMOD_MESSAGE_MAX)),
    }),
  ),
})

const FIELDS = {
  trigger_metadata: OptionalNullable(TriggerForm),
  actions: OptionalNullable(List(ActionForm, 1, AUTOMOD_ACTIONS_MAX)),
  enabled: OptionalNullable(Type.Boolean()),
  exempt_roles: OptionalNullable(Distinct(SnowflakeId, 0, AUTOMOD_EXEMPT_ROLES_MAX)),
  exempt_channels: OptionalNullable(Distinct(SnowflakeId, 0, AUTOMOD_EXEMPT_CHANNELS_MAX)),
}

export const NewRuleForm = Type.Object({
  ...FIELDS,
  name: Text(1, AUTOMOD_NAME_MAX),
  event_type: Int(1, 2),
  trigger_type: Int(1, 6),
})

/** The trigger type is settled once. */
export const RuleForm = Type.Object({
  ...FIELDS,
  name: Optional(Text(1, AUTOMOD_NAME_MAX)),
  event_type: Optional(Int(1, 2)),
  trigger_type: Optional(Int(1, 6)),
})
export type RuleRequest = Static<typeof RuleForm>

const NO_TRIGGER: StoredAutoModerationRule['trigger'] = {
  keyword_filter: [],
  regex_patterns: [],
  presets: [],
  allow_list: [],
  mention_total_limit: 0,
  mention_raid_protection_enabled: false,
}

/** A rule before anything was said of it: off, and with the plainest action of its kind. */
export function newRule(
  ids: Pick<StoredAutoModerationRule, 'id' | 'guild_id' | 'creator_id'>,
  { name, trigger_type }: { name: string; trigger_type: number },
): StoredAutoModerationRule {
  const profile = trigger_type === AutoModerationTrigger.MEMBER_PROFILE
  const type = profile ? AutoModerationActionType.BLOCK_MEMBER_INTERACTION : AutoModerationActionType.BLOCK_MESSAGE
  return {
    ...ids,
    name,
    event_type: eventOf(trigger_type),
    trigger_type,
    trigger: { ...NO_TRIGGER, mention_total_limit: MENTIONS_DEFAULT },
    actions: [{ type, channel_id: null, duration_seconds: 0, custom_message: null }],
    enabled: false,
    exempt_roles: [],
    exempt_channels: [],
  }
}

const MENTIONS_DEFAULT = 20

/** What a form makes of a rule; all of it is checked before anything is changed. */
export function ruleWith(view: GuildView, rule: StoredAutoModerationRule, form: RuleRequest): StoredAutoModerationRule {
  const faults = new Faults()
  if (form.event_type !== undefined && form.event_type !== eventOf(rule.trigger_type))
    faults.add(['event_type'], 'BASE_TYPE_CHOICES', 'This trigger type goes with another event type.')
  if (form.trigger_type !== undefined && form.trigger_type !== rule.trigger_type)
    faults.add(['trigger_type'], 'BASE_TYPE_CHOICES', 'The trigger type of a rule stays.')
  for (const [list, all] of [
    ['exempt_roles', view.roles],
    ['exempt_channels', view.channels],
  ] as const) {
    for (const [index, id] of (form[list] ?? []).entries()) {
      if (!all.has(id) && !rule[list].includes(id)) faults.add([list, index], 'BASE_TYPE_CHOICES', 'Unknown id.')
    }
  }
  const trigger = triggerOf(rule, form, faults)
  const actions = form.actions
    ? form.actions.map((action, index) => actionOf(view, rule.trigger_type, action, faults, ['actions', index]))
    : rule.actions
  for (const [index, { type }] of actions.entries()) {
    if (actions.findIndex((action) => action.type === type) !== index)
      faults.add(['actions', index, 'type'], 'BASE_TYPE_CHOICES', 'Each type of action stands once.')
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return {
    ...rule,
    name: form.name ?? rule.name,
    trigger,
    actions,
    enabled: form.enabled ?? rule.enabled,
    exempt_roles: form.exempt_roles ?? rule.exempt_roles,
    exempt_channels: form.exempt_channels ?? rule.exempt_channels,
  }
}

const BY_WORDS: readonly number[] = [AutoModerationTrigger.KEYWORD, AutoModerationTrigger.MEMBER_PROFILE]

/** Only fields of the trigger type are taken; a rule by words needs some. */
function triggerOf(
  rule: StoredAutoModerationRule,
  form: RuleRequest,
  faults: Faults,
): StoredAutoModerationRule['trigger'] {
  const given = form.trigger_metadata ?? {}
  const before = rule.trigger
  const path = ['trigger_metadata']
  const words = BY_WORDS.includes(rule.trigger_type)
  const preset = rule.trigger_type === AutoModerationTrigger.KEYWORD_PRESET
  const mentions = rule.trigger_type === AutoModerationTrigger.MENTION_SPAM
  const trigger = {
    keyword_filter: (words ? given.keyword_filter : null) ?? before.keyword_filter,
    regex_patterns: (words ? given.regex_patterns : null) ?? before.regex_patterns,
    presets: (preset ? given.presets : null) ?? before.presets,
    allow_list: (words || preset ? given.allow_list : null) ?? before.allow_list,
    mention_total_limit: (mentions ? given.mention_total_limit : null) ?? before.mention_total_limit,
    mention_raid_protection_enabled:
      (mentions ? given.mention_raid_protection_enabled : null) ?? before.mention_raid_protection_enabled,
  }
  const allowedMax = words ? AUTOMOD_ALLOWED_MAX : AUTOMOD_PRESET_ALLOWED_MAX
  if (trigger.allow_list.length > allowedMax)
    faults.add([...path, 'allow_list'], 'BASE_TYPE_MAX_LENGTH', `Must be ${allowedMax} or fewer in length.`)
  checkPatterns(trigger.regex_patterns, faults, [...path, 'regex_patterns'])
  if (words && trigger.keyword_filter.length + trigger.regex_patterns.length === 0)
    faults.add([...path, 'keyword_filter'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (preset && trigger.presets.length === 0)
    faults.add([...path, 'presets'], 'BASE_TYPE_REQUIRED', 'This field is required')
  return trigger
}

/** Of all patterns of a rule together: each message is held against all of them. */
const PATTERNS_SIZE_MAX = 1_000

function checkPatterns(patterns: readonly string[], faults: Faults, path: FieldPath): void {
  let size = 0
  for (const [index, source] of patterns.entries()) {
    try {
      size += compilePattern(source).size
      if (size > PATTERNS_SIZE_MAX) throw new Error('The patterns are too large together.')
    } catch (error) {
      faults.add([...path, index], 'REGEX_VALIDATION_ERROR', error instanceof Error ? error.message : 'Invalid regex')
      return
    }
  }
}

const ALERT_TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
]

function actionOf(
  view: GuildView,
  triggerType: number,
  { type, metadata }: Static<typeof ActionForm>,
  faults: Faults,
  path: FieldPath,
): StoredAutoModerationAction {
  if (!mayAct(triggerType, type))
    faults.add([...path, 'type'], 'BASE_TYPE_CHOICES', 'This trigger type has no such action.')
  const alerts = type === AutoModerationActionType.SEND_ALERT_MESSAGE
  const timesOut = type === AutoModerationActionType.TIMEOUT
  if (alerts) checkAlertChannel(view, metadata?.channel_id ?? null, faults, [...path, 'metadata', 'channel_id'])
  if (timesOut && !metadata?.duration_seconds)
    faults.add([...path, 'metadata', 'duration_seconds'], 'BASE_TYPE_REQUIRED', 'This field is required')
  return {
    type,
    channel_id: alerts ? (metadata?.channel_id ?? null) : null,
    duration_seconds: timesOut ? (metadata?.duration_seconds ?? 0) : 0,
    custom_message: type === AutoModerationActionType.BLOCK_MESSAGE ? metadata?.custom_message || null : null,
  }
}

function checkAlertChannel(view: GuildView, id: Snowflake | null, faults: Faults, path: FieldPath): void {
  const channel = id === null ? undefined : view.channels.get(id)
  if (id === null) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
  else if (!channel || !ALERT_TYPES.includes(channel.type)) faults.add(path, 'CHANNEL_NOT_FOUND', 'Unknown channel.')
}
