import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AutoModerationRuleObject } from '@guildhall/protocol'
import { actionWords, bodyOfRule, newRuleForm, ruleFormOf, wordsOf } from './rule-form.ts'

const [KEYWORD, SPAM, PRESET, MENTIONS, PROFILE] = [1, 3, 4, 5, 6]

test('wordsOf takes lines and commas, without repetition', () => {
  assert.deepEqual(wordsOf(' cat*, dog\n\ncat*\n*bird* '), ['cat*', 'dog', '*bird*'])
})

test('a body contains the fields of its trigger alone', () => {
  const keyword = { ...newRuleForm(KEYWORD), name: ' Pets ', keywords: 'cat', patterns: 'a{1,2}\nb', allowed: 'catch' }
  assert.deepEqual(bodyOfRule(keyword).trigger_metadata, {
    keyword_filter: ['cat'],
    regex_patterns: ['a{1,2}', 'b'],
    allow_list: ['catch'],
  })
  assert.equal(bodyOfRule(keyword).name, 'Pets')
  assert.deepEqual(bodyOfRule({ ...newRuleForm(PRESET), presets: [1, 3] }).trigger_metadata, {
    presets: [1, 3],
    allow_list: [],
  })
  assert.deepEqual(bodyOfRule({ ...newRuleForm(MENTIONS), mentions: 5, raidProtection: true }).trigger_metadata, {
    mention_total_limit: 5,
    mention_raid_protection_enabled: true,
  })
  assert.deepEqual(bodyOfRule(newRuleForm(SPAM)).trigger_metadata, {})
})

test('actions that a trigger does not support are left out', () => {
  const all = { message: 'No.', alertChannelId: '7', timeoutSeconds: 60, quarantines: true, blocks: true }
  const types = (trigger: number) => bodyOfRule({ ...newRuleForm(trigger), ...all }).actions.map(({ type }) => type)
  assert.deepEqual(types(KEYWORD), [1, 2, 3])
  assert.deepEqual(types(SPAM), [1, 2])
  assert.deepEqual(types(PROFILE), [4, 2])
  assert.deepEqual(bodyOfRule({ ...newRuleForm(KEYWORD), ...all }).actions[0]?.metadata, { custom_message: 'No.' })
  assert.equal(bodyOfRule(newRuleForm(PROFILE)).event_type, 2)
})

test('the form of a rule gives the rule back', () => {
  const rule = {
    name: 'Pets',
    event_type: 1,
    trigger_type: KEYWORD,
    trigger_metadata: { keyword_filter: ['cat', 'dog'], regex_patterns: ['b+'], allow_list: [] },
    actions: [
      { type: 1, metadata: { custom_message: 'No pets.' } },
      { type: 2, metadata: { channel_id: '7' } },
      { type: 3, metadata: { duration_seconds: 60 } },
    ],
    enabled: false,
    exempt_roles: ['1'],
    exempt_channels: ['2'],
  } as unknown as AutoModerationRuleObject
  assert.deepEqual(bodyOfRule(ruleFormOf(rule)), rule)
  assert.equal(actionWords(rule), 'blocks the message, sends an alert, times the member out')
})
