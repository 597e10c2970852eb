import {
  AutoModerationActionType as Action,
  type AutoModerationActionObject,
  AutoModerationEvent,
  type AutoModerationRuleObject,
  AutoModerationTrigger as Trigger,
} from '@guildhall/protocol'
import { listFormat } from '../../lib/language/formats.ts'
import { type Message, msg, t } from '../../lib/language/text.ts'

/** Values of the form of a rule. Lists of words are text with one word a line. */
export interface RuleForm {
  readonly name: string
  readonly trigger: number
  readonly enabled: boolean
  readonly keywords: string
  readonly patterns: string
  readonly allowed: string
  readonly presets: readonly number[]
  readonly mentions: number
  readonly raidProtection: boolean
  readonly blocks: boolean
  readonly message: string
  readonly alertChannelId: string
  readonly timeoutSeconds: number
  readonly quarantines: boolean
  readonly exemptRoles: readonly string[]
  readonly exemptChannels: readonly string[]
}

/** Names of the triggers, in the order in which they are offered. */
export const TRIGGERS: readonly (readonly [trigger: number, name: Message])[] = [
  [Trigger.KEYWORD, msg('Keywords')],
  [Trigger.KEYWORD_PRESET, msg('Word lists')],
  [Trigger.MENTION_SPAM, msg('Mention spam')],
  [Trigger.SPAM, msg('Spam')],
  [Trigger.MEMBER_PROFILE, msg('Member profiles')],
]

/** Returns the name of a trigger. */
export function triggerName(trigger: number): string {
  return t(TRIGGERS.find(([type]) => type === trigger)?.[1] ?? msg('rule|Unknown'))
}

/** Returns whether rules of a trigger have their own keywords and patterns. */
export function hasKeywords(trigger: number): boolean {
  return trigger === Trigger.KEYWORD || trigger === Trigger.MEMBER_PROFILE
}

/** Returns whether rules of a trigger can time members out. */
export function canTimeOut(trigger: number): boolean {
  return trigger === Trigger.KEYWORD || trigger === Trigger.MENTION_SPAM
}

const MENTIONS_DEFAULT = 20

/** Returns the form of a new rule. */
export function newRuleForm(trigger: number): RuleForm {
  const isProfile = trigger === Trigger.MEMBER_PROFILE
  return {
    name: '',
    trigger,
    enabled: true,
    keywords: '',
    patterns: '',
    allowed: '',
    presets: [],
    mentions: MENTIONS_DEFAULT,
    raidProtection: false,
    blocks: !isProfile,
    message: '',
    alertChannelId: '',
    timeoutSeconds: 0,
    quarantines: isProfile,
    exemptRoles: [],
    exemptChannels: [],
  }
}

/** Returns the form of a rule. */
export function ruleFormOf(rule: AutoModerationRuleObject): RuleForm {
  const { trigger_metadata: trigger, actions } = rule
  const actionOf = (type: number) => actions.find((action) => action.type === type)
  const list = (lines: readonly string[] | undefined) => (lines ?? []).join('\n')
  return {
    name: rule.name,
    trigger: rule.trigger_type,
    enabled: rule.enabled,
    keywords: list(trigger.keyword_filter),
    patterns: list(trigger.regex_patterns),
    allowed: list(trigger.allow_list),
    presets: trigger.presets ?? [],
    mentions: trigger.mention_total_limit ?? MENTIONS_DEFAULT,
    raidProtection: trigger.mention_raid_protection_enabled ?? false,
    blocks: actionOf(Action.BLOCK_MESSAGE) !== undefined,
    message: actionOf(Action.BLOCK_MESSAGE)?.metadata?.custom_message ?? '',
    alertChannelId: actionOf(Action.SEND_ALERT_MESSAGE)?.metadata?.channel_id ?? '',
    timeoutSeconds: actionOf(Action.TIMEOUT)?.metadata?.duration_seconds ?? 0,
    quarantines: actionOf(Action.BLOCK_MEMBER_INTERACTION) !== undefined,
    exemptRoles: rule.exempt_roles,
    exemptChannels: rule.exempt_channels,
  }
}

/** Returns the words of a text with one word, or several with commas, a line. */
export function wordsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\n,]/)
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ]
}

/** Returns the lines of a text. A pattern may contain commas. */
function linesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]
}

function triggerOf({ trigger, keywords, patterns, allowed, presets, mentions, raidProtection }: RuleForm): object {
  if (hasKeywords(trigger))
    return { keyword_filter: wordsOf(keywords), regex_patterns: linesOf(patterns), allow_list: wordsOf(allowed) }
  if (trigger === Trigger.KEYWORD_PRESET) return { presets, allow_list: wordsOf(allowed) }
  if (trigger === Trigger.MENTION_SPAM)
    return { mention_total_limit: mentions, mention_raid_protection_enabled: raidProtection }
  return {}
}

function actionsOf(form: RuleForm): AutoModerationActionObject[] {
  const actions: AutoModerationActionObject[] = []
  const isProfile = form.trigger === Trigger.MEMBER_PROFILE
  if (form.blocks && !isProfile) {
    const custom_message = form.message.trim()
    actions.push({ type: Action.BLOCK_MESSAGE, metadata: custom_message ? { custom_message } : {} })
  }
  if (form.quarantines && isProfile) actions.push({ type: Action.BLOCK_MEMBER_INTERACTION, metadata: {} })
  if (form.alertChannelId)
    actions.push({ type: Action.SEND_ALERT_MESSAGE, metadata: { channel_id: form.alertChannelId } })
  if (form.timeoutSeconds > 0 && canTimeOut(form.trigger))
    actions.push({ type: Action.TIMEOUT, metadata: { duration_seconds: form.timeoutSeconds } })
  return actions
}

/** Returns the body that creates or changes a rule. */
export function bodyOfRule(form: RuleForm) {
  const isProfile = form.trigger === Trigger.MEMBER_PROFILE
  return {
    name: form.name.trim(),
    event_type: isProfile ? AutoModerationEvent.MEMBER_UPDATE : AutoModerationEvent.MESSAGE_SEND,
    trigger_type: form.trigger,
    trigger_metadata: triggerOf(form),
    actions: actionsOf(form),
    enabled: form.enabled,
    exempt_roles: form.exemptRoles,
    exempt_channels: form.exemptChannels,
  }
}

/** Returns in words what a rule does. */
export function actionWords(rule: AutoModerationRuleObject): string {
  const words = new Map<number, string>([
    [Action.BLOCK_MESSAGE, t('blocks the message')],
    [Action.SEND_ALERT_MESSAGE, t('sends an alert')],
    [Action.TIMEOUT, t('times the member out')],
    [Action.BLOCK_MEMBER_INTERACTION, t('quarantines the member')],
  ])
  return listFormat().format(rule.actions.flatMap(({ type }) => words.get(type) ?? []))
}
