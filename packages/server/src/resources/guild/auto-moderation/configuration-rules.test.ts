import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, AutoModerationActionType, AutoModerationTrigger, ChannelType } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { newRule, ruleWith } from './configuration-rules.ts'
import type { RuleChanges } from './requests.ts'

const targets = {
  roles: new Set([1n]),
  channels: new Map([
    [2n, { type: ChannelType.GUILD_TEXT as number }],
    [3n, { type: ChannelType.GUILD_CATEGORY as number }],
  ]),
}
const rule = (trigger_type: number) =>
  newRule({ id: 10n, guild_id: 100n, creator_id: 7n }, { name: 'rule', trigger_type })

function faultsOf(trigger: number, changes: RuleChanges): string[] {
  try {
    ruleWith(targets, rule(trigger), changes)
    return []
  } catch (error) {
    assert.ok(error instanceof ApiError && error.faults)
    return faultsIn(error.faults)
  }
}
const { KEYWORD, KEYWORD_PRESET, MEMBER_PROFILE, MENTION_SPAM, SPAM } = AutoModerationTrigger
const { SEND_ALERT_MESSAGE, TIMEOUT } = AutoModerationActionType

test('newRule is disabled and blocks: a message, or the member for profiles', () => {
  assert.equal(rule(KEYWORD).enabled, false)
  assert.equal(rule(KEYWORD).actions[0]?.type, AutoModerationActionType.BLOCK_MESSAGE)
  assert.equal(rule(MEMBER_PROFILE).actions[0]?.type, AutoModerationActionType.BLOCK_MEMBER_INTERACTION)
})

test('ruleWith takes the fields of the trigger type alone', () => {
  const trigger_metadata = { keyword_filter: ['cat'], presets: [1], mention_total_limit: 3 }
  assert.deepEqual(ruleWith(targets, rule(KEYWORD), { trigger_metadata }).trigger.keyword_filter, ['cat'])
  assert.deepEqual(ruleWith(targets, rule(KEYWORD), { trigger_metadata }).trigger.presets, [])
  const mentions = ruleWith(targets, rule(MENTION_SPAM), { trigger_metadata }).trigger
  assert.deepEqual([mentions.mention_total_limit, mentions.keyword_filter], [3, []])
})

test('ruleWith names each fault by its path', () => {
  const keywords = { keyword_filter: ['cat'] }
  const cases: [number, RuleChanges, string[]][] = [
    [KEYWORD, {}, ['trigger_metadata.keyword_filter BASE_TYPE_REQUIRED']],
    [KEYWORD_PRESET, {}, ['trigger_metadata.presets BASE_TYPE_REQUIRED']],
    [
      KEYWORD,
      { trigger_metadata: { regex_patterns: ['('] } },
      ['trigger_metadata.regex_patterns.0 REGEX_VALIDATION_ERROR'],
    ],
    [SPAM, { exempt_roles: [1n, 9n] }, ['exempt_roles.1 BASE_TYPE_CHOICES']],
    [SPAM, { exempt_channels: [9n] }, ['exempt_channels.0 BASE_TYPE_CHOICES']],
    [SPAM, { trigger_type: KEYWORD }, ['trigger_type BASE_TYPE_CHOICES']],
    [SPAM, { actions: [{ type: TIMEOUT, metadata: { duration_seconds: 60 } }] }, ['actions.0.type BASE_TYPE_CHOICES']],
    [
      KEYWORD,
      { trigger_metadata: keywords, actions: [{ type: TIMEOUT }] },
      ['actions.0.metadata.duration_seconds BASE_TYPE_REQUIRED'],
    ],
    [SPAM, { actions: [{ type: SEND_ALERT_MESSAGE }] }, ['actions.0.metadata.channel_id BASE_TYPE_REQUIRED']],
    [
      SPAM,
      { actions: [{ type: SEND_ALERT_MESSAGE, metadata: { channel_id: 3n } }] },
      ['actions.0.metadata.channel_id CHANNEL_NOT_FOUND'],
    ],
    [SPAM, { actions: [{ type: SEND_ALERT_MESSAGE, metadata: { channel_id: 2n } }] }, []],
  ]
  for (const [trigger, changes, faults] of cases) assert.deepEqual(faultsOf(trigger, changes), faults)
})
