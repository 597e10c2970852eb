import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuildOnboardingObject } from '@guildhall/protocol'
import {
  answersOf,
  bodyOfOnboarding,
  countedChannels,
  newPrompt,
  onboardingFormOf,
  openPrompts,
  withAnswer,
} from './onboarding-form.ts'

const option = (id: string, role_ids: string[] = [], channel_ids: string[] = []) => ({
  id,
  title: `option ${id}`,
  description: '',
  emoji: { id: null, name: '🦊' },
  role_ids,
  channel_ids,
})
const onboarding: GuildOnboardingObject = {
  guild_id: '1',
  enabled: true,
  mode: 1,
  default_channel_ids: ['50', '51'],
  prompts: [
    {
      id: '10',
      title: 'Which animal?',
      single_select: true,
      required: true,
      in_onboarding: true,
      type: 0,
      options: [option('11', ['90'], ['51', '52']), option('12', ['91'])],
    },
    {
      id: '20',
      title: 'News?',
      single_select: false,
      required: false,
      in_onboarding: false,
      type: 1,
      options: [option('21', [], ['53'])],
    },
  ],
}

test('a form gives the onboarding back as the body of a request', () => {
  const body = bodyOfOnboarding(onboardingFormOf(onboarding))
  assert.equal(body.mode, 1)
  assert.deepEqual(body.default_channel_ids, ['50', '51'])
  assert.equal(body.prompts[1]?.type, 1)
  assert.deepEqual(body.prompts[0]?.options[0], {
    id: '11',
    title: 'option 11',
    description: '',
    emoji_id: null,
    emoji_name: '🦊',
    role_ids: ['90'],
    channel_ids: ['51', '52'],
  })
})

test('channels of answers count in the advanced mode, for questions on joining', () => {
  const form = onboardingFormOf(onboarding)
  assert.equal(countedChannels(form), 3)
  assert.equal(countedChannels({ ...form, advanced: false }), 2)
  assert.equal(countedChannels({ ...form, prompts: [newPrompt('1', '2')] }), 2)
})

test('openPrompts names required questions without an answer and single ones with several', () => {
  assert.deepEqual(openPrompts(onboarding.prompts, new Set()), ['10'])
  assert.deepEqual(openPrompts(onboarding.prompts, new Set(['11'])), [])
  assert.deepEqual(openPrompts(onboarding.prompts, new Set(['11', '12'])), ['10'])
})

test('withAnswer replaces the answer of a single choice', () => {
  const [single, several] = onboarding.prompts
  assert.ok(single && several)
  assert.deepEqual([...withAnswer(new Set(['11', '21']), single, '12', true)], ['21', '12'])
  assert.deepEqual([...withAnswer(new Set(['11', '21']), several, '21', false)], ['11'])
})

test('answersOf finds the answers by the roles that they gave', () => {
  assert.deepEqual([...answersOf(onboarding.prompts, ['91', '7'])], ['12'])
})
