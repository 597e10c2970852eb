import { Intent, Permission, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredAutoModerationAction, StoredAutoModerationRule } from '../../../kernel/model.ts'
import { activityOf } from './activity.ts'
import { type CountedText, noteText } from './matching/spam.ts'
import { presentAction, presentRule } from './present.ts'

function ruleEvent(
  key: string,
  name: string,
  apply: (rules: Map<Snowflake, StoredAutoModerationRule>, rule: StoredAutoModerationRule) => void,
) {
  return eventType<StoredAutoModerationRule>({
    key,
    name,
    intents: () => Intent.AUTO_MODERATION_CONFIGURATION,
    visibleTo: (viewer) => viewer.mayInGuild(Permission.MANAGE_GUILD),
    present: presentRule,
    outsideSnapshot: true,
    apply: (view: GuildView, rule) => {
      if (!view.autoModeration) return
      const rules = new Map(view.autoModeration)
      apply(rules, rule)
      view.autoModeration = rules
    },
  })
}

export const ruleCreate = ruleEvent('auto-moderation-rule.created', 'AUTO_MODERATION_RULE_CREATE', (rules, rule) =>
  rules.set(rule.id, rule),
)
export const ruleUpdate = ruleEvent('auto-moderation-rule.updated', 'AUTO_MODERATION_RULE_UPDATE', (rules, rule) =>
  rules.set(rule.id, rule),
)
export const ruleDelete = ruleEvent('auto-moderation-rule.deleted', 'AUTO_MODERATION_RULE_DELETE', (rules, rule) =>
  rules.delete(rule.id),
)

/** Action of a triggered rule that was carried out. */
export interface Execution {
  readonly rule: StoredAutoModerationRule
  readonly action: StoredAutoModerationAction
  readonly userId: Snowflake
  readonly channelId: Snowflake | null
  /** Null for a text that is not a message: it was blocked, or is part of a profile. */
  readonly messageId: Snowflake | null
  readonly alertId: Snowflake | null
  readonly content: string
  readonly keyword: string | null
  readonly matched: string | null
}

/** Sent to sessions with MANAGE_GUILD. Bots without MESSAGE_CONTENT receive it without the text. */
export const actionExecution = eventType<Execution>({
  key: 'auto-moderation-action.executed',
  name: 'AUTO_MODERATION_ACTION_EXECUTION',
  intents: () => Intent.AUTO_MODERATION_EXECUTION,
  visibleTo: (viewer) => viewer.mayInGuild(Permission.MANAGE_GUILD),
  variant: (viewer) =>
    viewer.kind === 'person' || viewer.intents & Intent.MESSAGE_CONTENT ? 'complete' : 'withoutContent',
  present: (execution, variant) => {
    const { rule, action, userId, channelId, messageId, alertId, content, keyword, matched } = execution
    const complete = variant === 'complete'
    return {
      guild_id: rule.guild_id.toString(),
      action: presentAction(action),
      rule_id: rule.id.toString(),
      rule_trigger_type: rule.trigger_type,
      user_id: userId.toString(),
      ...(channelId === null ? {} : { channel_id: channelId.toString() }),
      ...(messageId === null ? {} : { message_id: messageId.toString() }),
      ...(alertId === null ? {} : { alert_system_message_id: alertId.toString() }),
      content: complete ? content : '',
      matched_keyword: keyword,
      matched_content: complete ? matched : '',
    }
  },
})

/** Counts a text of a member at all nodes, for the rules against repetition and raids. */
export const textCounted = eventType<CountedText>({
  key: 'auto-moderation-text.counted',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  outsideSnapshot: true,
  apply: (view, text) => noteText(activityOf(view), text),
})
