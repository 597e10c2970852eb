import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, Permission, timedOutPermissions, type Verdict } from '@guildhall/protocol'
import type { StoredPrompt } from './model.ts'
import { countedChannels, mayEditOnboarding, maySeeWelcomeScreen, meetsRequirements, violatedPrompts } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const { MANAGE_GUILD, MANAGE_ROLES, ADMINISTRATOR } = Permission

test('mayEditOnboarding needs MANAGE_GUILD and MANAGE_ROLES', () => {
  const cases = [
    ['owner or administrator', ALL_PERMISSIONS, 'ok'],
    ['both permissions', MANAGE_GUILD | MANAGE_ROLES, 'ok'],
    ['MANAGE_GUILD alone', MANAGE_GUILD, 'MISSING_PERMISSIONS'],
    ['MANAGE_ROLES alone', MANAGE_ROLES, 'MISSING_PERMISSIONS'],
    ['all other permissions', ALL_PERMISSIONS & ~ADMINISTRATOR & ~MANAGE_ROLES, 'MISSING_PERMISSIONS'],
    ['timed out', timedOutPermissions(MANAGE_GUILD | MANAGE_ROLES), 'MISSING_PERMISSIONS'],
    ['a timed-out administrator', timedOutPermissions(ALL_PERMISSIONS), 'ok'],
  ] as const
  for (const [name, permissions, expected] of cases)
    assert.equal(outcome(mayEditOnboarding(permissions)), expected, name)
})

test('maySeeWelcomeScreen hides a disabled screen from members without MANAGE_GUILD', () => {
  const on = { community: true, enabled: true, exists: true }
  const cases = [
    ['a member, enabled', 0n, on, 'ok'],
    ['a member, disabled', 0n, { ...on, enabled: false }, 'MISSING_PERMISSIONS'],
    ['a manager, disabled', MANAGE_GUILD, { ...on, enabled: false }, 'ok'],
    ['a manager, no screen', MANAGE_GUILD, { ...on, exists: false }, 'UNKNOWN_GUILD_WELCOME_SCREEN'],
    ['the owner, no community', ALL_PERMISSIONS, { ...on, community: false }, 'UNKNOWN_GUILD_WELCOME_SCREEN'],
  ] as const
  for (const [name, permissions, screen, expected] of cases)
    assert.equal(outcome(maySeeWelcomeScreen(permissions, screen)), expected, name)
})

const option = (id: bigint, channel_ids: bigint[] = []) => ({
  id,
  title: 'x',
  description: '',
  emoji: { id: null, name: null, animated: false },
  role_ids: [],
  channel_ids,
})
const prompt = (fields: Partial<StoredPrompt>): StoredPrompt => ({
  id: 1n,
  type: 0,
  title: 'x',
  single_select: false,
  required: false,
  in_onboarding: true,
  options: [option(1n, [7n]), option(2n, [8n])],
  ...fields,
})

test('meetsRequirements needs 7 channels, 5 of them writable, for an enabled onboarding', () => {
  const cases = [
    [{ channels: 7, writable: 5 }, { before: false, after: true }, 'ok'],
    [{ channels: 6, writable: 6 }, { before: false, after: true }, 'CANNOT_ENABLE_ONBOARDING'],
    [{ channels: 7, writable: 4 }, { before: false, after: true }, 'CANNOT_ENABLE_ONBOARDING'],
    [{ channels: 6, writable: 6 }, { before: true, after: true }, 'CANNOT_UPDATE_ONBOARDING'],
    [{ channels: 0, writable: 0 }, { before: true, after: false }, 'ok'],
    [{ channels: 0, writable: 0 }, { before: false, after: false }, 'ok'],
  ] as const
  for (const [counted, enabled, expected] of cases)
    assert.equal(outcome(meetsRequirements(counted, enabled)), expected, JSON.stringify([counted, enabled]))
})

test('countedChannels adds channels of prompts that are asked on joining in the advanced mode', () => {
  const of = (mode: number, in_onboarding: boolean) =>
    countedChannels({ mode, default_channel_ids: [1n, 7n], prompts: [prompt({ in_onboarding })] })
  assert.deepEqual(of(0, true), [1n, 7n])
  assert.deepEqual(of(1, true), [1n, 7n, 8n])
  assert.deepEqual(of(1, false), [1n, 7n])
})

test('violatedPrompts returns required prompts without an option and single ones with several', () => {
  const cases = [
    [{}, [], 0],
    [{ required: true }, [], 1],
    [{ required: true, in_onboarding: false }, [], 0],
    [{ required: true }, [2n], 0],
    [{ single_select: true }, [1n, 2n], 1],
    [{}, [1n, 2n], 0],
  ] as const
  for (const [fields, chosen, expected] of cases)
    assert.equal(violatedPrompts([prompt(fields)], chosen).length, expected, JSON.stringify(fields))
})
